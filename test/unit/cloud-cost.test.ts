// The price that is told before anything is sent rests on slopes: the table of costs and the page say what follows from the very same.
import { readFileSync } from 'node:fs';
import { type AuditSize, auditCost } from '../../shared/app/cloud/cost/audit-cost.ts';
import { FIXED, SLOPES, stepWork } from '../../shared/app/cloud/cost/step-work.ts';

/** The rows of a table of figures, by their first cell. */
function figures(name: string): ReadonlyMap<string, readonly string[]> {
  const lines = readFileSync(`docs/figures/${name}.md`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  return new Map(
    lines
      .slice(2)
      .map((line) => line.slice(2, -2).split(' | '))
      .map(([first = '', ...rest]) => [first, rest]),
  );
}

test('the table of costs is what the formula says', () => {
  for (const [items, cells] of figures('cloud-cost')) {
    const units = Number(items.replaceAll(',', ''));
    const cached = Number.parseFloat(cells[1] ?? '') / 100;
    const size: AuditSize = { units, cached, bytes: units * 160, cells: units * 16, pairs: units * 100, largest: 16, keepUsd: 0.01 };
    const sum = auditCost(size).reduce((total, { dollars }) => total + dollars, 0);
    expect([items, cells.at(-2)]).toEqual([items, `$${sum.toFixed(2)}`]);
    const longest = stepWork(size).reduce((most, each) => (each.longest > most.longest ? each : most));
    expect([items, cells.at(-1)]).toEqual([items, `${longest.step}, ${Math.ceil(longest.longest)} s`]);
  }
});

/** Steps of the formula by the function that runs them. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  read: 'read-release',
  spread: 'spread-rows',
  gather: 'gather-units',
  plan: 'plan-units',
  'count and attack': 'attack-units',
  learn: 'learn-release',
  decide: 'decide-units',
  measure: 'measure-slice',
  finish: 'finish-parts',
  publish: 'publish-results',
};

test('the formula says of every step at least what was measured of it, and not far more', () => {
  const [, units = '', bytes = '', cells = ''] =
    /and (\d+) generalised items of (\d+) bytes and (\d+) cells/.exec(readFileSync('docs/figures/cloud-steps.md', 'utf8')) ?? [];
  const size: AuditSize = {
    units: Number(units),
    bytes: Number(bytes),
    cells: Number(cells),
    // As an estimate counts them: one for each cell and item of its context.
    pairs: 2 * Number(cells),
    largest: 16,
    cached: 0,
    keepUsd: 0.01,
  };
  const measured = figures('cloud-steps');
  const work = stepWork(size);
  expect(work.map(({ step }) => step)).toEqual(Object.keys(FUNCTIONS));
  for (const { step, work: seconds } of work) {
    const found = Number(measured.get(FUNCTIONS[step] as string)?.[1]);
    // A second where a step works for less: its code is loaded in that time.
    expect([step, seconds >= found - 1, seconds <= 2.5 * found + 1]).toEqual([step, true, true]);
  }
});

test('docs/operations.md states the slopes that are priced', () => {
  const page = readFileSync('docs/operations.md', 'utf8').replaceAll(/\s+/g, ' ');
  for (const [step, slope] of Object.entries(SLOPES)) expect(page).toContain(`${step} ${slope.toExponential()}`);
  for (const [step, seconds] of Object.entries(FIXED)) expect(page).toContain(`${step} ${seconds} s`);
});
