// 10,000 and 100,000 generalised items of 4 by 4 through the deployed definition with the real handlers, bundled as they are deployed, each function
// in a
// process of its own with the memory that its template gives it; Step Functions, S3 and DynamoDB run in others. Processor time, since the machine
// is shared.
import { execFileSync } from 'node:child_process';
import { auditRequest } from '../shared/contracts/audit-request.ts';
import { attackSet } from '../shared/kinds/set-generalised/attack/attack-set.ts';
import { type Bar, type Bench, writeFigures } from './bench.ts';
import type { FunctionFigures } from './cloud-scale/functions.ts';

interface Run {
  readonly items: number;
  readonly seconds: number;
  readonly rows: number;
  readonly cells: number;
  readonly bytes: number;
  /** To S3, from the start to the end, counted; and as the estimate says before anything is sent. */
  readonly requests: number;
  readonly estimated: { readonly requests: number; readonly children: number };
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

const measure = (items: number, rows = 4): Run =>
  JSON.parse(
    execFileSync(process.execPath, ['bench/cloud-scale/run.ts', String(items), String(rows)], { encoding: 'utf8', maxBuffer: 1 << 26 }),
  ) as Run;

const sum = ({ functions }: Run, of: (figures: FunctionFigures) => number): number =>
  Object.values(functions).reduce((total, figures) => total + of(figures), 0);
const learning = ({ functions }: Run): number => functions[LEARNING]?.seconds ?? 0;

export const bench: Bench = async () => {
  const runs = [10_000, 100_000].map(measure);
  const [small, large] = runs as [Run, Run];
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
  const shapes = SHAPES.map(([items, rows]) => (items === small.items && rows === small.rows ? small : measure(items, rows)));
  writeShapes(shapes);
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
    ...shapes.map((run) => ({
      what: `requests of ${run.items.toLocaleString('en')} generalised items of ${run.rows.toLocaleString('en')} rows, estimated by counted`,
      figure: (run.estimated.requests / run.requests).toFixed(2),
      bar: '0.90 to 1.10',
      met: Math.abs(run.estimated.requests - run.requests) <= 0.1 * run.requests,
    })),
  ];
  return bars;
};

/** As many cells each, in many small, some middling and a few large generalised items. */
const SHAPES = [
  [10_000, 4],
  [400, 100],
  [4, 10_000],
] as const;

const MAPS = ['spread-rows', 'gather-units', 'score-units', 'attack-units', 'measure-slice', 'finish-parts'];

function writeShapes(runs: readonly Run[]): void {
  const childrenOf = ({ functions }: Run): number => MAPS.reduce((total, name) => total + (functions[name]?.calls ?? 0), 0);
  const most = ({ functions }: Run): string => {
    const [name, figures] = Object.entries(functions).toSorted(([, a], [, b]) => b.peak - a.peak)[0] ?? ['', { peak: 0 }];
    return `${(figures.peak / 1e6).toFixed(0)} (${name})`;
  };
  writeFigures(
    'cloud-shapes',
    ['generalised items', 'rows each', 'cells', 'processor µs a cell', 'learning, s', 'children', 'estimated', 'requests to S3', 'estimated', 'requests a child', 'most memory, MB'], // biome-ignore format: one line
    runs.map((run) => [
      run.items.toLocaleString('en'),
      run.rows.toLocaleString('en'),
      run.cells.toLocaleString('en'),
      (((sum(run, ({ seconds }) => seconds) - learning(run)) / run.cells) * 1e6).toFixed(1),
      learning(run).toFixed(1),
      String(childrenOf(run)),
      String(run.estimated.children),
      String(run.requests),
      String(run.estimated.requests),
      (run.requests / Math.max(1, childrenOf(run))).toFixed(1),
      most(run),
    ]),
    'The same number of cells in other shapes, through the same audits; what the estimate says before anything is sent stands next to what was counted.',
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
