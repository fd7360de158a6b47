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
const ASKED_GROWTH = 1.3;
/** Cells of a generalised item here. */
const CELLS = 16;
/** What takes as long whatever is learned from: it is stated apart. */
const LEARNING = 'learn-release';

const measure = (items: number): Run =>
  JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', 'bench/cloud-scale-run.ts', String(items)], { encoding: 'utf8', maxBuffer: 1 << 26 }),
  ) as Run;

const learning = ({ steps }: Run): number => steps[LEARNING]?.seconds ?? 0;

export const bench: Bench = async () => {
  const runs = [10_000, 100_000].map(measure);
  const [small, large] = runs as [Run, Run];
  const each = (run: Run): number => ((run.cpu - learning(run)) / run.items) * 1e6;
  writeFigures(
    'cloud-scale',
    ['generalised items', 'processor µs an item, without learning', 'learning, processor seconds', 'seconds', 'peak memory, MB'],
    runs.map((run) => [
      run.items.toLocaleString('en'),
      each(run).toFixed(0),
      learning(run).toFixed(1),
      run.seconds.toFixed(1),
      (run.peak / 1e6).toFixed(0),
    ]),
    'Default attacks, cold score cache, counted from a corpus; parent, children and handlers in one process, one call at a time.',
  );
  writeSteps(small, large);
  const growth = large.peak / small.peak;
  const bars: Bar[] = [
    ...[small, large].map((run) => ({
      what: `processor time an item at ${run.items.toLocaleString('en')}, without learning`,
      figure: `${each(run).toFixed(0)} µs`,
      bar: `at most ${ASKED_MICROSECONDS} µs`,
      met: each(run) <= ASKED_MICROSECONDS,
    })),
    {
      what: 'memory at 100,000 by that at 10,000',
      figure: growth.toFixed(2),
      bar: `at most ${ASKED_GROWTH}`,
      met: growth <= ASKED_GROWTH,
    },
  ];
  return bars;
};

/** What each step takes: the cost formula (shared/app/cloud/cost/step-work) has to say at least as much, and not far more. */
function writeSteps(small: Run, large: Run): void {
  const names = [...new Set([...Object.keys(large.steps), ...Object.keys(small.steps)])];
  const rows = names.map((step) => {
    const [few, many] = [small.steps[step], large.steps[step]];
    const more = ((many?.seconds ?? 0) - (few?.seconds ?? 0)) / (large.items - small.items);
    return [
      step,
      (few?.seconds ?? 0).toFixed(2),
      (many?.seconds ?? 0).toFixed(2),
      String(many?.calls ?? 0),
      (many?.longest ?? 0).toFixed(2),
      (more * 1e6).toFixed(1),
    ];
  });
  const size = ({ items, bytes }: Run): string => `${items} generalised items of ${bytes} bytes and ${items * CELLS} cells`;
  writeFigures(
    'cloud-steps',
    ['step', 'processor seconds of the smaller', 'of the larger', 'calls', 'longest', 'µs an item more'],
    rows,
    `Each step of the audits of cloud-scale, with the loading of its code: ${size(small)}, and ${size(large)}.`,
  );
}
