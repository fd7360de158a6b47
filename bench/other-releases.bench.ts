import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { indexItems, postings } from '../shared/core/anonymise/item-index.ts';
import { hierarchyByDegree } from '../shared/core/anonymise/km/hierarchy-formats.ts';
import { bandOrder } from '../shared/core/cahd/band-order.ts';
import { cahd } from '../shared/core/cahd/cahd.ts';
import { partSensitive } from '../shared/core/cahd/quasi-records.ts';
import { syntheticPlaces } from '../shared/core/generate/places.ts';
import { syntheticLog } from '../shared/core/generate/query-log.ts';
import { syntheticEdges } from '../shared/core/generate/social-graph.ts';
import { type Graph, graphOf } from '../shared/core/graph/graph.ts';
import { classFigures, SIGNATURES } from '../shared/core/graph/graph-attacks.ts';
import { anonymiseDegrees } from '../shared/core/graph/k-degree.ts';
import { generaliseLocally } from '../shared/core/local/local-generalisation.ts';
import { cloakAdaptive, cloakStrict } from '../shared/core/places/cloak.ts';
import type { Snapshot, Square } from '../shared/core/places/grid.ts';
import { clusterUsers } from '../shared/core/query-log/cluster-users.ts';
import { equalise } from '../shared/core/query-log/equalise.ts';
import { intentsOf } from '../shared/core/query-log/intents.ts';
import { scoreTargets } from '../shared/core/scoring/score-targets.ts';
import { plainLikeness, ScoringIndex, ScoringRecords } from '../shared/core/scoring/scoring-index.ts';
import { type Bar, type Bench, writeFigures } from './bench.ts';
import { benchSet, syntheticRecords } from './sets.ts';

type Records = readonly (readonly string[])[];

/** Processor time: what else the machine does is not counted. The least of several. */
function seconds(run: () => unknown, times = 3): number {
  let least = Infinity;
  for (let time = 0; time < times; time += 1) {
    const began = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(began);
    least = Math.min(least, (user + system) / 1e6);
  }
  return least;
}

interface Row {
  readonly what: string;
  readonly seconds: number;
  readonly asked: number | null;
  readonly growth: number | null;
  readonly note: string;
}

/** The further kinds of releases: how long making and attacking one takes, and how it grows over ten times the data. */
export const bench: Bench = async () => {
  const rows: Row[] = [scoring(), groups(), local(), ...places(), ...graphs(), queryLog()];
  writeFigures(
    'other-releases',
    ['what', 'processor time', 'asked', 'ten times the data', 'note'],
    rows.map(({ what, seconds: taken, asked, growth, note }) => [
      what,
      `${taken.toFixed(2)} s`,
      asked === null ? '' : `under ${asked} s`,
      growth === null ? '' : `${growth.toFixed(1)} ×`,
      note,
    ]),
    'Cores of the kinds of releases beside sets and tables, in memory, the least of three runs. *Ten times the data*: processor time against a tenth of the data, made alike.',
  );
  return rows.flatMap(({ what, seconds: taken, asked }): Bar[] =>
    asked === null ? [] : [{ what, figure: `${taken.toFixed(2)} s of processor time`, bar: `under ${asked} s`, met: taken < asked }],
  );
};

function scoring(): Row {
  const run = (records: Records): void => {
    const index = new ScoringIndex(ScoringRecords.of(records.map((items) => plainLikeness({ items }))));
    const step = Math.floor(records.length / 1_000);
    const targets = Array.from({ length: 1_000 }, (_, at) => ({ record: at * step, items: records[at * step] as readonly string[] }));
    scoreTargets(index, targets, [{ known: 3, wrong: 0 }], [...new Set(records.flat())], 'bench');
  };
  const of = (size: number): Records => syntheticRecords('scoring', { records: size, items: 5_000, meanLength: 8 });
  const [small, large] = [of(10_000), of(100_000)];
  const taken = seconds(() => run(large));
  return {
    what: 'scoring attack, 100,000 records, 1,000 targets',
    seconds: taken,
    asked: 10,
    growth: taken / seconds(() => run(small)),
    note: '3 items known, each target also taken out of the release',
  };
}

function groups(): Row {
  const run = (records: Records): number => {
    const index = indexItems(records.map((items) => ({ items })));
    const holders = postings(index);
    // Sensitive items as the authors choose them: rare enough for p.
    const sensitive = index.names.filter((_, item) => (holders[item] as Uint32Array).length * 200 < records.length).slice(0, 10);
    const parted = partSensitive(index, sensitive);
    return cahd(parted, { p: 10, alpha: 3 }, bandOrder(parted)).groups.length;
  };
  const { title, records } = benchSet('bms_webview_1');
  const shape = { items: 497, meanLength: 2.51 };
  const of = (size: number): Records => syntheticRecords('cahd', { records: size, ...shape });
  const [small, large] = [of(5_960), of(59_600)];
  return {
    what: `CAHD, ${title}, 10 sensitive items, p = 10`,
    seconds: seconds(() => run(records)),
    asked: 3,
    growth: seconds(() => run(large)) / seconds(() => run(small)),
    note: `${run(records)} groups`,
  };
}

function local(): Row {
  const run = (records: Records): number | null => {
    const index = indexItems(records.map((items) => ({ items })));
    const tree = hierarchyByDegree(index.names, 10);
    const leaves = new Map(tree.names.map((name, node) => [name, node]));
    return generaliseLocally(
      records.map((items) => items.map((item) => leaves.get(item) as number)),
      tree,
      5,
    ).ncp;
  };
  const { title, records } = benchSet('bms_webview_2');
  const shape = { items: 3_340, meanLength: 4.62 };
  const of = (size: number): Records => syntheticRecords('local', { records: size, ...shape });
  const [small, large] = [of(7_751), of(77_510)];
  return {
    what: `local generalisation, ${title}, k = 5`,
    seconds: seconds(() => run(records)),
    asked: 20,
    growth: seconds(() => run(large)) / seconds(() => run(small)),
    note: `NCP ${run(records)?.toFixed(3)}`,
  };
}

function places(): Row[] {
  const square: Square = { x: 0, y: 0, side: 1 };
  const of = (users: number): Snapshot =>
    syntheticPlaces(square, { users, snapshots: 1, towns: 500, seed: 'bench' }).next().value as Snapshot;
  const [small, large] = [of(100_000), of(1_000_000)];
  const options = { square, deepest: 16, k: 10 };
  return (
    [
      ['adaptive', cloakAdaptive],
      ['strict', cloakStrict],
    ] as const
  ).map(([name, cloak]) => {
    const taken = seconds(() => cloak(large, options));
    return {
      what: `cloaking, ${name}, 1,000,000 users, k = 10`,
      seconds: taken,
      asked: 5,
      growth: taken / seconds(() => cloak(small, options)),
      note: '16 levels',
    };
  });
}

function graphs(): Row[] {
  const file = join(process.env['UNVEIL_DATA'] ?? '../shared/data', 'other', 'lastfm_asia_edges.csv.zst');
  const made = (nodes: number): Graph => graphOf(syntheticEdges(nodes, 4, 'bench')).graph;
  const [title, graph] = existsSync(file)
    ? [
        'LastFM Asia',
        graphOf(
          zstdDecompressSync(readFileSync(file))
            .toString()
            .trim()
            .split('\n')
            .slice(1)
            .map((line) => line.split(',') as [string, string]),
        ).graph,
      ]
    : ['a graph of preferential attachment', made(7_624)];
  const [small, large] = [made(762), made(7_620)];
  const run = (each: Graph) => anonymiseDegrees(each, 5);
  const attack = (each: Graph) => Object.values(SIGNATURES).map((signature) => classFigures(signature(each), 5));
  const { added } = run(graph);
  return [
    {
      what: `k-degree anonymity, ${title}, k = 5`,
      seconds: seconds(() => run(graph)),
      asked: 5,
      growth: seconds(() => run(large)) / seconds(() => run(small)),
      note: `${added.length} edges added to ${graph.edges}`,
    },
    {
      what: `degree, neighbour-degree and neighbourhood attacks, ${title}`,
      seconds: seconds(() => attack(graph)),
      asked: null,
      growth: seconds(() => attack(large)) / seconds(() => attack(small)),
      note: '',
    },
  ];
}

function queryLog(): Row {
  const run = (users: number): number => {
    const { log } = intentsOf([...syntheticLog({ users, intents: 300, searches: 8, seed: 'bench' })], 0.5);
    return clusterUsers(log, 5).map((cluster) => equalise(log, cluster, 'bench')).length;
  };
  const taken = seconds(() => run(10_000), 1);
  return {
    what: 'query logs, 10,000 users, k = 5',
    seconds: taken,
    asked: null,
    growth: taken / seconds(() => run(1_000), 1),
    note: 'each seed is held against the users left that share an intent with it',
  };
}
