import type { Finding } from '../../../core/findings/finding.ts';
import { isGeneralised } from '../../../core/model/transaction.ts';
import { MOST_RECORDS, scoringFindings, tooMany } from '../../../core/scoring/scoring-findings.ts';
import { type Likeness, plainLikeness } from '../../../core/scoring/scoring-index.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { type ReleaseSummary, readBlocks, readOriginalBlock } from '../read/store-release.ts';
import { attackedTransactions } from './removals.ts';

/**
 * Who is found by a few known items, in the release as it is published and with what the leading attack takes out. Known items are the
 * original's; without it those that are published alone, which makes the figures of the release an upper bound. `removed`: where the attack's
 * eliminations stand; null where it kept none.
 */
export async function scoreRelease(
  work: BlobStore,
  { transactions, blocks, hasOriginal }: ReleaseSummary,
  { removed, seed }: { readonly removed: string | null; readonly seed: string },
): Promise<Finding[]> {
  if (transactions > MOST_RECORDS) return [tooMany(transactions)];
  const before: Likeness[] = [];
  const known: (readonly string[])[] = [];
  for await (const transaction of readBlocks(work, blocks)) {
    before.push(plainLikeness(transaction));
    known.push(transaction.items.filter((entry) => !isGeneralised(entry)) as string[]);
  }
  const originals = hasOriginal ? (await Promise.all(blocks.map((_, number) => readOriginalBlock(work, number)))).flat() : known;
  const itemsOf = (record: number): readonly string[] => originals[record] ?? [];
  const published = scoringFindings({ records: before, itemsOf, when: 'as published', seed });
  if (removed === null) return published;
  const after: Likeness[] = [];
  for await (const transaction of attackedTransactions(work, removed, blocks)) after.push(plainLikeness(transaction));
  return [...published, ...scoringFindings({ records: after, itemsOf, when: 'after the leading attack', seed })];
}
