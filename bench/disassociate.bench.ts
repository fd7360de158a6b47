import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeRecords } from '../shared/core/anonymise/disassociate/coded-records.ts';
import { disassociate } from '../shared/core/anonymise/disassociate/disassociate.ts';
import { checkRelease } from '../shared/core/breach/check-release.ts';
import { coverProblems } from '../shared/core/breach/cover-problems.ts';
import { type Bar, type Bench, time, writeFigures } from './bench.ts';
import { plainDisassociation } from './plain/disassociation.ts';
import { benchSet, type SetName, syntheticRecords } from './sets.ts';

const MAX = 50;
const M = 2;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

/** Disassociation: speed file to file, growth, and its utility beside the plain form's; refining and partial suppression apart. */
export const bench: Bench = async () => {
  const bars: Bar[] = [];
  const rows: string[][] = [];
  const limits: readonly (readonly [SetName, number, number, number])[] = [
    ['bms_webview_1', 3, Infinity, Infinity],
    ['bms_webview_2', 5, 1500, 400],
    ['retail', 5, 3000, Infinity],
  ];
  for (const [name, k, most, memory] of limits) {
    const { title, records } = benchSet(name);
    const data = codeRecords(records);
    const options = { k, m: M, maxCluster: MAX };
    const plain = once(() => plainDisassociation(data, k, MAX));
    const ownTime = time(() => disassociate(data, options), 3);
    const own = disassociate(data, options);
    const refined = once(() => disassociate(data, { ...options, refine: true }));
    const safe = once(() => disassociate(data, { ...options, safe: true }));
    const { occurrences } = own.utility;
    const file = fileToFile(records, k);
    rows.push([
      title,
      String(k),
      seconds(file.least),
      `${file.megabytes.toFixed(0)} MB`,
      seconds(ownTime.min),
      `${(plain.milliseconds / ownTime.min).toFixed(0)} ×`,
      percent(own.utility.inRecordChunks / occurrences),
      percent(plain.value / occurrences),
      seconds(refined.milliseconds - ownTime.min),
      percent(refined.value.utility.inSharedChunks / occurrences),
      seconds(safe.milliseconds - ownTime.min),
      `${percent(safe.value.utility.suppressed / occurrences)} + ${percent(safe.value.utility.moved / occurrences)}`,
    ]);
    if (most < Infinity)
      bars.push({
        what: `${title}, file to file without start and reading, k = ${k}, m = ${M}`,
        figure: seconds(file.least),
        bar: `under ${seconds(most)}`,
        met: file.least < most,
      });
    if (memory < Infinity)
      bars.push({
        what: `${title}, memory`,
        figure: `${file.megabytes.toFixed(0)} MB`,
        bar: `under ${memory} MB`,
        met: file.megabytes < memory,
      });
    bars.push({
      what: `${title}, occurrences in record chunks`,
      figure: percent(own.utility.inRecordChunks / occurrences),
      bar: `not below the plain form's ${percent(plain.value / occurrences)}`,
      met: own.utility.inRecordChunks >= plain.value,
    });
    const left = safe.value.release.clusters.reduce((count, cluster) => count + coverProblems(cluster).length, 0);
    bars.push({ what: `${title}, cover problems after --safe`, figure: String(left), bar: '0', met: left === 0 });
    const violations = [own, refined.value, safe.value].reduce(
      (count, { release }) => count + checkRelease(release, { k, m: M }).length,
      0,
    );
    bars.push({ what: `${title}, violations found by the checker`, figure: String(violations), bar: '0', met: violations === 0 });
  }
  bars.push(growth());
  writeFigures(
    'disassociate',
    [
      'dataset',
      'k',
      'file to file',
      'memory',
      'core',
      'plain form',
      'in record chunks',
      'plain form',
      'refining',
      'gain',
      'safe',
      'suppressed + moved',
    ],
    rows,
    `Disassociation with m = ${M} and at most ${MAX} transactions a cluster. *File to file*: the command \`unveil anonymise\` with its check and its files, without its start and the reading of the input; *core*: the algorithm alone; *plain form*: how many times longer the printed form takes in the same run, and its share of occurrences in record chunks. *Refining* and *safe*: what they add to the core's time; *gain*: occurrences in shared chunks; *suppressed + moved*: what partial suppression cost.`,
  );
  return bars;
};

function once<T>(run: () => T): { readonly value: T; readonly milliseconds: number } {
  const started = performance.now();
  const value = run();
  return { value, milliseconds: performance.now() - started };
}

/** The command in a process of its own, three times: the least time without its start and without reading, and the most memory. */
function fileToFile(records: readonly (readonly string[])[], k: number): { readonly least: number; readonly megabytes: number } {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-bench-'));
  try {
    const file = join(folder, 'records.fimi');
    writeFileSync(file, `${records.map((items) => items.join(' ')).join('\n')}\n`);
    const runs = Array.from({ length: 3 }, (_, run) => {
      const args = [
        file,
        '--method',
        'disassociate',
        '--k',
        String(k),
        '--m',
        String(M),
        '--max-cluster',
        String(MAX),
        '--out',
        join(folder, String(run)),
      ];
      const { stdout, stderr } = spawnSync(process.execPath, ['bench/plain/run-cli.ts', ...args], { encoding: 'utf8' });
      const last = stdout.trim().split('\n').at(-1);
      if (last === undefined || last === '') throw new Error(stderr);
      return JSON.parse(last) as { readonly milliseconds: number; readonly megabytes: number };
    });
    return { least: Math.min(...runs.map((run) => run.milliseconds)), megabytes: Math.max(...runs.map((run) => run.megabytes)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function processorTime(run: () => unknown): number {
  const began = process.cpuUsage();
  run();
  return process.cpuUsage(began).user / 1000;
}

function growth(): Bar {
  const shape = { items: 3_340, meanLength: 4.62 };
  const small = codeRecords(syntheticRecords('growth', { ...shape, records: 40_000 }));
  const large = codeRecords(syntheticRecords('growth', { ...shape, records: 200_000 }));
  const options = { k: 5, m: M, maxCluster: MAX };
  // Processor time of both in turns: what else the machine does in one of them would be taken for growth.
  let [once, five] = [Infinity, Infinity];
  for (let round = 0; round < 5; round += 1) {
    once = Math.min(
      once,
      processorTime(() => disassociate(small, options)),
    );
    five = Math.min(
      five,
      processorTime(() => disassociate(large, options)),
    );
  }
  return {
    what: '5 times the records (40,000 to 200,000, synthetic)',
    figure: `${(five / once).toFixed(2)} × the time`,
    bar: 'at most 5.5 ×',
    met: five / once <= 5.5,
  };
}
