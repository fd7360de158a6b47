// 10,000 and 100,000 generalised items of 4 by 4 through the deployed definition with the real handlers, each in a process of its own; S3 and
// DynamoDB run in another. Processor time, since the machine is shared.
import { execFileSync } from 'node:child_process';
import { type Bar, type Bench, writeFigures } from './bench.ts';

interface Run {
  readonly items: number;
  readonly seconds: number;
  readonly cpu: number;
  readonly peak: number;
  readonly bytes: number;
  readonly steps: Readonly<Record<string, { readonly seconds: number; readonly calls: number; readonly longest: number }>>;
}

const ASKED_MICROSECONDS = 250;
/** Cells of a generalised item here. */
const CELLS = 16;
const BY_BYTES = ['read-release', 'plan-units'];
const ASKED_GROWTH = 1.3;

const measure = (items: number): Run =>
  JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', 'bench/cloud-scale-run.ts', String(items)], { encoding: 'utf8', maxBuffer: 1 << 26 }),
  ) as Run;

export const bench: Bench = async () => {
  const runs = [10_000, 100_000].map(measure);
  const [small, large] = runs as [Run, Run];
  const each = (run: Run): number => (run.cpu / run.items) * 1e6;
  writeFigures(
    'cloud-scale',
    ['generalised items', 'processor µs an item', 'seconds', 'peak memory, MB'],
    runs.map((run) => [run.items.toLocaleString('en'), each(run).toFixed(0), run.seconds.toFixed(1), (run.peak / 1e6).toFixed(0)]),
    'Default attacks, cold score cache, counted from a corpus; parent, children and handlers in one process, one call at a time.',
  );
  writeSteps(small, large);
  const growth = large.peak / small.peak;
  const bars: Bar[] = [
    {
      what: 'processor time an item at 10,000',
      figure: `${each(small).toFixed(0)} µs`,
      bar: `at most ${ASKED_MICROSECONDS} µs`,
      met: each(small) <= ASKED_MICROSECONDS,
    },
    {
      what: 'processor time an item at 100,000',
      figure: `${each(large).toFixed(0)} µs`,
      bar: `at most ${ASKED_MICROSECONDS} µs`,
      met: each(large) <= ASKED_MICROSECONDS,
    },
    {
      what: 'memory at 100,000 by that at 10,000',
      figure: growth.toFixed(2),
      bar: `at most ${ASKED_GROWTH}`,
      met: growth <= ASKED_GROWTH,
    },
  ];
  return bars;
};

/** What each step takes more for more items, of what it works on: the slopes of the cost formula (core/measure/cloud-work). */
function writeSteps(small: Run, large: Run): void {
  const more = large.items - small.items;
  const rows = Object.entries(large.steps).map(([step, { seconds, calls, longest }]) => {
    const slope = (seconds - (small.steps[step]?.seconds ?? 0)) / more;
    const [unit, units] = BY_BYTES.includes(step) ? ['byte', large.bytes / large.items] : ['cell', CELLS];
    return [
      step,
      seconds.toFixed(2),
      String(calls),
      longest.toFixed(2),
      (slope * 1e6).toFixed(1),
      `${(slope / units).toExponential(2)} a ${unit}`,
    ];
  });
  writeFigures(
    'cloud-steps',
    ['step', 'processor seconds at 100,000', 'calls', 'longest', 'µs an item more', 'processor seconds'],
    rows,
    'Each step of the audits of cloud-scale; slopes between 10,000 and 100,000 generalised items of 16 cells.',
  );
}
