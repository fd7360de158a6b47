import { hashText } from '../random/hash.ts';
import { compareCodePoints } from './code-points.ts';
import type { DisassociatedRelease } from './disassociated.ts';
import { type Entry, isGeneralised } from './transaction.ts';

// The order in which a file gives lines, members and sub-records may be the order of the originals, and so the truth. Whatever looks at a
// release sees them in another: by a hash of their content under the run's seed. Positions then break ties by content, and say nothing.

/** Content under a seed, as text to sort by. */
export const contentKey = (seed: string, content: string): string =>
  hashText(`${seed.length}:${seed}|${content}`)
    .map((word) => word.toString(16).padStart(8, '0'))
    .join('');

const byKey = <T>(items: readonly T[], keyOf: (item: T) => string): T[] =>
  items
    .map((item) => ({ item, key: keyOf(item) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ item }) => item);

export const compareKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Distinct items: the members of a generalised item, the terms of a term chunk. */
export const canonicalItems = (items: readonly string[], seed: string): string[] => byKey(items, (item) => contentKey(seed, item));

/** Sub-records of a chunk, each with its items in code-point order. Equal ones are one as good as the other. */
export const canonicalSubRecords = (subRecords: readonly (readonly string[])[], seed: string): string[][] =>
  byKey(
    subRecords.map((items) => items.toSorted(compareCodePoints)),
    (items) => contentKey(seed, items.join(ITEM)),
  );

/** No item holds a control character. */
const ITEM = '\u001f';
const MEMBER = '\u001e';

/**
 * What a transaction publishes, as a key: its entries as a set, then in their order where that carries something, so that order moves nothing
 * but rows that publish the same set. Brackets hold sets.
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
 * Rows by their keys. Rows that publish the same cannot be told apart: they come in the order of a hash of their ids, or of their turns in the
 * file where they have none, so that which of them the file gives first is no help either.
 */
export function canonicalRows<T extends KeyedRow>(rows: readonly T[], seed: string): T[] {
  const turns = new Map<string, number>();
  const keyed = rows.map((row) => {
    const turn = turns.get(row.key) ?? 0;
    turns.set(row.key, turn + 1);
    return { row, turn };
  });
  if (turns.size === rows.length) return rows.toSorted((a, b) => compareKeys(a.key, b.key));
  return keyed
    .map(({ row, turn }) => ({ row, key: `${row.key}${contentKey(seed, `${row.key}|${row.id ?? turn}`)}` }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ row }) => row);
}

/**
 * A disassociated release with its sub-records and terms in the canonical order; clusters and chunks, whose numbers name them, stay where they
 * are. Empty sub-records are left out: whether and where they are written says nothing.
 */
export const canonicalRelease = (release: DisassociatedRelease, seed: string): DisassociatedRelease => {
  const chunk = (subRecords: readonly (readonly string[])[]): string[][] =>
    canonicalSubRecords(
      subRecords.filter(({ length }) => length > 0),
      seed,
    );
  return {
    ...release,
    clusters: release.clusters.map(({ size, recordChunks, termChunk }) => ({
      size,
      recordChunks: recordChunks.map(chunk),
      termChunk: canonicalItems(termChunk, seed),
    })),
    jointClusters: release.jointClusters.map(({ clusters, sharedChunks }) => ({ clusters, sharedChunks: sharedChunks.map(chunk) })),
  };
};
