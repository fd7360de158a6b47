import { auditRequest } from '../../shared/contracts/audit-request.ts';
import type { LocatedTransaction } from '../../shared/core/model/transaction.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { type AttackInput, attackCluster, plannedReassociations } from '../../shared/kinds/disassociated/attack/attack-cluster.ts';
import { codeRecords } from '../../shared/kinds/disassociated/core/disassociate/coded-records.ts';
import { disassociate } from '../../shared/kinds/disassociated/core/disassociate/disassociate.ts';
import { disassociated } from '../../shared/kinds/disassociated/kind.ts';
import { learnPlacements } from '../../shared/kinds/disassociated/learn/learn-placements.ts';
import { measureClusters } from '../../shared/kinds/disassociated/measure/measure-clusters.ts';
import { clusterRecord, clusterSlices } from '../../shared/kinds/disassociated/read/cluster-store.ts';
import { clusterScores, countClusters, type Relating } from '../../shared/kinds/disassociated/score/score-clusters.ts';
import { runAudit } from '../../shared/pipeline/audit/run-audit.ts';
import { IDENTITY, memoryPorts } from '../helpers/audits.ts';
import { countsOver } from '../helpers/counts-over.ts';
import { randomRecords } from '../helpers/disassociation-data.ts';

const random = seeded('disassociated run');
const records = randomRecords(random, { records: 120, terms: 14, longest: 5 });
const made = disassociate(codeRecords(records), { k: 3, m: 2, maxCluster: 12 });
const corpus = (documents: readonly string[]) => ({ ...countsOver(documents), source: { id: 'corpus:documents', version: '1' } });
const source = corpus(randomRecords(random, { records: 200, terms: 14, longest: 6 }).map((items) => items.join(' ')));
const request = auditRequest.parse({ release: 'release.json', claim: { k: 3, m: 2 } });

async function* original(): AsyncGenerator<LocatedTransaction> {
  for (const [at, items] of records.entries()) yield { items, line: at + 1, cluster: made.clusterOf[at] };
}

async function audit(units: number): Promise<Readonly<Record<string, string>>> {
  const { ports, files } = memoryPorts({ units, cells: 1_000_000 });
  await runAudit(
    disassociated,
    {
      request,
      name: 'test',
      given: {
        parsed: { release: made.release, warnings: [] },
        original: { name: 'original', transactions: original() },
      },
      sources: [source],
      embeddings: null,
      nouns: () => ['t1', 't2', 'dog'],
      identity: () => IDENTITY,
    },
    ports,
  );
  return files();
}

describe('an audit of a disassociated release', () => {
  test('results do not depend on the batches', async () => {
    const all = await audit(1_000_000);
    expect(Object.keys(all)).toEqual(expect.arrayContaining(['attacked.jsonl', 'placements.jsonl', 'breaches.jsonl', '_SUCCESS.json']));
    expect(all['attacked.jsonl']?.trim().split('\n')).toHaveLength(120);
    expect(await audit(1)).toEqual(all);
    expect(await audit(7)).toEqual(all);
  });
});

describe('attackCluster', () => {
  const { attacks, termPlaces } = plannedReassociations(request, [source.source]);
  const broken: AttackInput['attacks'][number] = {
    ...attacks[0],
    place: () => {
      throw new RangeError('a message that could quote items');
    },
  };
  const relating = { sources: [source], embeddings: null, smoothing: 'cautious' as const };
  const [slice = []] = clusterSlices(made.release);
  const attacked = async (clusters: typeof slice, from: Relating, all = attacks) => {
    const model = await learnPlacements(made.release, from, { claim: { k: 3, m: 2 }, seed: 's' });
    const records = clusters.map(({ record }) => record);
    const { tables, lifts } = await countClusters(records, from, { termPlaces, learns: true });
    const scored = records.map((record, at) =>
      clusterScores(record, { table: tables?.[at] ?? null, lifts: lifts?.[at] ?? null }, from, termPlaces),
    );
    return (await Promise.all(scored)).map((scores, at) =>
      attackCluster({ ...clusters[at], ...scores }, { termPlaces, attacks: all, model }),
    );
  };

  test('an attack that throws is errored on that cluster, by its class alone, and the others go on', async () => {
    const [whole] = await attacked(slice.slice(0, 1), relating);
    const [part] = await attacked(slice.slice(0, 1), relating, [broken, ...attacks.slice(1)]);
    expect(part?.attacks[0]).toEqual({ kind: 'errored', error: 'RangeError' });
    expect(part?.attacks.slice(1)).toEqual(whole?.attacks.slice(1));
  });

  test('what is found of a cluster is the same through JSON, as the cloud hands it on', async () => {
    // Items that are never together, so that distances beyond all numbers travel too.
    const sparse = { ...relating, sources: [corpus(['t0 t1', ...records.flat()])], smoothing: 'infinite' as const };
    const outcomes = await attacked(slice, sparse);
    expect(JSON.parse(JSON.stringify(outcomes))).toEqual(outcomes);
    const placedBy = (name: string) =>
      outcomes.flatMap(({ attacks: all }) => {
        const own = all[attacks.findIndex((attack) => attack.name === name)];
        return own?.kind === 'placed' ? own.placements : [];
      });
    expect(placedBy('calibrated').length).toBeGreaterThan(10);
    expect(JSON.stringify(outcomes).includes('"never"')).toBe(true);
    const optimal = placedBy('optimal');
    expect(optimal.flatMap(({ values }) => values).every((cost) => typeof cost === 'number' && cost >= 0 && cost <= 1)).toBe(true);
  });
});

describe('measureClusters', () => {
  const measures = { attacks: 2, termPlaces: 2, seed: 's', vectors: null, labels: undefined };

  test('a cluster of which nothing is left is lost: errored for every attack, nothing placed, its pieces counted', async () => {
    const cluster = {
      size: 2,
      recordChunks: [
        [['a'], ['b']],
        [['c'], ['c']],
      ],
      termChunk: ['d'],
    };
    const originals = [
      ['a', 'c'],
      ['b', 'c', 'd'],
    ];
    const { figures, results } = await measureClusters(
      [{ unit: 0, record: clusterRecord(0, cluster, 0), outcome: null, originals }],
      measures,
    );
    expect(figures).toMatchObject({ lost: [0], errored: [1, 1], places: [0, 0], pieces: 2, scored: 0 });
    expect(figures.figures?.[0]).toMatchObject({ pieces: 2, hits: 0, places: 0, occurrences: 3, transactions: 2, broken: 0 });
    expect(results[0]?.placements).toEqual([[], []]);
  });

  test('without the original nothing is measured, and places are still counted', async () => {
    const cluster = { size: 1, recordChunks: [[['a']], [['c']]], termChunk: [] };
    const outcome = {
      unit: 0,
      scored: 1,
      unmatched: ['c'],
      attacks: [
        { kind: 'placed' as const, placements: [{ piece: 0, rows: [0], values: [0.5] }] },
        { kind: 'errored' as const, error: 'X' },
      ],
    };
    const { figures, results } = await measureClusters(
      [{ unit: 0, record: clusterRecord(0, cluster, 0), outcome, originals: null }],
      measures,
    );
    const { named, ...rest } = figures;
    expect(named.map(({ sums }) => [sums[0]?.people, sums[0]?.targets])).toEqual([
      [1, 1],
      [0, 1],
    ]);
    expect(rest).toEqual({ figures: null, pieces: 1, scored: 1, places: [1, 0], errored: [0, 1], unmatched: [['c', 1]], lost: [] });
    expect(results[0]?.placements[0]).toEqual([{ piece: 0, rows: [0], values: [-0.5] }]);
  });
});
