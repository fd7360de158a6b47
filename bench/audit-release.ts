import { memoryBlobStore } from '../shared/adapters/local/memory-blob-store.ts';
import { auditRequest } from '../shared/contracts/audit-request.ts';
import type { Entry, LocatedTransaction } from '../shared/core/model/transaction.ts';
import { setGeneralised } from '../shared/kinds/set-generalised/kind.ts';
import type { SetGeneralisedOutcome } from '../shared/kinds/set-generalised/publish/finish-audit.ts';
import { silentPorts, UNNAMED } from '../shared/kit/experiment/point.ts';
import type { AuditPorts } from '../shared/kit/kind.ts';
import { runAudit } from '../shared/pipeline/audit/run-audit.ts';
import type { Embeddings } from '../shared/ports/embeddings.ts';
import type { HitCounter } from '../shared/ports/hit-counter.ts';

/** A release with its truth, line by line. */
export interface KnownRelease {
  readonly release: readonly (readonly Entry[])[];
  readonly original: readonly (readonly string[])[];
}

export interface Knowledge {
  readonly sources: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
}

/** The whole audit, as a user's, in memory. Without the original nothing is measured. */
export function auditRelease(
  { release, original }: Pick<KnownRelease, 'release'> & { readonly original: KnownRelease['original'] | null },
  { sources, embeddings }: Knowledge,
  request: Readonly<Record<string, unknown>>,
  written: Partial<Pick<AuditPorts, 'encoders' | 'render'>> = {},
): Promise<SetGeneralisedOutcome> {
  return runAudit(
    setGeneralised,
    {
      request: auditRequest.parse({ release: 'release.jsonl', output: { attacked: false }, ...request }),
      name: 'bench',
      given: {
        release: { name: 'release.jsonl', transactions: located(release) },
        ordered: true,
        original: original === null ? null : { name: 'original.jsonl', transactions: located(original) },
      },
      sources,
      embeddings,
      identity: () => UNNAMED,
    },
    { ...silentPorts({ memory: memoryBlobStore }), ...written },
  );
}

async function* located(transactions: readonly (readonly Entry[])[]): AsyncGenerator<LocatedTransaction> {
  for (const [at, items] of transactions.entries()) yield { items, line: at + 1 };
}
