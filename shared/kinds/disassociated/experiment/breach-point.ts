import type { PointInput, PointPorts, PointValue } from '../../../app/experiment/point.ts';
import { numberSetting } from '../../../app/experiment/settings.ts';
import { codeRecords } from '../../../core/anonymise/disassociate/coded-records.ts';
import { disassociate, disassociationFault } from '../../../core/anonymise/disassociate/disassociate.ts';
import { MODERATE_SHARE, moderate, weak } from '../../../core/breach/background.ts';
import { countBreaches, STRONG } from '../../../core/breach/breaches.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { seeded } from '../../../core/random/random.ts';

/** Disassociates and counts the breaches that each of three attackers finds in the structure alone. */
export function breachPoint({ transactions, settings, seed }: PointInput, ports: Pick<PointPorts, 'nouns'>): PointValue[] {
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
