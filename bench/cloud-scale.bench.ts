// Audits of several shapes through the deployed definition with the real handlers, bundled as they are deployed, each function in a process of its
// own with the memory that its template gives it; Step Functions, S3 and DynamoDB run in others. Processor time, since the machine is shared.
// UNVEIL_PART=3/7 runs the third shape, some minutes; what each part found is kept, and the pages are written when all are there.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditRequest } from '../shared/contracts/audit-request.ts';
import { attackSet } from '../shared/kinds/set-generalised/attack/attack-set.ts';
import { learningBytes } from '../shared/kinds/set-generalised/learn/calibrated/study.ts';
import { type Bar, type Bench, writeFigures } from './bench.ts';
import { BENCH_CACHE } from './calibrated/corpora.ts';
import type { FunctionFigures } from './cloud-scale/functions.ts';

interface Run {
  readonly items: number;
  readonly seconds: number;
  readonly rows: number;
  readonly members: number;
  readonly cells: number;
  readonly bytes: number;
  /** To S3, from the start to the end, counted; and as the estimate says before anything is sent. */
  readonly requests: number;
  readonly estimated: { readonly requests: number; readonly children: number; readonly dollars: number };
  readonly functions: Readonly<Record<string, FunctionFigures>>;
}

const ASKED_MICROSECONDS = 250;
const ASKED_GROWTH = 1.3;
/** Cells of a generalised item here. */
const CELLS = 16;
/** Constant time, reported separately. */
const LEARNING = 'learn-release';

/** The attacks that are counted, by what they need. */
const { release, tables: table } = attackSet(auditRequest.parse({ release: 'release.txt' }), {});

/** Generalised items, transactions of each, members. All but the last two have many, some or few items of the same cells. */
const SHAPES = [
  [10_000, 4, 4],
  [100_000, 4, 4],
  [40_000, 4, 4],
  [400, 100, 4],
  [4, 10_000, 4],
  // As many cells as are learned from; and one item more in rows than in anything else.
  [100, 1_500, 2],
  [2, 100_000, 2],
] as const;
const [PART = 0] = (process.env['UNVEIL_PART'] ?? '0').split('/').map(Number);

const measure = (shape: readonly number[]): Run =>
  JSON.parse(
    execFileSync(process.execPath, ['bench/cloud-scale/run.ts', ...shape.map(String)], { encoding: 'utf8', maxBuffer: 1 << 26 }),
  ) as Run;

/** Measured now, or kept of the same commit; null: another part's. */
function runOf(shape: readonly number[], at: number, folder: string): Run | null {
  const file = join(folder, `${shape.join('-')}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Run;
  if (PART !== 0 && PART !== at + 1) return null;
  const run = measure(shape);
  writeFileSync(file, JSON.stringify(run));
  return run;
}

const sum = ({ functions }: Run, of: (figures: FunctionFigures) => number): number =>
  Object.values(functions).reduce((total, figures) => total + of(figures), 0);
const learning = ({ functions }: Run): number => functions[LEARNING]?.seconds ?? 0;

export const bench: Bench = async () => {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const folder = join(BENCH_CACHE, `cloud-scale-${commit}`);
  mkdirSync(folder, { recursive: true });
  const found = SHAPES.map((shape, at) => runOf(shape, at, folder)).filter((run) => run !== null);
  const shapeBars = found.flatMap(barsOf);
  if (found.length < SHAPES.length) {
    console.log(`    shapes so far: ${found.map(({ items, rows }) => `${items} x ${rows}`).join(', ')}, of ${SHAPES.length}`);
    return shapeBars;
  }
  const [small, large] = found as [Run, Run];
  const runs = [small, large];
  const each = (run: Run): number => ((sum(run, ({ seconds }) => seconds) - learning(run)) / run.items) * 1e6;
  /** The function that holds most. */
  const peak = ({ functions }: Run): number => Math.max(...Object.values(functions).map((figures) => figures.peak));
  writeFigures(
    'cloud-scale',
    [
      'generalised items',
      'processor µs an item, without learning',
      'learning, processor seconds',
      'loading of code, processor seconds',
      'seconds',
      'memory of the function that holds most, MB',
    ],
    runs.map((run) => [
      run.items.toLocaleString('en'),
      each(run).toFixed(0),
      learning(run).toFixed(1),
      sum(run, ({ loading }) => loading).toFixed(1),
      run.seconds.toFixed(1),
      (peak(run) / 1e6).toFixed(0),
    ]),
    'Default attacks, cold score cache, counted from a corpus; each function in a process of its own, one call at a time. ' +
      `An item is ${CELLS} cells, and all steps from the drop to the results are counted: ${table.length} attacks on its table, ${release.length} by ` +
      'what was learned, tables, people and report.',
  );
  writeSteps(small, large);
  writeShapes(found);
  const growth = peak(large) / peak(small);
  const bars: Bar[] = [
    ...[small, large].map((run) => ({
      what: `processor time an item at ${run.items.toLocaleString('en')}, without learning`,
      figure: `${each(run).toFixed(0)} µs`,
      bar: `at most ${ASKED_MICROSECONDS} µs`,
      met: each(run) <= ASKED_MICROSECONDS,
    })),
    {
      what: 'memory of the function that holds most, at 100,000 by that at 10,000',
      figure: growth.toFixed(2),
      bar: `at most ${ASKED_GROWTH}`,
      met: growth <= ASKED_GROWTH,
    },
    ...shapeBars,
  ];
  return bars;
};

const nameOf = ({ items, rows, members }: Run): string =>
  `${items.toLocaleString('en')} generalised items of ${members} in ${rows.toLocaleString('en')} rows`;

function barsOf(run: Run): Bar[] {
  const near = (what: string, said: number, counted: number): Bar => ({
    what: `${what} of ${nameOf(run)}, estimated by counted`,
    figure: `${(said / counted).toFixed(2)} (${said} by ${counted})`,
    bar: '0.90 to 1.10',
    met: Math.abs(said - counted) <= 0.1 * counted,
  });
  const held = run.functions[LEARNING]?.peak ?? 0;
  return [
    near('requests', run.estimated.requests, run.requests),
    near('children', run.estimated.children, childrenOf(run)),
    {
      what: `memory of learning from ${nameOf(run)}, by its formula`,
      figure: `${(held / 1e6).toFixed(0)} MB of ${(learningOf(run) / 1e6).toFixed(0)}`,
      bar: 'at most the formula',
      met: held <= learningOf(run),
    },
    ...Object.entries(run.functions).flatMap(([name, { peak, mb }]): Bar[] =>
      peak <= 0.95 * mb * 2 ** 20
        ? []
        : [{ what: `memory of ${name} on ${nameOf(run)}`, figure: `${(peak / 1e6).toFixed(0)} MB`, bar: `95 % of ${mb} MB`, met: false }],
    ),
  ];
}

/** Items of a release have the characters of their names. */
const learningOf = ({ bytes, cells, rows }: Run): number => learningBytes({ characters: bytes, cells }, rows);

const MAPS = ['spread-rows', 'gather-units', 'score-units', 'attack-units', 'measure-slice', 'finish-parts'];

const childrenOf = ({ functions }: Run): number => MAPS.reduce((total, name) => total + (functions[name]?.calls ?? 0), 0);

function writeShapes(runs: readonly Run[]): void {
  const most = ({ functions }: Run): string => {
    const [name, { peak, mb }] = Object.entries(functions).toSorted(([, a], [, b]) => b.peak / b.mb - a.peak / a.mb)[0] as [
      string,
      FunctionFigures,
    ];
    return `${(peak / 1e6).toFixed(0)} of ${mb} (${name})`;
  };
  writeFigures(
    'cloud-shapes',
    ['generalised items', 'rows each', 'cells', 'processor µs a cell', 'learning, s', 'memory of learning, MB', 'by its formula', 'children', 'estimated', 'requests to S3', 'estimated', 'requests a child', 'dollars, estimated', 'fullest memory, MB'], // biome-ignore format: one line
    runs.map((run) => [
      run.items.toLocaleString('en'),
      run.rows.toLocaleString('en'),
      run.cells.toLocaleString('en'),
      (((sum(run, ({ seconds }) => seconds) - learning(run)) / run.cells) * 1e6).toFixed(1),
      learning(run).toFixed(1),
      ((run.functions[LEARNING]?.peak ?? 0) / 1e6).toFixed(0),
      (learningOf(run) / 1e6).toFixed(0),
      String(childrenOf(run)),
      String(run.estimated.children),
      String(run.requests),
      String(run.estimated.requests),
      (run.requests / Math.max(1, childrenOf(run))).toFixed(1),
      run.estimated.dollars.toFixed(4),
      most(run),
    ]),
    'The same audits in several shapes; what the estimate says before anything is sent stands next to what was counted. Fullest: of the memory that its template gives the function.',
  );
}

/** Resources of each step: the cost formula (shared/pipeline/cloud/cost/step-work) must be at least as much, and not far more. */
function writeSteps(small: Run, large: Run): void {
  const names = [...new Set([...Object.keys(large.functions), ...Object.keys(small.functions)])];
  const megabytes = (figures: FunctionFigures | undefined): string => (figures === undefined ? '' : (figures.peak / 1e6).toFixed(0));
  const rows = names.map((name) => {
    const [few, many] = [small.functions[name], large.functions[name]];
    const more = ((many?.seconds ?? 0) - (few?.seconds ?? 0)) / (large.items - small.items);
    return [
      name,
      (few?.seconds ?? 0).toFixed(2),
      (many?.seconds ?? 0).toFixed(2),
      String(many?.calls ?? 0),
      (many?.longest ?? 0).toFixed(2),
      (more * 1e6).toFixed(1),
      megabytes(few),
      megabytes(many),
    ];
  });
  const size = ({ items, bytes }: Run): string => `${items} generalised items of ${bytes} bytes and ${items * CELLS} cells`;
  writeFigures(
    'cloud-steps',
    [
      'function',
      'processor seconds of the smaller',
      'of the larger',
      'calls',
      'longest',
      'µs an item more',
      'MB of the smaller',
      'of the larger',
    ],
    rows,
    `Each function in the audits of cloud-scale, without the loading of its code: ${size(small)}, and ${size(large)}.`,
  );
}
