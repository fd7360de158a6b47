import { auditRequest } from '../../shared/contracts/audit-request.ts';
import type { LocatedTransaction } from '../../shared/core/model/transaction.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { codeRecords } from '../../shared/kinds/disassociated/core/disassociate/coded-records.ts';
import { disassociate } from '../../shared/kinds/disassociated/core/disassociate/disassociate.ts';
import { disassociated } from '../../shared/kinds/disassociated/kind.ts';
import { runAudit } from '../../shared/pipeline/audit/run-audit.ts';
import { auditInMemory, IDENTITY, memoryPorts } from './audits.ts';
import { calibratedOver } from './calibrated-release.ts';
import { countsOver } from './counts-over.ts';

const SAMPLE = calibratedOver('reports');
/** Knows nothing. */
const STRANGER = countsOver(['nothing of it']);

/** Reports of whole audits, by what is particular to them. */
export async function reportsOf(): Promise<Readonly<Record<string, string>>> {
  const { release, original, embeddings } = SAMPLE;
  const request = { claim: { k: 2, m: 2 } };
  const known = { release, source: STRANGER, embeddings, request };
  const page = async (audit: Promise<{ readonly files: Readonly<Record<string, string>> }>): Promise<string> =>
    (await audit).files['report.html'];
  return {
    measured: await page(auditInMemory({ ...known, original })),
    'without original': await page(auditInMemory(known)),
    'cannot judge': await page(auditInMemory({ release, original, source: STRANGER, request })),
    redacted: await page(auditInMemory({ ...known, original, request: { ...request, output: { redact: true } } })),
    disassociated: await page(disassociatedOver('reports')),
  };
}

/** An audit of a made disassociated release, in which words of a topic go together. */
export async function disassociatedOver(
  seed: string,
  request: Readonly<Record<string, unknown>> = {},
): Promise<{
  readonly files: Readonly<Record<string, string>>;
  readonly original: readonly (readonly string[])[];
  readonly clusterOf: readonly number[];
}> {
  const random = seeded(seed, 'disassociated');
  const records = Array.from({ length: 160 }, (_, at) => {
    const items = new Set<string>();
    while (items.size < 4) items.add(`topic${at % 8}word${random.below(9)}`);
    return [...items];
  });
  const made = disassociate(codeRecords(records), { k: 3, m: 2, maxCluster: 14 });
  const clusterOf = [...made.clusterOf] as number[];
  async function* original(): AsyncGenerator<LocatedTransaction> {
    for (const [at, items] of records.entries()) yield { items, line: at + 1, cluster: clusterOf[at] };
  }
  const { ports, files } = memoryPorts();
  await runAudit(
    disassociated,
    {
      request: auditRequest.parse({ release: 'release.json', claim: { k: 3, m: 2 }, ...request }),
      name: 'disassociated',
      given: {
        parsed: { release: made.release, warnings: [] },
        original: { name: 'original', transactions: original() },
      },
      sources: [STRANGER],
      embeddings: SAMPLE.embeddings,
      nouns: () => ['dog'],
      identity: () => IDENTITY,
    },
    ports,
  );
  return { files: files(), original: records, clusterOf };
}
