import type { Trial } from '../../../core/findings/finding.ts';
import { isGeneralised } from '../../../core/model/transaction.ts';
import { knownItemFindings, tooManyToKnow } from '../../../core/scoring/known-items.ts';
import { findingOfScoring, MOST_RECORDS, scoringFindings, tooMany } from '../../../core/scoring/scoring-findings.ts';
import { plainLikeness, ScoringRecords } from '../../../core/scoring/scoring-index.ts';
import type { Finding } from '../../../core/verdict/finding.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { type ReleaseSummary, readBlocks, readOriginalBlock } from '../read/store-release.ts';
import { attackedTransactions, removalsOf } from './removals.ts';

/**
 * Who is found by a few known items, in the release as it is published and with what the leading attack takes out. Known items are the
 * original's; without it those that are published alone, which makes the figures of the release an upper bound. `leading`: its position; null where
 * its eliminations were not kept.
 */
export async function scoreRelease(
  work: BlobStore,
  { transactions, blocks, hasOriginal }: ReleaseSummary,
  { leading, seed }: { readonly leading: number | null; readonly seed: string },
): Promise<{ readonly trials: readonly Trial[]; readonly findings: readonly Finding[] }> {
  if (transactions > MOST_RECORDS) {
    const trial = tooMany(transactions);
    return { trials: [trial], findings: [...tooManyToKnow(transactions), findingOfScoring(trial, transactions)] };
  }
  const before = new ScoringRecords();
  const known: (readonly string[])[] = [];
  for await (const transaction of readBlocks(work, blocks)) {
    before.add(plainLikeness(transaction));
    known.push(transaction.items.filter((entry) => !isGeneralised(entry)) as string[]);
  }
  const originals = hasOriginal ? (await Promise.all(blocks.map((_, number) => readOriginalBlock(work, number)))).flat() : known;
  const itemsOf = (record: number): readonly string[] => originals[record] ?? [];
  const published = scoringFindings({ records: before, itemsOf, when: 'as published', seed });
  const found = (trials: readonly Trial[]) => ({
    trials,
    findings: [
      ...knownItemFindings(before, (record) => known[record] ?? [], seed),
      ...trials.map((trial) => findingOfScoring(trial, transactions)),
    ],
  });
  if (leading === null) return found(published);
  const after = new ScoringRecords();
  for await (const transaction of attackedTransactions(work, { removals: await removalsOf(work), attack: leading }, blocks))
    after.add(plainLikeness(transaction));
  return found([...published, ...scoringFindings({ records: after, itemsOf, when: 'after the leading attack', seed })]);
}
