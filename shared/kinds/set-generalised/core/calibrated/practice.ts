import { type Random, seeded, shuffle } from '../../../../core/random/random.ts';
import { type IndexedGroup, type IndexedRelease, withEntries } from './indexed-release.ts';
import type { Neighbourhood, World } from './worlds.ts';

/** Practice: a release made by generalising context items whose transactions, hence the truth, are known. */
interface PracticeRelease {
  readonly release: IndexedRelease;
  /** Practice tables: positions in `release.groups` and original cells, row-major. */
  readonly tables: readonly PracticeTruth[];
}

interface PracticeTruth {
  readonly group: number;
  readonly original: Uint8Array;
  readonly fold: number;
}

export const FOLDS = 2;

interface PracticeOptions {
  readonly seed: string;
  readonly targets: readonly IndexedGroup[];
  readonly holders: readonly (readonly number[])[];
  /** Where partners come from. */
  readonly world: World;
  readonly neighbourhood: Neighbourhood;
  /** Frequency class of each term: practice items come from the class of the imitated member, or the next one. */
  readonly frequencyClass: Int32Array;
  /** Fold of each term. A table's items are in one fold, so models can be validated across folds. */
  readonly fold: Uint8Array;
  /** Accept items of any frequency if none are as frequent as the members. */
  readonly anyFrequency?: boolean;
  /** Maximum number of tables; targets are then sampled. */
  readonly most?: number;
}

interface Draft {
  readonly fold: number;
  readonly members: number[];
  /** Transactions in which each member is used; it is removed from its others. */
  readonly used: number[][];
  readonly rows: ReadonlySet<number>;
}

const TRIES = 60;
/** After this many tries an item may be used in only some of its transactions, to meet the shape. */
const STRICT_TRIES = 30;
const DRAWS = 30;
/** Number of items to choose from if none have the wanted frequency. */
const ENOUGH = 200;

/**
 * One practice table of the same shape for each attackable target, from items not in `taken`; used items are added there, so each serves once.
 * Shapes without items are skipped. Items are removed from *every* transaction before anything is measured.
 */
export function practiceRelease(real: IndexedRelease, options: PracticeOptions, taken: Set<number>): PracticeRelease {
  const random = seeded('practice', options.seed, options.world);
  const supplies = Array.from({ length: FOLDS }, (_, fold) => new Supply(real, options, taken, fold));
  const targets = options.targets.filter(({ rows }) => rows.length > 1).sort((a, b) => (a.key < b.key ? -1 : 1));
  const drafts: Draft[] = [];
  for (const [turn, target] of shuffle(targets, random).slice(0, options.most).entries()) {
    const supply = supplies[turn % FOLDS];
    const draft = draftTable(supply, target, random);
    if (draft === null) continue;
    for (const member of draft.members) taken.add(member);
    supply.take(draft.members);
    drafts.push(draft);
  }
  return publish(real, drafts, options.holders);
}

class Supply {
  readonly fold: number;
  readonly holders: readonly (readonly number[])[];
  readonly #real: IndexedRelease;
  readonly #options: PracticeOptions;
  /** Support of each item that may be drawn; 0 for all others. Most draws hit a taken item, so this must be cheap. */
  readonly #free: Int32Array;
  readonly #byClass: ReadonlyMap<number, number[]>;
  readonly #any: number[] = [];
  readonly #near = new Map<number, readonly number[]>();
  readonly #nearby = new Map<readonly number[], Map<number, readonly number[]>>();

  constructor(real: IndexedRelease, options: PracticeOptions, taken: ReadonlySet<number>, fold: number) {
    this.fold = fold;
    this.holders = options.holders;
    this.#real = real;
    this.#options = options;
    this.#free = new Int32Array(options.holders.length);
    for (const [term, each] of options.holders.entries()) {
      if (each.length === 0 || options.fold[term] !== fold || taken.has(term)) continue;
      this.#free[term] = each.length;
      this.#any.push(term);
    }
    this.#byClass = Map.groupBy(this.#any, (term) => options.frequencyClass[term]);
  }

  take(terms: readonly number[]): void {
    for (const term of terms) this.#free[term] = 0;
  }

  /** Draws an item of about the frequency of `like` in at most `most` transactions, for these members and rows; -1: none found. */
  draw(like: number, most: number, members: readonly number[], rows: ReadonlySet<number>, random: Random): number {
    const { frequencyClass, anyFrequency = false, world, neighbourhood } = this.#options;
    const wanted = frequencyClass[like];
    const alike = anyFrequency ? this.#nearest(wanted) : (this.#byClass.get(wanted) ?? this.#any);
    const list = members.length > 0 && world === 'near' ? this.#nearTo(members[0], alike) : alike;
    const [row] = rows;
    const beside = row === undefined ? [] : world === 'transaction' ? [...rows] : world === 'topic' ? neighbourhood.transactions(row) : [];
    const [free, { transactions }] = [this.#free, this.#real];
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const from = beside.length > 0 ? transactions[beside[random.below(beside.length)]].items : list;
      if (from.length === 0) continue;
      const term = from[random.below(from.length)];
      if (free[term] === 0 || free[term] > most || members.includes(term)) continue;
      if (anyFrequency || Math.abs(frequencyClass[term] - wanted) <= 1) return term;
    }
    return -1;
  }

  /** Items of the nearest frequency classes, until there are enough to choose from. */
  #nearest(wanted: number): readonly number[] {
    const known = this.#near.get(wanted);
    if (known !== undefined) return known;
    const classes = [...this.#byClass.keys()].sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b);
    const found: number[] = [];
    for (const name of classes) {
      if (found.length >= ENOUGH) break;
      found.push(...(this.#byClass.get(name) as number[]));
    }
    this.#near.set(wanted, found);
    return found;
  }

  /** Of the free items of these: what is taken moves the next ones nearer. */
  #nearTo(first: number, alike: readonly number[]): readonly number[] {
    const known = this.#nearby.get(alike)?.get(first);
    if (known !== undefined) return known;
    const own = this.#options.neighbourhood.terms(
      first,
      alike.filter((term) => this.#free[term] > 0),
    );
    this.#nearby.set(alike, (this.#nearby.get(alike) ?? new Map<number, readonly number[]>()).set(first, own));
    return own;
  }
}

function draftTable(supply: Supply, target: IndexedGroup, random: Random): Draft | null {
  const wanted = target.rows.length;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const strict = attempt < STRICT_TRIES;
    const members: number[] = [];
    const used: (readonly number[])[] = [];
    const rows = new Set<number>();
    for (const like of shuffle([...target.members], random)) {
      const term = supply.draw(like, strict ? wanted : Number.POSITIVE_INFINITY, members, rows, random);
      if (term === -1) break;
      const holders = supply.holders[term];
      const own = holders.length > wanted ? shuffle([...holders], random).slice(0, 1 + random.below(wanted)) : holders;
      members.push(term);
      used.push(own);
      for (const row of own) rows.add(row);
    }
    if (members.length < target.members.length || rows.size < wanted || (strict && rows.size > wanted)) continue;
    const kept = used.map((own) => [...own]);
    if (rows.size > wanted && !drop(kept, rows, wanted, random)) continue;
    return { fold: supply.fold, members, used: kept, rows };
  }
  return null;
}

/** Removes members from some of their transactions until the wanted number of rows is left; each keeps one. */
function drop(used: number[][], rows: Set<number>, wanted: number, random: Random): boolean {
  for (let attempt = 0; attempt < 20 * used.length && rows.size > wanted; attempt += 1) {
    const each = used[random.below(used.length)];
    if (each.length < 2) continue;
    const [row] = each.splice(random.below(each.length), 1);
    if (row !== undefined && !used.some((other) => other.includes(row))) rows.delete(row);
  }
  return rows.size === wanted;
}

/** Generalises the drafts' items, each at its first original's place; other transactions are unchanged. */
function publish(real: IndexedRelease, drafts: readonly Draft[], holders: PracticeOptions['holders']): PracticeRelease {
  const groupOf = new Map<number, number>();
  const usedIn = new Map<number, ReadonlySet<number>>();
  const changed = new Map<number, number[]>();
  const first = real.groups.length;
  for (const [at, { members, used }] of drafts.entries()) {
    for (const [column, member] of members.entries()) {
      groupOf.set(member, first + at);
      usedIn.set(member, new Set(used[column]));
      for (const transaction of holders[member]) changed.set(transaction, []);
    }
  }
  for (const [at, published] of changed) {
    const seen = new Set<number>();
    for (const entry of real.transactions[at].entries) {
      const group = entry < 0 ? undefined : groupOf.get(entry);
      if (group === undefined) published.push(entry);
      else if (usedIn.get(entry)?.has(at) === true && !seen.has(group)) {
        seen.add(group);
        published.push(~group);
      }
    }
  }
  const members = drafts.map((draft) => Int32Array.from(draft.members).sort());
  const release = withEntries(real, changed, members);
  const tables = drafts.map(({ fold }, at) => {
    const { members: columns, rows } = release.groups[first + at];
    const original = Uint8Array.from({ length: rows.length * columns.length }, (__, cell) =>
      usedIn.get(columns[cell % columns.length])?.has(rows[Math.floor(cell / columns.length)]) === true ? 1 : 0,
    );
    return { group: first + at, original, fold };
  });
  return { release, tables };
}

/** Frequency class of each term: mean over the sources of log(1 + documents), in steps of 1.5. */
export function frequencyClasses(terms: number, singles: readonly Float64Array[]): Int32Array {
  return Int32Array.from({ length: terms }, (_, term) => {
    let total = 0;
    for (const single of singles) total += Math.log(1 + Math.max(0, single[term] || 0));
    return singles.length === 0 ? 0 : Math.floor(total / singles.length / 1.5 + 0.5);
  });
}
