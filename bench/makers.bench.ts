// Anonymisers of transactions and their checks on public datasets: time, growth and memory, and utility no worse than the plain greedy form's.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hierarchyByDegree } from '../shared/core/format/hierarchy-formats.ts';
import { anonymiseKm } from '../shared/core/generalise/km.ts';
import { syntheticTransactions } from '../shared/core/generate/topics.ts';
import { indexItems } from '../shared/core/model/item-index.ts';
import { seeded, shuffle } from '../shared/core/random/random.ts';
import { countBreaches, STRONG } from '../shared/kinds/disassociated/core/breach/breaches.ts';
import { checkRelease } from '../shared/kinds/disassociated/core/breach/check-release.ts';
import { codeRecords } from '../shared/kinds/disassociated/core/disassociate/coded-records.ts';
import { disassociate } from '../shared/kinds/disassociated/core/disassociate/disassociate.ts';
import { coat } from '../shared/kinds/set-generalised/core/coat/coat.ts';
import { utilityOf } from '../shared/kinds/set-generalised/core/utility/utility.ts';
import { type Bar, type Bench, inSeconds, least, processorTime } from './bench.ts';
import { runCommand } from './command.ts';
import { benchSet, type SetName, syntheticRecords } from './sets.ts';

export const note =
  'Processor time, least of several runs. k^m: k = 5, m = 2, a degree-4 hierarchy over item numbers. COAT: k = 4. Disassociation: m = 2, at most 50 transactions a cluster. Utility is compared with what the plain greedy form reaches on the same data.';

export const bench: Bench = async () => [...km(), ...coats(), ...checks(), ...disassociations(), growth()];

/** Seconds that were asked for, and the utility: the smaller of what was asked and what the plain greedy form reaches. */
const KM: readonly (readonly [SetName, seconds: number, ncp: number])[] = [
  ['bms_webview_1', 0.5, 0.0838],
  ['bms_webview_2', 1.5, 0.02],
];

function km(): Bar[] {
  return KM.flatMap(([name, most, wanted]) => {
    const { title, records, isReal } = benchSet(name);
    const options = { k: 5, m: 2, hierarchy: hierarchyByDegree(records.flat(), 4) };
    const transactions = records.map((items) => ({ items }));
    const time = inSeconds(
      `k^m, ${title}`,
      least(3, () => anonymiseKm(transactions, options)),
      most,
    );
    if (!isReal) return [time];
    const { ncp } = anonymiseKm(transactions, options);
    return [time, { what: `k^m, ${title}: NCP`, figure: ncp.toFixed(4), bar: `at most ${wanted}`, met: ncp <= wanted }];
  });
}

/** log10 of the loss of the plain greedy form on the same generated transactions, by the number of items of a constraint. */
const COAT_LOSS = [-1505.52, -1504.44] as const;

function coats(): Bar[] {
  return COAT_LOSS.flatMap((plain, at) => {
    const [small, large] = [coatCase(758, at + 1), coatCase(7580, at + 1)];
    const name = `COAT, 758 transactions, 127 constraints of ${at + 1}`;
    const time = least(5, () => coat(small.transactions, small.settings));
    const growth = least(3, () => coat(large.transactions, large.settings)) / time;
    const loss = utilityOf(indexItems(small.transactions), coat(small.transactions, small.settings)).utilityLossLog10 ?? 0;
    return [
      inSeconds(name, time, 1),
      { what: `${name}: log10 of the loss`, figure: loss.toFixed(2), bar: `at most ${plain}`, met: loss <= plain + 0.005 },
      { what: `${name}: 10 times the transactions`, figure: `${growth.toFixed(1)} times`, bar: 'at most 10', met: growth <= 10 },
    ];
  });
}

/** 5,000 items in topics; 127 itemsets that someone holds. */
function coatCase(transactions: number, size: number) {
  const made = syntheticTransactions({ transactions, vocabulary: 5000, density: 0.006, topics: 50, seed: 'bench' });
  const items = made.map((each) => each.items as readonly string[]);
  const random = seeded('bench', 'privacy');
  const privacy = Array.from({ length: 127 }, () => ({
    items: shuffle([...(items[random.below(items.length)] ?? [])], random).slice(0, size),
  }));
  return { transactions: made, settings: { k: 4, privacy, utility: [[...new Set(items.flat())]], maxSuppressed: 0 } };
}

/** The first run counts, as on a command line. */
function checks(): Bar[] {
  const { title, records } = benchSet('bms_webview_1');
  const claim = { k: 3, m: 2 };
  // Read back from JSON, so that texts are what a reader makes of them.
  const release = JSON.parse(JSON.stringify(disassociate(codeRecords(records), { ...claim, maxCluster: 50 }).release));
  return [
    inSeconds(
      `${title}, guarantee check`,
      processorTime(() => checkRelease(release, claim)),
      0.25,
    ),
    inSeconds(
      `${title}, breach detection, strong attacker`,
      processorTime(() => countBreaches(release, 3, STRONG)),
      0.25,
    ),
  ];
}

/** Asked of the command: seconds and megabytes; the share of occurrences in record chunks that the plain greedy form reaches. */
const DISASSOCIATED: readonly (readonly [SetName, k: number, seconds: number, megabytes: number, kept: number])[] = [
  ['bms_webview_1', 3, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0.728],
  ['bms_webview_2', 5, 1.5, 400, 0.418],
  ['retail', 5, 3, Number.POSITIVE_INFINITY, 0.252],
];

function disassociations(): Bar[] {
  return DISASSOCIATED.flatMap(([name, k, most, memory, plain]) => {
    const { title, records, isReal } = benchSet(name);
    const bars: Bar[] = [];
    if (most < Number.POSITIVE_INFINITY) {
      const { cpu, megabytes } = fileToFile(records, k);
      bars.push(inSeconds(`${title}, disassociated, file to file, k = ${k}`, cpu, most));
      if (memory < Number.POSITIVE_INFINITY)
        bars.push({ what: `${title}, memory`, figure: `${megabytes.toFixed(0)} MB`, bar: `under ${memory} MB`, met: megabytes < memory });
    }
    const { utility } = disassociate(codeRecords(records), { k, m: 2, maxCluster: 50 });
    const kept = utility.inRecordChunks / utility.occurrences;
    if (isReal)
      bars.push({
        what: `${title}, occurrences in record chunks`,
        figure: `${(100 * kept).toFixed(1)} %`,
        bar: `at least ${(100 * plain).toFixed(1)} %`,
        met: kept >= plain - 0.0005,
      });
    return bars;
  });
}

/** The command in a process of its own, three times: the least processor time without the start of Node, and its memory. */
function fileToFile(records: readonly (readonly string[])[], k: number): { readonly cpu: number; readonly megabytes: number } {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-bench-'));
  try {
    const file = join(folder, 'records.fimi');
    writeFileSync(file, `${records.map((items) => items.join(' ')).join('\n')}\n`);
    const words = ['anonymise', file, '--method', 'disassociate', '--k', String(k), '--m', '2', '--max-cluster', '50'];
    const runs = Array.from({ length: 3 }, (_, run) => runCommand([...words, '--out', join(folder, String(run))]));
    return runs.reduce((best, each) => (each.cpu < best.cpu ? each : best));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Both in turns: what else the machine does during one of them would look like growth. */
function growth(): Bar {
  const of = (size: number) => codeRecords(syntheticRecords('growth', { records: size, items: 3_340, meanLength: 4.62 }));
  const [small, large] = [of(40_000), of(200_000)];
  const took = (data: typeof small): number => processorTime(() => disassociate(data, { k: 5, m: 2, maxCluster: 50 }));
  const rounds = Array.from({ length: 5 }, () => [took(small), took(large)] as const);
  const times = Math.min(...rounds.map(([, each]) => each)) / Math.min(...rounds.map(([each]) => each));
  return {
    what: 'disassociation, 5 times the records',
    figure: `${times.toFixed(2)} times the time`,
    bar: 'at most 5.5',
    met: times <= 5.5,
  };
}
