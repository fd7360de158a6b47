import { auditRequest } from '../../../contracts/audit-request.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import type { LocatedTransaction, Transaction } from '../../../core/model/transaction.ts';
import { seeded } from '../../../core/random/random.ts';
import {
  type Experiment,
  numberSetting,
  type PointInput,
  type PointPorts,
  type PointValue,
  silentPorts,
  UNNAMED,
} from '../../../kit/experiment/point.ts';
import { countBreaches, MODERATE_SHARE, moderate, STRONG, weak } from '../core/breach/breaches.ts';
import { codeRecords } from '../core/disassociate/coded-records.ts';
import { disassociate, disassociationFault } from '../core/disassociate/disassociate.ts';
import { disassociated } from '../kind.ts';

/** Breaches are found in the structure alone; all else is measured on what is put together again. */
export const disassociatedExperiment: Experiment = async (point, ports) =>
  point.measures.some((measure) => measure.startsWith('breaches')) ? breachPoint(point, ports) : await reassociationPoint(point, ports);

/** Disassociates and counts the breaches that each of three attackers finds in the structure alone. */
function breachPoint({ transactions, settings, seed }: PointInput, ports: Pick<PointPorts, 'nouns'>): PointValue[] {
  const [k, m, maxCluster] = [numberSetting(settings, 'k'), numberSetting(settings, 'm'), numberSetting(settings, 'maxCluster')];
  const fault = disassociationFault({ k, m, maxCluster }, transactions.length);
  if (fault !== null) throw new BadInput(fault);
  const records = transactions.map(({ items }) => items as readonly string[]);
  const data = codeRecords(records);
  const { release } = disassociate(data, { k, m, maxCluster });
  const attackers = {
    strong: STRONG,
    moderate: moderate(records, m, MODERATE_SHARE, seeded(seed, 'moderate')),
    weak: weak(data.terms, ports.nouns().lemmas(), m, seeded(seed, 'weak')),
  };
  return Object.entries(attackers).flatMap(([series, background]) => {
    const { quantity } = countBreaches(release, k, background);
    return [
      { series, measure: 'breaches', value: quantity },
      { series, measure: 'breaches a cluster', value: quantity / release.clusters.length },
    ];
  });
}

const STRATEGIES = ['aba', 'rga', 'mra', 'optimal', 'random'] as const;

/** Disassociates a part of the wanted density, puts it together again as `unveil audit` does, and gives hit rate, breakage and Word Mover's Distance. */
async function reassociationPoint(input: PointInput, ports: PointPorts): Promise<PointValue[]> {
  const { settings, seed } = input;
  const [k, m, maxCluster] = [numberSetting(settings, 'k'), numberSetting(settings, 'm'), numberSetting(settings, 'maxCluster')];
  const dense = densePart(input.transactions, numberSetting(settings, 'density'));
  if (dense === null) return STRATEGIES.map((series) => ({ series, measure: 'hit rate', value: null }));
  const { release, clusterOf } = disassociate(codeRecords(dense.map(({ items }) => items as readonly string[])), { k, m, maxCluster });
  async function* original(): AsyncGenerator<LocatedTransaction> {
    for (const [at, transaction] of (dense ?? []).entries()) yield { ...transaction, line: at + 1, cluster: clusterOf[at] };
  }
  const { attacks } = await ports.audit(
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

const MOST_TERMS = 40;
const LEAST_TERMS = 6;
/** Fewer transactions make no clusters worth the name. */
const LEAST_TRANSACTIONS = 100;

/**
 * A part of the data with a wanted density (mean length / distinct terms): as many of the most frequent terms as possible, and the
 * transactions that hold most of them, as long as the density is met. Null when no part of it is so dense.
 */
export function densePart(transactions: readonly Transaction[], density: number): readonly Transaction[] | null {
  const counts = new Map<string, number>();
  for (const { items } of transactions) for (const item of items as readonly string[]) counts.set(item, (counts.get(item) ?? 0) + 1);
  const byFrequency = [...counts].sort(([a, x], [b, y]) => y - x || compareCodePoints(a, b)).map(([item]) => item);
  for (let terms = Math.min(MOST_TERMS, byFrequency.length); terms >= LEAST_TERMS; terms -= 1) {
    const kept = new Set(byFrequency.slice(0, terms));
    const parts = transactions
      .map((each) => ({ ...each, items: each.items.filter((item) => kept.has(item as string)) }))
      .filter(({ items }) => items.length > 0)
      .sort((a, b) => b.items.length - a.items.length);
    let total = 0;
    let enough = 0;
    for (const [at, { items }] of parts.entries()) {
      total += items.length;
      if (total >= density * terms * (at + 1)) enough = at + 1;
    }
    if (enough >= LEAST_TRANSACTIONS) return parts.slice(0, enough);
  }
  return null;
}
