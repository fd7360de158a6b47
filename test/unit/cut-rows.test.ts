import type { Entry } from '../../shared/core/model/transaction.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { ROWS_AT_ONCE, rowParts, sampleOf } from '../../shared/kinds/set-generalised/core/calibrated/cut-rows.ts';
import {
  type IndexedGroup,
  type IndexedRelease,
  indexRelease,
} from '../../shared/kinds/set-generalised/core/calibrated/indexed-release.ts';

const LARGE = ['a', 'b', 'c'];
const SMALL = ['x', 'y'];

/** Transactions: half with a large generalised item, eight with a small one, the others with neither. */
function release(count: number): IndexedRelease {
  const random = seeded('cut rows');
  const transactions = Array.from({ length: count }, (_, at): { items: Entry[] } => ({
    items: [`item ${at}`, `word ${random.below(20)}`, ...(at % 2 === 0 ? [LARGE] : []), ...(at < 8 ? [SMALL] : [])],
  }));
  return indexRelease(transactions, { seed: 'one', ordered: true });
}

const named = ({ terms, transactions }: IndexedRelease, { rows, places }: IndexedGroup): string[] =>
  Array.from(rows, (at, row) => `${Array.from(transactions[at]?.items ?? [], (item) => terms[item]).join()} ${places[row]}`);
const groupOf = ({ groups }: IndexedRelease, columns: number): IndexedGroup =>
  groups.find(({ members }) => members.length === columns) as IndexedGroup;

test('a group is cut where it has rows for two parts, into equal ones and what is left', () => {
  const sizes = (rows: number): number[] => {
    const group = { key: 'k', members: Int32Array.of(1, 2), rows: new Int32Array(rows).map((_, at) => at), places: new Int32Array(rows) };
    const parts = rowParts(group);
    expect(parts.flatMap((part) => [...part.rows])).toEqual([...group.rows]);
    for (const part of parts) expect(part.places).toHaveLength(part.rows.length);
    return parts.map((part) => part.rows.length);
  };
  expect(sizes(3)).toEqual([3]);
  expect(sizes(2 * ROWS_AT_ONCE - 1)).toEqual([2 * ROWS_AT_ONCE - 1]);
  expect(sizes(2 * ROWS_AT_ONCE)).toEqual([ROWS_AT_ONCE, ROWS_AT_ONCE]);
  expect(sizes(3 * ROWS_AT_ONCE + 7)).toEqual([ROWS_AT_ONCE, ROWS_AT_ONCE, ROWS_AT_ONCE + 7]);
});

test('a release without large groups is its own sample', () => {
  const real = release(2 * ROWS_AT_ONCE);
  expect(sampleOf(real)).toEqual({ sample: real, whole: real });
  expect(sampleOf(real).sample).toBe(real);
});

test('a sample has a part of a large group, all of a small one, and the same share of what carries neither', () => {
  const real = release(8 * ROWS_AT_ONCE);
  const { sample, whole } = sampleOf(real);
  const rowsOf = (columns: number): number => groupOf(sample, columns).rows.length;
  expect(rowsOf(3)).toBeGreaterThan(ROWS_AT_ONCE * 0.8);
  expect(rowsOf(3)).toBeLessThan(ROWS_AT_ONCE * 1.2);
  expect(rowsOf(2)).toBe(8);
  const without = sample.transactions.filter(({ entries }) => entries.every((entry) => entry >= 0)).length;
  expect(without / rowsOf(3)).toBeGreaterThan(0.8);
  expect(without / rowsOf(3)).toBeLessThan(1.2);
  // The whole begins with the sample; its groups keep their rows, and the order of them.
  expect(whole.transactions.slice(0, sample.transactions.length)).toEqual(sample.transactions);
  for (const columns of [2, 3]) {
    expect(named(whole, groupOf(whole, columns))).toEqual(named(real, groupOf(real, columns)));
    const all = new Set(named(real, groupOf(real, columns)));
    for (const name of named(sample, groupOf(sample, columns))) expect(all.has(name)).toBe(true);
    // Practice looks transactions up among them by halves.
    const rows = [...groupOf(sample, columns).rows];
    expect(rows).toEqual(rows.toSorted((a, b) => a - b));
  }
});

test('what is in the sample does not depend on the order of the file', () => {
  const real = release(6 * ROWS_AT_ONCE);
  const turned = indexRelease(
    real.transactions
      .map(({ entries }) => ({
        items: Array.from(
          entries,
          (entry): Entry => (entry >= 0 ? real.terms[entry] : Array.from(real.groups[~entry]?.members ?? [], (term) => real.terms[term])),
        ),
      }))
      .toReversed(),
    { seed: 'one', ordered: true },
  );
  const content = ({ terms, transactions }: IndexedRelease): string[] =>
    transactions.map(({ items }) => Array.from(items, (item) => terms[item]).join());
  expect(content(sampleOf(turned).sample)).toEqual(content(sampleOf(real).sample));
});
