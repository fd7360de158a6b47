// The statistics of an audit's end in a process of their own: intervals, lifts and the choice of the best over the rows of all slices, with
// the attacks that run by default. What the process held is the most that it ever did, Node itself included.
import { spawnSync } from 'node:child_process';
import { type Bar, type Bench, includeFigures, writeFigures } from './bench.ts';

const BAR = 1000;
const SIZES = [1_000, 100_000, 1_000_000, 4_000_000];
/** Of these so much is asked. */
const ASKED = 1_000_000;

interface Published {
  readonly attacks: number;
  readonly seconds: number;
  readonly megabytes: number;
}

function publish(rows: number): Published {
  const child = spawnSync(process.execPath, ['bench/publish/statistics.ts', String(rows)], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as Published;
}

export const bench: Bench = async () => {
  const found = SIZES.map((rows) => ({ rows, ...publish(rows) }));
  /** Bytes of a further row, over the size before: a small process holds what it has let go of. */
  const slope = ({ rows, megabytes }: (typeof found)[number], before: (typeof found)[number]): number =>
    ((megabytes - before.megabytes) * 2 ** 20) / (rows - before.rows);
  writeFigures(
    'publish',
    ['rows', 'attacks', 'processor time, s', 'MB', 'bytes a further row'],
    found.map((each, at) => [
      each.rows.toLocaleString('en'),
      String(each.attacks),
      each.seconds.toFixed(1),
      each.megabytes.toFixed(0),
      at === 0 ? '' : slope(each, found[at - 1] as typeof each).toFixed(0),
    ]),
    'Statistics of rows with an original in a process of their own; MB is the most it held, with Node.',
  );
  includeFigures('publish', 'docs/operations.md');
  return found
    .filter(({ rows }) => rows === ASKED)
    .map(
      ({ rows, megabytes }): Bar => ({
        what: `statistics of ${rows.toLocaleString('en')} rows, default attacks`,
        figure: `${megabytes.toFixed(0)} MB`,
        bar: `at most ${BAR} MB`,
        met: megabytes <= BAR,
      }),
    );
};
