import { join, resolve } from 'node:path';
import type { Advice, Change, TableChange } from '../../shared/contracts/advice.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { isNamedSource, isNamedVectors } from '../../shared/contracts/sources.ts';
import { generalisationOf, shownIndex } from '../../shared/core/anonymise/mend/draft.ts';
import type { MendPolicy } from '../../shared/core/anonymise/mend/policy.ts';
import { utilityOf } from '../../shared/core/anonymise/utility/utility.ts';
import { encoderOf } from '../../shared/core/format/encoder.ts';
import type { Transaction } from '../../shared/core/model/transaction.ts';
import { renderAdvice } from '../../shared/report/advice-page.ts';
import { transactionLines } from '../anonymise/json-lines.ts';
import { writeAtomically } from '../write-atomically.ts';
import type { SaferRelease } from './advise-on.ts';

/** What `audit.json` of the new release says: what was asked of the given one, and what it now claims. */
export const requestToWrite = ({ labels, sources, embeddings, egress, context, smoothing, seed }: AuditRequest, { k }: MendPolicy) => ({
  release: 'release.jsonl',
  original: 'original.jsonl',
  allowSuppressed: true,
  claim: { k, privacyConstraints: 'privacy.txt' },
  context: { ...context, order: 'meaningless' },
  sources: sources.map(placed),
  egress,
  smoothing,
  seed,
  ...(labels === undefined ? {} : { labels: resolve(labels) }),
  ...(embeddings === undefined ? {} : { embeddings: isNamedVectors(embeddings) ? embeddings : resolve(embeddings) }),
});

/** A path from the current folder means nothing to who reads a request that lies elsewhere. */
export const placed = (source: string): string => (isNamedSource(source) ? source : resolve(source));

interface Written {
  readonly transactions: readonly Transaction[];
  readonly release: readonly Transaction[];
  readonly policy: MendPolicy;
  readonly request: Readonly<Record<string, unknown>>;
}

/** As `unveil anonymise` writes a release, with what was changed and why beside it. */
export async function writeReleaseFiles(folder: string, { transactions, release, policy, request }: Written): Promise<void> {
  await writeAtomically(join(folder, 'release.jsonl'), transactionLines(release));
  await writeAtomically(join(folder, 'original.jsonl'), transactionLines(transactions));
  await writeAtomically(
    join(folder, 'privacy.txt'),
    policy.privacy.map((items) => encoderOf('text').line({ items })),
  );
  await writeAtomically(join(folder, 'audit.json'), [`${JSON.stringify(request, null, 2)}\n`]);
}

export async function writeAdviceFiles(folder: string, { advice, draft, changes }: Omit<SaferRelease, 'release'>): Promise<void> {
  const measures = { method: 'advise', ...utilityOf(draft.index, generalisationOf(draft), shownIndex(draft)) };
  await writeAdvice(folder, { advice, measures, changes });
}

interface WrittenAdvice {
  readonly advice: Advice;
  readonly measures: Readonly<Record<string, unknown>>;
  readonly changes: readonly (Change | TableChange)[];
}

/** What of it is the same for every kind of release. */
export async function writeAdvice(folder: string, { measures, ...advised }: WrittenAdvice): Promise<void> {
  await writeAtomically(join(folder, 'measures.json'), [`${JSON.stringify(measures, null, 2)}\n`]);
  for (const { name, pieces } of adviceFiles(advised)) await writeAtomically(join(folder, name), pieces);
}

/** What was changed and why, and what was tried. */
export const adviceFiles = ({ advice, changes }: Omit<WrittenAdvice, 'measures'>): readonly { name: string; pieces: string[] }[] => [
  { name: 'changes.jsonl', pieces: changes.map((change) => `${JSON.stringify(change)}\n`) },
  { name: 'advice.json', pieces: [`${JSON.stringify(advice, null, 2)}\n`] },
  { name: 'advice.html', pieces: [renderAdvice(advice)] },
];
