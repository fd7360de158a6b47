import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import type { Entry, LocatedTransaction } from '../../shared/core/model/transaction.ts';
import { setGeneralised } from '../../shared/kinds/set-generalised/kind.ts';
import type { SetGeneralisedOutcome } from '../../shared/kinds/set-generalised/publish/finish-audit.ts';
import { runAudit } from '../../shared/pipeline/audit/run-audit.ts';
import type { Embeddings } from '../../shared/ports/embeddings.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';

/** A release with its truth, line by line. */
export interface KnownRelease {
  readonly release: readonly (readonly Entry[])[];
  readonly original: readonly (readonly string[])[];
}

export interface Knowledge {
  readonly sources: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
}

/** The whole audit, as a user's, in memory. */
export function auditRelease(
  { release, original }: KnownRelease,
  { sources, embeddings }: Knowledge,
  request: Readonly<Record<string, unknown>>,
): Promise<SetGeneralisedOutcome> {
  return runAudit(
    setGeneralised,
    {
      request: auditRequest.parse({ release: 'release.jsonl', output: { attacked: false }, ...request }),
      name: 'believe',
      given: {
        release: { name: 'release.jsonl', transactions: located(release) },
        ordered: true,
        original: { name: 'original.jsonl', transactions: located(original) },
      },
      sources,
      embeddings,
      identity: () => ({ auditId: 'believe', requestHash: '', releaseSha256: '', originalSha256: null, unveilVersion: '' }),
    },
    {
      work: memoryBlobStore(),
      results: memoryBlobStore(),
      encoders: [],
      render: () => '',
      clock: { now: () => new Date(0) },
      progress: { step: () => {}, advance: () => {}, end: () => {} },
    },
  );
}

async function* located(transactions: readonly (readonly Entry[])[]): AsyncGenerator<LocatedTransaction> {
  for (const [at, items] of transactions.entries()) yield { items, line: at + 1 };
}
