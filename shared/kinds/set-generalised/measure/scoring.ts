import { isGeneralised } from '../../../core/model/transaction.ts';
import {
  findingOfScoring,
  knownItemFindings,
  MOST_RECORDS,
  scoringFindings,
  tooMany,
  tooManyToKnow,
} from '../../../core/scoring/scoring-findings.ts';
import { plainLikeness, ScoringRecords } from '../../../core/scoring/scoring-index.ts';
import type { Finding } from '../../../core/verdict/finding.ts';
import type { Trial } from '../../../core/verdict/trial.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { type ReleaseSummary, readBlocks, readOriginals } from '../read/store-release.ts';
import { attackedTransactions, removalsOf } from './removals.ts';

/**
 * People found by a few known items, before and after the leading attack. Known items are the original's; without it those that are published
 * alone, which makes the figures an upper bound. `leading`: its position; null if its eliminations were not kept.
 */
export async function scoreRelease(
  work: BlobStore,
  release: ReleaseSummary,
  { leading, seed }: { readonly leading: number | null; readonly seed: string },
): Promise<{ readonly trials: readonly Trial[]; readonly findings: readonly Finding[] }> {
  const { transactions, blocks, hasOriginal } = release;
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
  const originals = hasOriginal ? await readOriginals(work, release) : known;
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
