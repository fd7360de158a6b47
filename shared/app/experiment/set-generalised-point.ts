import { type AuditRequest, auditRequest } from '../../contracts/audit-request.ts';
import { TABLE_ATTACKS } from '../../core/attack/attacks.ts';
import type { LocatedTransaction, Transaction } from '../../core/model/transaction.ts';
import { seeded } from '../../core/random/random.ts';
import type { NounGraph } from '../../core/wordnet/noun-graph.ts';
import type { AuditIdentity } from '../../kinds/kind.ts';
import { setGeneralised } from '../../kinds/set-generalised/kind.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import { type AuditPorts, runAudit } from '../audit/run-audit.ts';
import { makeRelease } from './made-release.ts';
import { numberOf, type Settings } from './settings.ts';

/** One value of one point. */
export interface PointValue {
  readonly series: string;
  readonly measure: string;
  readonly value: number | null;
}

export interface PointInput {
  readonly transactions: readonly Transaction[];
  readonly source: HitCounter;
  readonly settings: Settings;
  readonly seed: string;
}

export interface PointPorts {
  readonly memory: () => BlobStore;
  readonly nouns: () => NounGraph;
  /** Word vectors for Word Mover's Distances; null or left out where there are none: these are then not computable. */
  readonly vectors?: () => Promise<Embeddings | null>;
  /** Milliseconds, from whenever. */
  readonly now: () => number;
}

const ATTACKED_WITH = ['random', 'mda', 'tba', 'wba', 'gba', 'rba'] as const;

/** Makes a release, attacks it as `unveil audit` does, and gives precision, recall and F1 of each attack. */
export async function setGeneralisedPoint({ transactions, source, settings, seed }: PointInput, ports: PointPorts): Promise<PointValue[]> {
  const { release, original } = makeRelease(transactions, settings, seed, ports.nouns);
  const request: AuditRequest = auditRequest.parse({
    release: 'release',
    allowSuppressed: true,
    attacks: [...ATTACKED_WITH],
    ratio: numberOf(settings, 'ratio'),
    context: { width: numberOf(settings, 'width') },
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
      sources: [source],
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

/** Points publish nothing: there is nothing to name. */
export const UNNAMED: AuditIdentity = { auditId: 'experiment', requestHash: '', releaseSha256: '', originalSha256: '', unveilVersion: '' };

/** An audit that keeps all in memory and publishes nothing. */
export const silentPorts = ({ memory }: PointPorts): AuditPorts => ({
  work: memory(),
  results: memory(),
  encoders: [],
  clock: { now: () => new Date(0) },
  progress: { step: () => {}, advance: () => {}, end: () => {} },
  render: () => [],
});

async function* located(transactions: readonly Transaction[]): AsyncGenerator<LocatedTransaction> {
  for (const [at, transaction] of transactions.entries()) {
    if (transaction.items.length > 0) yield { ...transaction, line: at + 1 };
  }
}

/** Milliseconds that each attack takes on one random square table of `size` rows: the best of three. */
export function tableTimePoint(settings: Settings, seed: string, now: () => number): PointValue[] {
  const size = numberOf(settings, 'size');
  const random = seeded(seed, 'table', size);
  const table = { rows: size, columns: size, cells: Float64Array.from({ length: size * size }, () => 0.2 + random.unit()) };
  return TABLE_ATTACKS.filter(({ name }) => ATTACKED_WITH.some((each) => each === name)).map((attack) => {
    const times = [0, 1, 2].map(() => {
      const started = now();
      attack.run(table, { seed });
      return now() - started;
    });
    return { series: attack.name, measure: 'milliseconds', value: Math.min(...times) };
  });
}
