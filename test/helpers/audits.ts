import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import type { Entry, LocatedTransaction } from '../../shared/core/model/transaction.ts';
import { setGeneralised } from '../../shared/kinds/set-generalised/kind.ts';
import type { SetGeneralisedOutcome } from '../../shared/kinds/set-generalised/publish/finish-audit.ts';
import type { AuditPorts } from '../../shared/kit/kind.ts';
import { runAudit } from '../../shared/pipeline/audit/run-audit.ts';
import { jsonTables } from '../../shared/pipeline/text-tables.ts';
import type { Embeddings } from '../../shared/ports/embeddings.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';
import { renderReport } from '../../shared/report/report.ts';

async function* located(transactions: readonly (readonly Entry[])[]): AsyncGenerator<LocatedTransaction> {
  for (const [at, items] of transactions.entries()) yield { items, line: at + 1 };
}

export interface MemoryAudit {
  readonly release: readonly (readonly Entry[])[];
  readonly original?: readonly (readonly string[])[];
  readonly source: HitCounter;
  readonly embeddings?: Embeddings;
  readonly request?: Readonly<Record<string, unknown>>;
  readonly batch?: AuditPorts['batch'];
}

export interface MemoryResults {
  readonly outcome: SetGeneralisedOutcome;
  /** Every file of the results but those that may hold times. */
  readonly files: Readonly<Record<string, string>>;
}

/** Ports without a file or a clock, and all that is written through them as text. */
export function memoryPorts(batch?: AuditPorts['batch']): { readonly ports: AuditPorts; files(): Readonly<Record<string, string>> } {
  const results = memoryBlobStore();
  const ports: AuditPorts = {
    work: memoryBlobStore(),
    results,
    encoders: [jsonTables],
    render: renderReport,
    clock: { now: () => new Date(0) },
    progress: { step: () => {}, advance: () => {}, end: () => {} },
    ...(batch === undefined ? {} : { batch }),
  };
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return { ports, files: () => Object.fromEntries([...results.blobs].map(([key, bytes]) => [key, text(bytes)])) };
}

export const IDENTITY = { auditId: 'a', requestHash: 'b', releaseSha256: 'c', originalSha256: null, unveilVersion: '0' } as const;

/** A whole audit without a file or a clock. */
export async function auditInMemory({ release, original, source, embeddings, request = {}, batch }: MemoryAudit): Promise<MemoryResults> {
  const { ports, files } = memoryPorts(batch);
  const parsed = auditRequest.parse({ release: 'release.txt', ...request });
  const outcome = await runAudit(
    setGeneralised,
    {
      request: parsed,
      name: 'test',
      given: {
        release: { name: 'release.txt', transactions: located(release) },
        ordered: true,
        original: original === undefined ? null : { name: 'original.txt', transactions: located(original) },
      },
      sources: [source],
      embeddings: embeddings ?? null,
      identity: () => IDENTITY,
    },
    ports,
  );
  return { outcome, files: files() };
}

/** The rows of a table of the results. */
export const rowsOf = ({ files }: Pick<MemoryResults, 'files'>, table: string): Record<string, unknown>[] =>
  (files[`${table}.jsonl`] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
