import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import type { Bar } from './bench.ts';

export const note =
  'Elapsed time from a clone after one run that is not counted. A machine with an older Node starts Node 24 for everything but --help.';

const RUNS = 15;
/** Of the README's audit, which takes seconds. */
const AUDITS = 5;
/** Allowed milliseconds, scaled by `node -e 0` on slower machines only. */
const README = { most: 2500, bare: 60 };
const BAR = 150;
/** Some machines take longer to start Node alone (extra certificates, a busy processor): then only what is ours counts. */
const MARGIN = 50;

interface Start {
  /** Middle of the runs, and their least, in milliseconds from the user's Enter to the prompt. */
  readonly median: number;
  readonly least: number;
}

/** Runs the command as a user would, on the Node of that folder; the first run, which may fill a cache, is not counted. */
function start(folder: string, file: string, args: readonly string[], count = RUNS): Start {
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` };
  const times = Array.from({ length: count + 1 }, () => {
    const started = performance.now();
    const { status } = spawnSync(file, [...args], { env });
    if (status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${status}`);
    return performance.now() - started;
  })
    .slice(1)
    .toSorted((a, b) => a - b);
  return { median: times[Math.floor(count / 2)] ?? Number.NaN, least: times[0] ?? Number.NaN };
}

/** The Node that is on the machine, which may be older than 24: npm's scripts put ours in front of it. */
function machineNode(): string | null {
  const own = dirname(process.execPath);
  const others = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== own && !folder.includes('node_modules'));
  return others.find((folder) => existsSync(join(folder, 'node'))) ?? null;
}

export async function bench(): Promise<readonly Bar[]> {
  const unveil = resolve('bin/unveil.mjs');
  const machine = machineNode();
  const places = [{ name: `Node ${process.versions.node}`, folder: dirname(process.execPath) }];
  if (machine !== null) {
    const version = spawnSync(join(machine, 'node'), ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1);
    places.push({ name: `the machine's Node ${version}`, folder: machine });
  }
  const ms = (value: number): string => value.toFixed(0);
  const bars: Bar[] = [];
  for (const { name, folder } of places) {
    const bare = start(folder, 'node', ['-e', '0']);
    const help = start(folder, unveil, ['--help']);
    if (bars.length === 0) {
      const audit = start(folder, 'npm', ['start'], AUDITS);
      const most = README.most * Math.max(1, bare.least / README.bare);
      bars.push({
        what: `npm start the second time, ${name}, least`,
        figure: `${ms(audit.least)} ms (bare node: ${ms(bare.least)})`,
        bar: `at most ${ms(most)} ms: ${README.most} where bare node takes ${README.bare} or less`,
        met: audit.least <= most,
      });
    }
    bars.push({
      what: `unveil --help from a clone, ${name}, median`,
      figure: `${ms(help.median)} ms, least ${ms(help.least)} (bare node: ${ms(bare.median)}, least ${ms(bare.least)})`,
      bar: `< ${BAR} ms, or ${MARGIN} above bare node where that is slow itself`,
      met: help.median < Math.max(BAR, bare.median + MARGIN),
    });
  }
  return bars;
}
