import { runAudit } from '../../shared/app/audit/run-audit.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { codeRecords } from '../../shared/core/anonymise/disassociate/coded-records.ts';
import { disassociate } from '../../shared/core/anonymise/disassociate/disassociate.ts';
import type { LocatedTransaction } from '../../shared/core/model/transaction.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { type AttackInput, attackClusters, placeByModel } from '../../shared/kinds/disassociated/attack/attack-clusters.ts';
import type { Relating } from '../../shared/kinds/disassociated/attack/score-clusters.ts';
import { plannedReassociations } from '../../shared/kinds/disassociated/attack/strategies.ts';
import { disassociated } from '../../shared/kinds/disassociated/kind.ts';
import { learnPlacements } from '../../shared/kinds/disassociated/learn/learn-placements.ts';
import { measureClusters } from '../../shared/kinds/disassociated/measure/measure-clusters.ts';
import { clusterRecord, clusterSlices } from '../../shared/kinds/disassociated/read/cluster-units.ts';
import { IDENTITY, memoryPorts } from '../helpers/audits.ts';
import { countsOver } from '../helpers/counts-over.ts';
import { randomRecords } from '../helpers/disassociation-data.ts';

const random = seeded('disassociated run');
const records = randomRecords(random, { records: 120, terms: 14, longest: 5 });
const made = disassociate(codeRecords(records), { k: 3, m: 2, maxCluster: 12 });
const source = countsOver(randomRecords(random, { records: 200, terms: 14, longest: 6 }).map((items) => items.join(' ')));
const request = auditRequest.parse({ release: 'release.json', claim: { k: 3, m: 2 } });

async function* original(): AsyncGenerator<LocatedTransaction> {
  for (const [at, items] of records.entries()) yield { items, line: at + 1, cluster: made.clusterOf[at] as number };
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

describe('attackClusters', () => {
  const { attacks, termPlaces } = plannedReassociations(request, [source.source]);
  const alone = attacks.filter(({ learns }) => !learns);
  const broken: AttackInput['attacks'][number] = {
    ...(alone[0] as AttackInput['attacks'][number]),
    place: () => {
      throw new RangeError('a message that could quote items');
    },
  };
  const relating = { sources: [source], embeddings: null, smoothing: 'cautious' as const };
  const [slice = []] = clusterSlices(made.release);
  const learn = async (from: Relating) => ({
    model: await learnPlacements(made.release, from, { claim: { k: 3, m: 2 }, seed: 's' }),
    relating: from,
  });

  test('an attack that throws is errored on that cluster, by its class alone, and the others go on', async () => {
    const [whole] = await attackClusters(slice.slice(0, 1), { relating, termPlaces, attacks: alone });
    const [part] = await attackClusters(slice.slice(0, 1), { relating, termPlaces, attacks: [broken, ...alone.slice(1)] });
    expect(part?.attacks[0]).toEqual({ kind: 'errored', error: 'RangeError' });
    expect(part?.attacks.slice(1)).toEqual(whole?.attacks.slice(1));
  });

  test('what is found of a cluster is the same through JSON, as the cloud hands it on', async () => {
    // Items that are never together, so that distances beyond all numbers travel too.
    const sparse = { ...relating, sources: [countsOver(['t0 t1', ...records.flat()])], smoothing: 'infinite' as const };
    const outcomes = await attackClusters(slice, { relating: sparse, termPlaces, attacks: alone });
    const learned = await learn(sparse);
    const decided = await placeByModel(slice, { learned, termPlaces, attacks: attacks.filter(({ learns }) => learns) });
    for (const found of [outcomes, decided]) expect(JSON.parse(JSON.stringify(found))).toEqual(found);
    expect(decided.flatMap(({ attacks: [own] }) => (own?.kind === 'placed' ? own.placements : [])).length).toBeGreaterThan(10);
    expect(JSON.stringify(outcomes).includes('"never"')).toBe(true);
    const optimal = outcomes.flatMap(({ attacks: [first] }) => (first?.kind === 'placed' ? first.placements : []));
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
