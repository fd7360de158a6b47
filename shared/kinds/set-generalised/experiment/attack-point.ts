import { runAudit } from '../../../app/audit/run-audit.ts';
import { type PointInput, type PointPorts, type PointValue, silentPorts, UNNAMED } from '../../../app/experiment/point.ts';
import { numberSetting } from '../../../app/experiment/settings.ts';
import { type AuditRequest, auditRequest } from '../../../contracts/audit-request.ts';
import type { LocatedTransaction, Transaction } from '../../../core/model/transaction.ts';
import { setGeneralised } from '../kind.ts';
import { makeCoatRelease } from './made-release.ts';

/** The attacks of the published experiments. */
export const ATTACKED_WITH = ['random', 'mda', 'tba', 'wba', 'gba', 'rba'] as const;

/** Makes a release, attacks it as `unveil audit` does, and gives precision, recall and F1 of each attack. */
export async function attackPoint({ transactions, source, settings, seed }: PointInput, ports: PointPorts): Promise<PointValue[]> {
  const { release, original } = makeCoatRelease(transactions, settings, seed, ports.nouns);
  const request: AuditRequest = auditRequest.parse({
    release: 'release',
    allowSuppressed: true,
    attacks: [...ATTACKED_WITH],
    ratio: numberSetting(settings, 'ratio'),
    context: { width: numberSetting(settings, 'width') },
    seed,
  });
  const { attacks } = await runAudit(
    setGeneralised,
    {
      request,
      name: 'experiment',
      given: {
        release: { name: 'release', transactions: located(release) },
        ordered: true,
        original: { name: 'original', transactions: located(original) },
      },
      sources: [await source()],
      embeddings: null,
      identity: () => UNNAMED,
    },
    silentPorts(ports),
  );
  const named = attacks.filter(({ attack }) => ATTACKED_WITH.some((name) => name === attack.name));
  return [
    ...named.flatMap(({ attack, precision, recall, f1 }) => [
      { series: attack.name, measure: 'precision', value: precision },
      { series: attack.name, measure: 'recall', value: recall },
      { series: attack.name, measure: 'f1', value: f1 },
    ]),
    { series: '1 - density', measure: 'precision', value: named[0]?.basePrecision ?? null },
  ];
}

async function* located(transactions: readonly Transaction[]): AsyncGenerator<LocatedTransaction> {
  for (const [at, transaction] of transactions.entries()) {
    if (transaction.items.length > 0) yield { ...transaction, line: at + 1 };
  }
}
