import { runAudit } from '../../../app/audit/run-audit.ts';
import { type PointInput, type PointPorts, type PointValue, silentPorts, UNNAMED } from '../../../app/experiment/point.ts';
import { numberSetting } from '../../../app/experiment/settings.ts';
import { auditRequest } from '../../../contracts/audit-request.ts';
import { codeRecords } from '../../../core/anonymise/disassociate/coded-records.ts';
import { disassociate } from '../../../core/anonymise/disassociate/disassociate.ts';
import type { LocatedTransaction } from '../../../core/model/transaction.ts';
import { disassociated } from '../kind.ts';
import { densePart } from './dense-part.ts';

const STRATEGIES = ['aba', 'rga', 'mra', 'optimal', 'random'] as const;

/** Disassociates a part of the wanted density, puts it together again as `unveil audit` does, and gives hit rate, breakage and Word Mover's Distance. */
export async function reassociationPoint(input: PointInput, ports: PointPorts): Promise<PointValue[]> {
  const { settings, seed } = input;
  const [k, m, maxCluster] = [numberSetting(settings, 'k'), numberSetting(settings, 'm'), numberSetting(settings, 'maxCluster')];
  const dense = densePart(input.transactions, numberSetting(settings, 'density'));
  if (dense === null) return STRATEGIES.map((series) => ({ series, measure: 'hit rate', value: null }));
  const { release, clusterOf } = disassociate(codeRecords(dense.map(({ items }) => items as readonly string[])), { k, m, maxCluster });
  async function* original(): AsyncGenerator<LocatedTransaction> {
    for (const [at, transaction] of (dense ?? []).entries()) yield { ...transaction, line: at + 1, cluster: clusterOf[at] as number };
  }
  const { attacks } = await runAudit(
    disassociated,
    {
      request: auditRequest.parse({ release: 'release', attacks: [...STRATEGIES], claim: { k, m }, seed }),
      name: 'experiment',
      given: { parsed: { release, warnings: [] }, original: { name: 'original', transactions: original() } },
      sources: [await input.source()],
      embeddings: null,
      vectors: (await ports.vectors?.()) ?? null,
      nouns: () => ports.nouns().lemmas(),
      identity: () => UNNAMED,
    },
    silentPorts(ports),
  );
  return [
    ...attacks.flatMap(({ attack, rates, breakage, distance }) => [
      { series: attack.name, measure: 'hit rate', value: rates.hitRate.value },
      { series: attack.name, measure: 'breakage', value: breakage },
      { series: attack.name, measure: 'word movers distance', value: distance },
    ]),
    { series: 'expected at random', measure: 'hit rate', value: attacks[0]?.rates.hitRate.random ?? null },
  ];
}
