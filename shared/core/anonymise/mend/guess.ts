import { exp, logistic } from '../../numeric/numeric.ts';
import { type ItemIndex, postings } from '../item-index.ts';

/** What an attacker knows of an item in a transaction: features that are higher the better the two go together. */
export interface Evidence {
  readonly features: number;
  /** Writes them for one item and transaction into `into`. */
  read(item: number, transaction: number, into: Float64Array): void;
}

/** One cell that an attack judged, with its log-odds. */
export interface SeenCell {
  readonly item: number;
  readonly transaction: number;
  readonly logOdds: number;
}

/** What moves an attacker: features within the table of a generalised item, by column centred, and what a member has in all of its rows. */
export interface Weights {
  readonly within: Float64Array;
  readonly ofMember: Float64Array;
}

/** Keeps weights near 0 where an attack was seen in few cells. */
const RIDGE = 1;

/**
 * A likeness of the attacker, to choose among partners before any is tried: how features move the log-odds of the cells of a row against each other, by least
 * squares on tables that an attack judged. As the attack does, it reads a cell against the others of its column and of its row.
 */
export function fitWeights(tables: readonly (readonly SeenCell[])[], evidence: Evidence): Weights {
  const n = evidence.features;
  const all = 2 * n;
  const products = Array.from({ length: all }, (_, at) => Float64Array.from({ length: all }, (__, other) => (at === other ? RIDGE : 0)));
  const targets = new Float64Array(all);
  for (const cells of tables) {
    for (const { x, y } of centredRows(cells, evidence)) {
      for (let a = 0; a < all; a += 1) {
        targets[a] = (targets[a] as number) + (x[a] as number) * y;
        const row = products[a] as Float64Array;
        for (let b = 0; b < all; b += 1) row[b] = (row[b] as number) + (x[a] as number) * (x[b] as number);
      }
    }
  }
  const solved = solve(products, targets);
  return { within: solved.slice(0, n), ofMember: solved.slice(n) };
}

/** Each cell's features, within the column and of the column, and its log-odds: all less the mean of its row. */
function* centredRows(
  cells: readonly SeenCell[],
  { features: n, read }: Evidence,
): Generator<{ readonly x: Float64Array; readonly y: number }> {
  const seen = cells.map((cell) => {
    const own = new Float64Array(n);
    read(cell.item, cell.transaction, own);
    return { cell, own };
  });
  const columns = meansBy(seen, ({ cell }) => cell.item, n);
  const full = seen.map(({ cell, own }) => {
    const mean = columns.get(cell.item) as Float64Array;
    const values = new Float64Array(2 * n + 1);
    for (let at = 0; at < n; at += 1) {
      values[at] = (own[at] as number) - (mean[at] as number);
      values[n + at] = mean[at] as number;
    }
    values[2 * n] = cell.logOdds;
    return { cell, own: values };
  });
  const rows = meansBy(full, ({ cell }) => cell.transaction, 2 * n + 1);
  for (const { cell, own } of full) {
    const mean = rows.get(cell.transaction) as Float64Array;
    const x = own.map((value, at) => value - (mean[at] as number));
    yield { x: x.subarray(0, 2 * n), y: x[2 * n] as number };
  }
}

interface Seen {
  readonly cell: SeenCell;
  readonly own: Float64Array;
}

function meansBy(seen: readonly Seen[], keyOf: (seen: Seen) => number, n: number): ReadonlyMap<number, Float64Array> {
  const sums = new Map<number, Float64Array>();
  const counts = new Map<number, number>();
  for (const each of seen) {
    const key = keyOf(each);
    const sum = sums.get(key) ?? new Float64Array(n);
    for (let at = 0; at < n; at += 1) sum[at] = (sum[at] as number) + (each.own[at] as number);
    sums.set(key, sum);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const [key, sum] of sums)
    sums.set(
      key,
      sum.map((value) => value / (counts.get(key) as number)),
    );
  return sums;
}

/** Elimination; the ridge keeps every pivot above 0. */
function solve(matrix: readonly Float64Array[], targets: Float64Array): Float64Array {
  const n = targets.length;
  const at = (row: number, column: number): number => matrix[row]?.[column] as number;
  for (let pivot = 0; pivot < n; pivot += 1) {
    for (let row = pivot + 1; row < n; row += 1) {
      const factor = at(row, pivot) / at(pivot, pivot);
      for (let column = pivot; column < n; column += 1)
        (matrix[row] as Float64Array)[column] = at(row, column) - factor * at(pivot, column);
      targets[row] = (targets[row] as number) - factor * (targets[pivot] as number);
    }
  }
  const solution = new Float64Array(n);
  for (let row = n - 1; row >= 0; row -= 1) {
    let rest = targets[row] as number;
    for (let column = row + 1; column < n; column += 1) rest -= at(row, column) * (solution[column] as number);
    solution[row] = rest / at(row, row);
  }
  return solution;
}

/** Log-odds from which on a guess counts as named: below 0.9, since the likeness is only one. Their softness is that of its errors. */
const NAMED = Math.log(4);
const STEEPNESS = 1.5;

/** How much of generalised items an attacker like the one that was seen would name. */
export class Guesses {
  readonly #index: ItemIndex;
  readonly #evidence: Evidence;
  readonly #weights: Weights;
  readonly #lists: readonly Uint32Array[];
  readonly #known = new Map<number, readonly [within: number, ofMember: number]>();
  readonly #space: Float64Array;

  constructor(index: ItemIndex, evidence: Evidence, weights: Weights) {
    this.#index = index;
    this.#lists = postings(index);
    this.#evidence = evidence;
    this.#weights = weights;
    this.#space = new Float64Array(evidence.features);
  }

  /** Expected transactions in which one of these members would be named, as one generalised item; and a whole one for each that is there together with another. */
  risk(members: readonly number[]): number {
    const rows = new Set<number>();
    let occurrences = 0;
    for (const item of members) {
      const list = this.#lists[item] as Uint32Array;
      occurrences += list.length;
      for (const t of list) rows.add(t);
    }
    const scores = members.map((item) => this.#column(item, rows));
    let total = occurrences - rows.size;
    for (let row = 0; row < rows.size; row += 1) {
      let most = Number.NEGATIVE_INFINITY;
      for (const column of scores) most = Math.max(most, column[row] as number);
      let others = -1;
      for (const column of scores) others += exp((column[row] as number) - most);
      total += others <= 0 ? 1 : logistic(STEEPNESS * (-Math.log(others) - NAMED));
    }
    return total;
  }

  /** One member in these transactions, in log-odds. */
  #column(item: number, rows: ReadonlySet<number>): Float64Array {
    const column = new Float64Array(rows.size);
    let [within, ofMember, at] = [0, 0, 0];
    for (const t of rows) {
      const [own, member] = this.#cell(item, t);
      column[at] = own;
      within += own;
      ofMember += member;
      at += 1;
    }
    const level = (ofMember - within) / rows.size;
    return column.map((value) => value + level);
  }

  #cell(item: number, transaction: number): readonly [number, number] {
    const key = item * this.#index.transactions + transaction;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#space.fill(0);
    this.#evidence.read(item, transaction, this.#space);
    let [within, ofMember] = [0, 0];
    for (const [at, value] of this.#space.entries()) {
      within += value * (this.#weights.within[at] as number);
      ofMember += value * (this.#weights.ofMember[at] as number);
    }
    const found = [within, ofMember] as const;
    this.#known.set(key, found);
    return found;
  }
}
