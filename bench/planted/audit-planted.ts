import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import type { Entry, LocatedTransaction } from '../../shared/core/model/transaction.ts';
import { setGeneralised } from '../../shared/kinds/set-generalised/kind.ts';
import type { SetGeneralisedOutcome } from '../../shared/kinds/set-generalised/publish/finish-audit.ts';
import { runAudit } from '../../shared/pipeline/audit/run-audit.ts';
import { type PlantedWish, plantedLeak } from '../../test/oracle/twins/planted-leak.ts';

async function* located(transactions: readonly (readonly Entry[])[]): AsyncGenerator<LocatedTransaction> {
  for (const [at, items] of transactions.entries()) yield { items, line: at + 1 };
}

/** The whole audit, as a user runs it, of a release whose leak is known. `seed` of the run is that of the release. */
export function auditPlanted(wish: PlantedWish, withOriginal: boolean): Promise<SetGeneralisedOutcome> {
  const { release, original, source } = plantedLeak(wish);
  return runAudit(
    setGeneralised,
    {
      request: auditRequest.parse({
        release: 'planted',
        attacks: ['calibrated'],
        seed: wish.seed,
        // Items are drawn in any order.
        context: { order: 'meaningless' },
        output: { attacked: false },
      }),
      name: 'planted',
      given: {
        release: { name: 'planted', transactions: located(release.map(({ items }) => items)) },
        ordered: true,
        original: withOriginal ? { name: 'original', transactions: located(original) } : null,
      },
      sources: [source],
      embeddings: null,
      identity: () => ({ auditId: '', requestHash: '', releaseSha256: '', originalSha256: '', unveilVersion: '' }),
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
