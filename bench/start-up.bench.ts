import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { type Bar, writeFigures } from './bench.ts';

const RUNS = 15;
const BAR = 150;

interface Start {
  /** Middle of the runs, and their least, in milliseconds from the user's Enter to the prompt. */
  readonly median: number;
  readonly least: number;
}

/** Runs the command as a user would; the first run, which fills Node's compile cache, is not counted. */
function start(file: string, args: readonly string[]): Start {
  const times = Array.from({ length: RUNS + 1 }, () => {
    const started = performance.now();
    const { status } = spawnSync(file, [...args], { env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` } });
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
    return performance.now() - started;
  })
    .slice(1)
    .toSorted((a, b) => a - b);
  return { median: times[Math.floor(RUNS / 2)] ?? Number.NaN, least: times[0] ?? Number.NaN };
}

export async function bench(): Promise<readonly Bar[]> {
  const unveil = resolve('bin/unveil.mjs');
  const node = start(process.execPath, ['-e', '0']);
  const help = start(unveil, ['--help']);
  const ms = (value: number): string => value.toFixed(0);
  writeFigures(
    'start-up',
    ['what', 'median, ms', 'least, ms'],
    [
      ['node -e 0', ms(node.median), ms(node.least)],
      ['unveil --help, from a clone', ms(help.median), ms(help.least)],
    ],
    `Wall clock of ${RUNS} runs each, after one that is not counted, on Node 24.`,
  );
  return [
    {
      what: 'unveil --help from a clone, median',
      figure: `${ms(help.median)} ms (bare node: ${ms(node.median)} ms)`,
      bar: `< ${BAR} ms`,
      met: help.median < BAR,
    },
  ];
}
