// RBA as the product does it against the spec's naive form, which sorts every group again at each elimination; and the cost of
// the other attacks. Processor time of this process, so that a busy machine does not change the ratios.
import { attackNamed, TABLE_ATTACKS } from '../shared/core/attack/attacks.ts';
import type { DistanceTable } from '../shared/core/attack/table.ts';
import { seeded } from '../shared/core/random/random.ts';
import { rba as naive } from '../test/oracle/twins/eliminations.ts';
import { type Bar, writeFigures } from './bench.ts';

const tableOf = (rows: number, columns: number): DistanceTable => {
  const random = seeded('rba bench', rows, columns);
  return { rows, columns, cells: Float64Array.from({ length: rows * columns }, () => 3 * random.unit()) };
};

/** The least processor time of some runs, in milliseconds, after one that warms up. */
function processorTime(run: () => unknown, runs: number): number {
  if (runs > 1) run();
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

function timeOf(name: string, table: DistanceTable, runs: number): { readonly milliseconds: number; readonly cells: readonly string[] } {
  let cells: readonly string[] = [];
  const milliseconds = processorTime(() => {
    const verdict = attackNamed(name)?.run(table, { key: 'bench' });
    if (verdict?.kind !== 'decided') throw new Error(`${name} is not decided`);
    cells = verdict.eliminations.map(({ row, column }) => `${row},${column}`);
  }, runs);
  return { milliseconds, cells };
}

const ROUNDS = 7;

/**
 * How many times as long the larger table takes: eight runs of the smaller and one of the larger by turns, and the median of the
 * ratios, since what else runs on the machine slows both.
 */
function growthOf(name: string, small: DistanceTable, large: DistanceTable): number {
  const attack = attackNamed(name);
  const ratios = Array.from({ length: ROUNDS }, () => {
    const eight = processorTime(() => {
      for (let run = 0; run < 8; run += 1) attack?.run(small);
    }, 1);
    return processorTime(() => attack?.run(large), 1) / (eight / 8);
  });
  return ratios.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
}

export async function bench(): Promise<readonly Bar[]> {
  const small = tableOf(100, 100);
  const large = tableOf(200, 200);
  const product = timeOf('rba', small, 9);
  const growth = growthOf('rba', small, large);
  const rows = Array.from({ length: 100 }, (_, row) => [...small.cells.subarray(row * 100, row * 100 + 100)]);
  let naiveCells: readonly string[] = [];
  const twin = processorTime(() => {
    naiveCells = naive(rows).eliminated.map(String);
  }, 1);
  const same = naiveCells.length === product.cells.length && naiveCells.every((cell, at) => cell === product.cells[at]);

  const ms = (value: number): string => `${value.toPrecision(3)} ms`;
  const rows100 = TABLE_ATTACKS.map(({ name }) => ({ name, ...timeOf(name, small, 5) }));
  const table = [
    ...rows100.map(({ name, milliseconds, cells }) => [
      name,
      ms(milliseconds),
      String(cells.length),
      /^(wba|gba|rba)/.test(name) ? growthOf(name, small, large).toFixed(1) : '',
    ]),
    ['rba, the naive twin', ms(twin), String(naiveCells.length), ''],
  ];
  for (const line of table)
    console.log(
      `  ${line[0]?.padEnd(22)}${line[1]?.padStart(12)}${line[2]?.padStart(8)} cells${line[3] ? `, ${line[3]} times that at 200 x 200` : ''}`,
    );
  const ratio = twin / product.milliseconds;
  writeFigures(
    'rba',
    ['attack', '100 x 100', 'cells eliminated', 'growth to 200 x 200'],
    table,
    `One table of 100 x 100 distances without ties, least processor time of several runs on one core. RBA is ${ratio.toFixed(0)} times faster than the naive twin; 200 x 200 takes ${growth.toFixed(1)} times as long.`,
  );
  return [
    {
      what: 'RBA at 100 x 100 eliminates what the naive twin does',
      figure: `${product.cells.length} cells`,
      bar: 'the same, in the same order',
      met: same,
    },
    {
      what: `RBA at 100 x 100: ${ms(product.milliseconds)}, naive twin ${ms(twin)}`,
      figure: `${ratio.toFixed(0)} times faster`,
      bar: 'at least 100',
      met: ratio >= 100,
    },
    {
      what: `RBA from 100 x 100 to 200 x 200, median of ${ROUNDS}`,
      figure: `${growth.toFixed(1)} times`,
      bar: 'under 10',
      met: growth < 10,
    },
  ];
}
