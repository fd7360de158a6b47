import { exp } from '../../../core/numeric/numeric.ts';
import { seeded } from '../../../core/random/random.ts';
import type { Cells } from './cells.ts';
import type { CountsFile } from './counts-file.ts';

/** Sweeps over all cells before tables are kept, and between two kept ones. */
const FIRST = 300;
const BETWEEN = 4;
const TABLES = 400;
/** Work in changes of published sums: some ten seconds. More cells and counts than this allows are not attacked. */
const MOST_WORK = 6e8;
/** Counts below this have a frequency each; above it ranges that double. */
const SINGLE = 10;
/** Weight of each frequency before anything is seen. With less, guesses are too sure where the noise hides how many people cells have. */
const FLAT = 5;
/** Greatest changes of a cell in one step. */
const REACHES = [1, 3, 10, 30] as const;

/**
 * Draws whole tables of people given all published counts and their noise, whose probability falls by exp(-epsilon) with each person (geometric,
 * Laplace). How many people a cell has is taken to be as in the other cells, with frequencies that are learned from them (a Polya urn); nothing is
 * assumed independent of anything, and groups that are named because they look sure are no surer for it. Calls `each` with the people of every class
 * of cells. False: too many cells and counts.
 */
export function tablesBehindNoise(
  file: CountsFile,
  { classes, rows }: Cells,
  epsilon: number,
  each: (people: Int32Array) => void,
): boolean {
  // In an order that the file's does not change.
  const published = [...file.rows.entries()]
    .flatMap(([row, { conditions, count }]) => (count === null ? [] : [{ key: JSON.stringify(conditions), inside: rows[row], count }]))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.count - b.count));
  const sums: number[][] = Array.from({ length: classes }, () => []);
  for (const [at, { inside }] of published.entries()) for (const cell of inside) sums[cell].push(at);
  const counted = [...sums.keys()].filter((cell) => sums[cell].length > 0);
  const touched = counted.reduce((total, cell) => total + sums[cell].length, 0);
  if (touched * (FIRST + BETWEEN * TABLES) * 3 > MOST_WORK) return false;
  const random = seeded('behind noise', epsilon, ...published.map(({ key, count }) => `${key} ${count}`));
  const people = new Int32Array(classes);
  const urn = new Urn();
  const smallest = sums.map((own) =>
    own.reduce((best, at) => (published[at].inside.length < published[best].inside.length ? at : best), own[0] ?? -1),
  );
  for (const cell of counted) {
    const { count, inside } = published[smallest[cell]];
    people[cell] = Math.max(0, Math.round(count / inside.length));
    urn.add(people[cell], 1);
  }
  const residual = Float64Array.from(published, ({ inside, count }) => count - inside.reduce((sum, cell) => sum + people[cell], 0));
  const shift = (cell: number, by: number): void => {
    urn.add(people[cell], -1);
    people[cell] += by;
    urn.add(people[cell], 1);
    for (const at of sums[cell]) residual[at] -= by;
  };
  /** Change of the log probability if a cell gets `by` people more; the urn and the sums are those without other changes. */
  const gain = (cell: number, by: number): number => {
    urn.add(people[cell], -1);
    let change = urn.log(people[cell] + by) - urn.log(people[cell]);
    urn.add(people[cell], 1);
    for (const at of sums[cell]) change -= epsilon * (Math.abs(residual[at] - by) - Math.abs(residual[at]));
    return change;
  };
  const accepts = (change: number): boolean => change >= 0 || random.unit() < exp(change);
  const sweep = (): void => {
    for (const cell of counted) {
      const reach = REACHES[random.below(REACHES.length)];
      const by = (random.below(2) === 0 ? 1 : -1) * (1 + random.below(reach));
      if (people[cell] + by >= 0 && accepts(gain(cell, by))) shift(cell, by);
      // One person moves between two cells of a sum: the sums that have both stay as they are.
      const own = sums[cell];
      const { inside } = published[own[random.below(own.length)]];
      const other = inside[random.below(inside.length)];
      const way = random.below(2) === 0 ? 1 : -1;
      if (other === cell || people[cell] - way < 0 || people[other] + way < 0) continue;
      const first = gain(cell, -way);
      shift(cell, -way);
      if (accepts(first + gain(other, way))) shift(other, way);
      else shift(cell, way);
    }
  };
  for (let at = 0; at < FIRST; at += 1) sweep();
  for (let table = 0; table < TABLES; table += 1) {
    for (let at = 0; at < BETWEEN; at += 1) sweep();
    each(people);
  }
  return true;
}

/** How often cells have how many people, the one that is looked at left out. */
class Urn {
  readonly #counts: number[] = [];

  add(people: number, times: number): void {
    const place = placeOf(people).at;
    this.#counts[place] = (this.#counts[place] ?? 0) + times;
  }

  /** Log probability up to a constant. */
  log(people: number): number {
    const { at, width } = placeOf(people);
    return Math.log(((this.#counts[at] ?? 0) + FLAT) / width);
  }
}

function placeOf(people: number): { readonly at: number; readonly width: number } {
  if (people < SINGLE) return { at: people, width: 1 };
  let [at, low] = [SINGLE, SINGLE];
  for (; people >= 2 * low; low *= 2) at += 1;
  return { at, width: low };
}
