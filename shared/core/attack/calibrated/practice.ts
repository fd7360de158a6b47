import { type Random, seeded, shuffle } from '../../random/random.ts';
import { type IndexedGroup, type IndexedRelease, type IndexedTransaction, withEntries } from './indexed-release.ts';

/** A release made from another by generalising context items whose transactions are known: the truth is at hand, for practice. */
interface PracticeRelease {
  readonly release: IndexedRelease;
  /** The practice tables: positions in `release.groups`, and which cells are original, row-major. */
  readonly tables: readonly PracticeTruth[];
}

interface PracticeTruth {
  readonly group: number;
  readonly original: Uint8Array;
  readonly fold: number;
}

/** Folds of items. */
export const FOLDS = 2;

interface PracticeOptions {
  readonly seed: string;
  /** The tables that practice is to resemble. */
  readonly targets: readonly IndexedGroup[];
  /** Of the real release: for each term the transactions that publish it alone. */
  readonly holders: readonly (readonly number[])[];
  /** With this probability a partner shares a transaction with the members before it. */
  readonly sharing: number;
  /** Document frequency of each term, in classes: practice items are drawn from the class of the member they stand for, or the next. */
  readonly frequencyClass: Int32Array;
  /** Which fold each term is of: the items of a table are of one, so that what is learned of one fold can be tried on the other. */
  readonly fold: Uint8Array;
  /** Where no items are as frequent as the members: those that are nearest serve, however far. */
  readonly anyFrequency?: boolean;
  /** At most so many tables; the targets are then a random part of the real ones. */
  readonly most?: number;
}

interface Draft {
  readonly fold: number;
  readonly members: number[];
  /** The transactions in which each member is used; its others do without it. */
  readonly used: number[][];
  readonly rows: ReadonlySet<number>;
}

const TRIES = 60;
/** After so many tries an item may be used in only some of its transactions, so that the shape is met. */
const STRICT_TRIES = 30;
const DRAWS = 30;
/** Items to choose from where none are of the wanted frequency. */
const ENOUGH = 200;

/**
 * One practice table for each target that can be attacked, of the same shape, from items that are not in `taken`; those it uses
 * are added there, so that an item serves once. A shape for which no items are found is left out. Items are removed from *every*
 * transaction first; only then is anything measured.
 */
export function practiceRelease(real: IndexedRelease, options: PracticeOptions, taken: Set<number>): PracticeRelease {
  const random = seeded('practice', options.seed, String(options.sharing));
  const supplies = Array.from({ length: FOLDS }, (_, fold) => new Supply(real, options, taken, fold));
  const targets = options.targets.filter(({ rows }) => rows.length > 1).sort((a, b) => (a.key < b.key ? -1 : 1));
  const drafts: Draft[] = [];
  for (const [turn, target] of shuffle(targets, random).slice(0, options.most).entries()) {
    const supply = supplies[turn % FOLDS] as Supply;
    const draft = draftTable(supply, target, options.sharing, random);
    if (draft === null) continue;
    for (const member of draft.members) taken.add(member);
    supply.take(draft.members);
    drafts.push(draft);
  }
  return publish(real, drafts, options.holders);
}

/** The items of one fold that are published alone, and where. */
class Supply {
  readonly fold: number;
  readonly holders: readonly (readonly number[])[];
  readonly #real: IndexedRelease;
  readonly #options: PracticeOptions;
  /** How many transactions hold each item that may be drawn; 0 of all others. Most draws find what is taken: nothing else is looked up for them. */
  readonly #free: Int32Array;
  readonly #byClass = new Map<number, number[]>();
  readonly #any: number[] = [];
  readonly #near = new Map<number, readonly number[]>();

  constructor(real: IndexedRelease, options: PracticeOptions, taken: ReadonlySet<number>, fold: number) {
    this.fold = fold;
    this.holders = options.holders;
    this.#real = real;
    this.#options = options;
    this.#free = new Int32Array(options.holders.length);
    for (const [term, each] of options.holders.entries()) {
      if (each.length === 0 || options.fold[term] !== fold || taken.has(term)) continue;
      this.#free[term] = each.length;
      const name = options.frequencyClass[term] as number;
      const list = this.#byClass.get(name) ?? [];
      list.push(term);
      this.#byClass.set(name, list);
      this.#any.push(term);
    }
  }

  take(terms: readonly number[]): void {
    for (const term of terms) this.#free[term] = 0;
  }

  /** An item of about the frequency of `like`, in at most `most` transactions; from one of `beside`, if any are given. -1 if none is found. */
  draw(like: number, most: number, beside: readonly number[], avoid: readonly number[], random: Random): number {
    const { frequencyClass, anyFrequency = false } = this.#options;
    const wanted = frequencyClass[like] as number;
    const list = anyFrequency ? this.#nearest(wanted) : (this.#byClass.get(wanted) ?? this.#any);
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const from = beside.length > 0 ? this.#published(beside[random.below(beside.length)] as number) : list;
      if (from.length === 0) continue;
      const term = from[random.below(from.length)] as number;
      const free = this.#free[term] as number;
      if (free === 0 || free > most || avoid.includes(term)) continue;
      if (anyFrequency || Math.abs((frequencyClass[term] as number) - wanted) <= 1) return term;
    }
    return -1;
  }

  /** Items of the class nearest to the wanted one, and of the next to it, so that there are enough to choose from. */
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

  #published(transaction: number): Int32Array {
    return this.#real.transactions[transaction]?.items ?? new Int32Array();
  }
}

function draftTable(supply: Supply, target: IndexedGroup, sharing: number, random: Random): Draft | null {
  const wanted = target.rows.length;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const strict = attempt < STRICT_TRIES;
    const members: number[] = [];
    const used: (readonly number[])[] = [];
    const rows = new Set<number>();
    for (const like of shuffle([...target.members], random)) {
      const beside = rows.size > 0 && random.unit() < sharing ? [...rows] : [];
      const term = supply.draw(like, strict ? wanted : Number.POSITIVE_INFINITY, beside, members, random);
      if (term === -1) break;
      const holders = supply.holders[term] as readonly number[];
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

/** Lets members go without some of their transactions until so many rows are left; each keeps one. */
function drop(used: number[][], rows: Set<number>, wanted: number, random: Random): boolean {
  for (let attempt = 0; attempt < 20 * used.length && rows.size > wanted; attempt += 1) {
    const each = used[random.below(used.length)] as number[];
    if (each.length < 2) continue;
    const [row] = each.splice(random.below(each.length), 1);
    if (row !== undefined && !used.some((other) => other.includes(row))) rows.delete(row);
  }
  return rows.size === wanted;
}

/** The release with the drafts' items generalised, each generalised item at its first original's place: other transactions stay as they are. */
function publish(real: IndexedRelease, drafts: readonly Draft[], holders: PracticeOptions['holders']): PracticeRelease {
  const groupOf = new Map<number, number>();
  const usedIn = new Map<number, ReadonlySet<number>>();
  const changed = new Map<number, number[]>();
  const first = real.groups.length;
  for (const [at, { members, used }] of drafts.entries()) {
    for (const [column, member] of members.entries()) {
      groupOf.set(member, first + at);
      usedIn.set(member, new Set(used[column]));
      for (const transaction of holders[member] as readonly number[]) changed.set(transaction, []);
    }
  }
  for (const [at, published] of changed) {
    const seen = new Set<number>();
    for (const entry of (real.transactions[at] as IndexedTransaction).entries) {
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
    const { members: columns, rows } = release.groups[first + at] as IndexedGroup;
    const original = Uint8Array.from({ length: rows.length * columns.length }, (__, cell) =>
      usedIn.get(columns[cell % columns.length] as number)?.has(rows[Math.floor(cell / columns.length)] as number) === true ? 1 : 0,
    );
    return { group: first + at, original, fold };
  });
  return { release, tables };
}
