// How whole audits grow along every axis, step by step, and how every kind grows with its records: three sizes of each. Fails above n log n.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bar, type Bench, writeFigures } from './bench.ts';
import { auditCosts } from './growth/audit-costs.ts';
import { barOf, type Grown, growthOf } from './growth/judge.ts';
import { KIND_CASES, kindCosts } from './growth/kinds.ts';
import type { Shape } from './growth/release.ts';

type Sizes = readonly [number, number, number];

interface Axis {
  readonly name: string;
  readonly sizes: Sizes;
  shape(size: number): Shape;
  attacks?(size: number): readonly string[];
}

const SHAPE: Shape = { others: 0, groups: 100, rows: 10, members: 4, context: 8, sources: 1 };
const LARGE: Shape = { ...SHAPE, groups: 4, sources: 0 };
const PUBLISHED = ['mda', 'tba', 'wba', 'gba', 'gba-normalised', 'rba', 'rba-normalised', 'random'];

const AXES: readonly Axis[] = [
  { name: 'records without generalised items', sizes: [2_000, 8_000, 32_000], shape: (others) => ({ ...SHAPE, others }) },
  { name: 'groups', sizes: [200, 800, 3_200], shape: (groups) => ({ ...SHAPE, groups }) },
  { name: 'rows of each of 4 groups', sizes: [1_000, 8_000, 25_000], shape: (rows) => ({ ...LARGE, rows }) },
  {
    name: 'rows of one group with distances',
    sizes: [500, 2_000, 8_000],
    shape: (rows) => ({ ...LARGE, groups: 1, rows, sources: 1 }),
    attacks: () => PUBLISHED,
  },
  {
    name: 'rows of one group in half of the records',
    sizes: [1_000, 4_000, 16_000],
    shape: (rows) => ({ ...LARGE, groups: 1, rows, others: rows }),
  },
  { name: 'members of each of 20 groups', sizes: [4, 8, 16], shape: (members) => ({ ...SHAPE, groups: 20, rows: 64, members }) },
  { name: 'context items', sizes: [4, 16, 64], shape: (context) => ({ ...SHAPE, context }) },
  {
    name: 'attacks',
    sizes: [2, 4, 8],
    shape: () => ({ ...SHAPE, groups: 1_000 }),
    attacks: (count) => PUBLISHED.slice(0, count),
  },
  { name: 'sources', sizes: [1, 2, 4], shape: (sources) => ({ ...SHAPE, sources }) },
];
/** Of the smallest release of a kind. */
const KIND_SIZES: Sizes = [1, 3, 10];

type Costs = Awaited<ReturnType<typeof auditCosts>>;

/** Of three runs, step by step. */
function stepsOf(axis: string, sizes: Sizes, runs: readonly Costs[]): Grown[] {
  return [...runs[2].steps.keys()].map((step) => {
    const [a = 0, b = 0, c = 0] = runs.map(({ steps }) => steps.get(step) ?? 0);
    return { axis, step, sizes, costs: [a, b, c] };
  });
}

export const bench: Bench = async () => {
  const grown: Grown[] = [];
  const megabytes = new Map<string, string>();
  const add = (axis: string, sizes: Sizes, costsAt: (size: number) => Costs): void => {
    const runs = sizes.map(costsAt);
    megabytes.set(axis, runs.map((run) => run.megabytes.toFixed(0)).join(' → '));
    grown.push(...stepsOf(axis, sizes, runs));
    console.log(
      `  ${axis}: ${runs.map(({ steps }) => `${((steps.get('all') ?? steps.get('audit') ?? 0) / 1000).toFixed(1)} s`).join(' → ')}`,
    );
  };
  for (const { name, sizes, shape, attacks } of AXES) add(name, sizes, (size) => auditCosts(shape(size), attacks?.(size)));
  const root = mkdtempSync(join(tmpdir(), 'unveil-growth-'));
  try {
    for (const [at, each] of KIND_CASES.entries()) {
      const sizes = KIND_SIZES.map((times) => times * each.size) as unknown as Sizes;
      add(`${each.kind}: ${each.of}`, sizes, (size) => kindCosts(join(root, `${at}-${size}`), each, size));
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  const told = grown.filter((each) => barOf(each).length > 0);
  writeFigures(
    'growth',
    ['axis', 'sizes', 'step', 'seconds of processor time', 'last ratio', 'n log n and noise', 'peak MB of the runs'],
    told.map((each) => [
      each.axis,
      each.sizes.map((size) => size.toLocaleString('en')).join(' → '),
      each.step,
      each.costs.map((cost) => (cost / 1000).toFixed(2)).join(' → '),
      growthOf(each).times.toFixed(1),
      growthOf(each).most.toFixed(1),
      megabytes.get(each.axis) ?? '',
    ]),
    'Whole audits of made releases that are large in one thing, and whole commands of every other kind, each in a process of its own; steps that take half a second at their largest.',
  );
  return told.flatMap((each): readonly Bar[] => barOf(each));
};
