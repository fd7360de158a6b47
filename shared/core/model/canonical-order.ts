import { hashHex } from '../random/random.ts';
import { compareCodePoints } from './code-points.ts';
import { type Entry, isGeneralised } from './transaction.ts';

// The order of lines, members and sub-records in a file may be that of the originals, and reveal the truth. Attacks see them in the order of a
// seeded hash of their content, so that ties broken by position carry no information.

/** Content under a seed, as text to sort by. */
export const contentKey = (seed: string, content: string): string => hashHex(`${seed.length}:${seed}|${content}`);

const byKey = <T>(items: readonly T[], keyOf: (item: T) => string): T[] =>
  items
    .map((item) => ({ item, key: keyOf(item) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ item }) => item);

export const compareKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Distinct items: the members of a generalised item, the terms of a term chunk. */
export const canonicalItems = (items: readonly string[], seed: string): string[] => byKey(items, (item) => contentKey(seed, item));

/** Sub-records of a chunk, each with its items in code-point order. Equal ones are interchangeable. */
export const canonicalSubRecords = (subRecords: readonly (readonly string[])[], seed: string): string[][] =>
  byKey(
    subRecords.map((items) => items.toSorted(compareCodePoints)),
    (items) => contentKey(seed, items.join(ITEM)),
  );

/** No item holds a control character. */
const ITEM = '\u001f';
const MEMBER = '\u001e';

/**
 * Sort key of a published transaction: its entries as a set, then (if order carries information) in their order, so that order decides only between
 * rows with the same set. Members of a generalised item are a set.
 */
export function transactionKey(items: readonly Entry[], ordered: boolean, seed: string): string {
  const entries = items.map((entry) => (isGeneralised(entry) ? `${MEMBER}${entry.toSorted(compareCodePoints).join(MEMBER)}` : entry));
  const set = contentKey(seed, entries.toSorted(compareCodePoints).join(ITEM));
  return ordered ? set + contentKey(seed, entries.join(ITEM)) : set;
}

interface KeyedRow {
  readonly key: string;
  readonly id?: string | undefined;
}

/**
 * Rows in the order of their keys. Rows with equal keys are indistinguishable: they come in the order of a hash of their ids or, without ids, of
 * their rank in the file, so that the file's order carries no information.
 */
export function canonicalRows<T extends KeyedRow>(rows: readonly T[], seed: string): T[] {
  const turns = new Map<string, number>();
  const keyed = rows.map((row) => {
    const turn = turns.get(row.key) ?? 0;
    turns.set(row.key, turn + 1);
    return { row, turn };
  });
  if (turns.size === rows.length) return rows.toSorted((a, b) => compareKeys(a.key, b.key));
  return byKey(keyed, ({ row, turn }) => `${row.key}${contentKey(seed, `${row.key}|${row.id ?? turn}`)}`).map(({ row }) => row);
}
