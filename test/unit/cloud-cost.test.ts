// The price that is told before anything is sent rests on slopes: the table of costs and the page say what follows from the very same.
import { readFileSync } from 'node:fs';
import { IDLE } from '../../cli/cloud/estimate.ts';
import { sizeOf } from '../../shared/kinds/set-generalised/plan/size.ts';
import { type AuditSize, auditCost, idleLines } from '../../shared/pipeline/cloud/cost/audit-cost.ts';
import { FIXED, SLOPES, stepWork } from '../../shared/pipeline/cloud/cost/step-work.ts';
import { plannedIn } from '../../shared/pipeline/cloud/cost/units.ts';

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

test('ten million items with a billion pairs cost under a dollar, and no step takes five minutes', () => {
  const units = 10_000_000;
  const size: AuditSize = {
    units,
    cached: 0,
    bytes: units * 160,
    blocks: Math.ceil(units / 20_000),
    characters: units * 160,
    people: units / 2,
    cells: units * 16,
    pairs: units * 100,
    largest: 16,
    inferred: false,
    learns: true,
    practises: true,
    rows: 0,
    keepUsd: 0,
  };
  expect(auditCost(size).reduce((total, { dollars }) => total + dollars, 0)).toBeLessThan(1);
  expect(Math.max(...stepWork(size).map(({ longest }) => longest))).toBeLessThanOrEqual(300);
});

/** Steps of the formula by the functions that run them; of a release of one part planning and publishing do what maps do of a larger one. */
const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  read: ['read-release'],
  plan: ['plan-units', 'spread-rows', 'gather-units'],
  score: ['score-units'],
  learn: ['learn-release'],
  attack: ['attack-units'],
  measure: ['measure-slice'],
  publish: ['publish-results', 'finish-parts'],
};

test('the formula says of every step at least what was measured of it, and not far more', () => {
  const [smaller, larger] = measuredSizes();
  const measured = figures('cloud-steps');
  const work = stepWork(larger);
  expect(work.map(({ step }) => step)).toEqual(Object.keys(FUNCTIONS));
  for (const { step, work: seconds } of work) {
    const found = FUNCTIONS[step]?.reduce((sum, name) => sum + Number(measured.get(name)?.[1] ?? 0), 0) ?? Number.NaN;
    // A second where a step works for less.
    expect([step, seconds >= found - 1, seconds <= 2.5 * found + 1]).toEqual([step, true, true]);
  }
  // The smaller is learned from as a whole.
  const learning = stepWork(smaller).find(({ step }) => step === 'learn')?.work ?? 0;
  const found = Number(measured.get('learn-release')?.[0]);
  expect([learning >= found - 1, learning <= 2.5 * found + 1]).toEqual([true, true]);
  // What a function that attacks opens once, before its first child.
  const [, seconds, calls, longest] = (measured.get('attack-units') ?? []).map(Number) as [number, number, number, number];
  const opening = longest - seconds / calls;
  expect([FIXED.study >= opening, FIXED.study <= 2.5 * opening + 1]).toEqual([true, true]);
});

/** Rows with an original, and the seconds of processor time that their statistics took with the default attacks (2026-11-20, on a busy machine). */
const PUBLISHED = [
  [100_000, 0.6],
  [250_000, 1.6],
  [1_000_000, 4.5],
] as const;

test('the formula says of intervals over rows at least what was measured of them, and not far more', () => {
  const [, larger] = measuredSizes();
  const publishing = (rows: number): number => stepWork({ ...larger, rows }).find(({ step }) => step === 'publish')?.work ?? 0;
  for (const [rows, found] of PUBLISHED) {
    const said = publishing(rows) - publishing(0);
    // Starting takes a second.
    expect([rows, said >= found - 2, said <= 2.5 * found + 1]).toEqual([rows, true, true]);
  }
});

/** The audits that were measured. Pairs as an estimate counts them: one for each cell and item of its context. */
function measuredSizes(): [AuditSize, AuditSize] {
  const note = readFileSync('docs/figures/cloud-steps.md', 'utf8');
  const sizes = note.matchAll(/(\d+) generalised items of (\d+) bytes and (\d+) cells/g).map(([, units, bytes, cells]) => {
    const [all, text] = [Number(units), Number(bytes)];
    // Eight of them in a transaction, each in four.
    const counted = { units: all, bytes: text, cells: Number(cells), blocks: Math.ceil(all / 20_000), characters: text, people: all / 2 };
    return {
      ...counted,
      pairs: 2 * counted.cells,
      largest: 16,
      inferred: false,
      learns: true,
      practises: true,
      rows: 0,
      cached: 0,
      keepUsd: 0,
    };
  });
  return [...sizes] as [AuditSize, AuditSize];
}

test('parts go by rows and by characters, as reading cuts them; what brackets do not mark is inferred', async () => {
  async function* rows(count: number, items: (at: number) => readonly (string | readonly string[])[]) {
    for (let at = 0; at < count; at += 1) yield { line: at + 1, items: items(at) };
  }
  const short = await sizeOf({ name: 'short', transactions: rows(120_000, (at) => [`c${at % 9}`, [`a${at % 60}`, `b${at % 60}`]]) });
  expect(short).toMatchObject({ blocks: 12, rows: 120_000 });
  expect(short.cells).toHaveLength(60);
  // Eight blocks are one part; by bytes (two million) it would be one block.
  expect(plannedIn(short)).toMatchObject({ parts: 2, gathers: 1 });
  const fimi = await sizeOf({ name: 'fimi', transactions: rows(300, (at) => [`${at % 7}`, `${100 + (at % 5)}`, `${200 + (at % 5)}`]) });
  expect(fimi.cells).toHaveLength(5);
  expect(fimi.rows).toBe(300);
  // Codes: nothing is learned, and nothing of learning is priced.
  expect([short.learns, fimi.learns]).toEqual([true, false]);
  // Two items alone must reach as many rows as a generalised item of two members, and fourteen are too few for practice tables.
  const practised = async (alone: number, groups: number): Promise<boolean> => {
    const transactions = rows(900 * groups, (at) => [`c${Math.floor(at / groups) % alone}`, [`a${at % groups}`, `b${at % groups}`]]);
    return (await sizeOf({ name: 'practice', transactions })).practises;
  };
  expect([await practised(20, 11), await practised(20, 8), await practised(14, 11)]).toEqual([true, false, false]);
});

test('docs/operations.md states the slopes that are priced', () => {
  const page = readFileSync('docs/operations.md', 'utf8').replaceAll(/\s+/g, ' ');
  for (const [step, slope] of Object.entries(SLOPES)) expect(page).toContain(`${step} ${slope.toExponential()}`);
  for (const [step, seconds] of Object.entries(FIXED)) expect(page).toContain(`${step} ${seconds} s`);
});

test('where an operator pays for rows, cached counts make an audit cheaper', () => {
  const size = {
    bytes: 40_000,
    blocks: 1,
    characters: 50_000,
    people: 800,
    units: 16,
    cells: 9_000,
    pairs: 18_000,
    largest: 600,
    rows: 0,
    keepUsd: 1,
    inferred: false,
    learns: true,
    practises: true,
  };
  const dollars = (cached: number, keepUsd = 1): number =>
    auditCost({ ...size, cached, keepUsd }).reduce((sum, each) => sum + each.dollars, 0);
  expect(dollars(1)).toBeLessThan(dollars(0));
  expect(dollars(1, 0)).toBe(dollars(0, 0));
});

test('docs/operations.md has every line of the bill of a month in which nobody audits', () => {
  const page = readFileSync('docs/operations.md', 'utf8');
  const { keys, alarms, dashboard, metrics, storage, canary, line, copies, ...more } = idleLines(IDLE);
  expect(more).toEqual({});
  const rows = [
    ['KMS, two keys', keys],
    ['CloudWatch alarms', alarms],
    ['CloudWatch dashboard', dashboard],
    ['CloudWatch metrics', metrics],
    ['the canary', canary],
    ['the line', line],
    ['copies across audits', copies],
  ] as const;
  for (const [name, dollars = 0] of rows) expect(page).toMatch(new RegExp(`\\| ${name}[^|]*\\| \\$${dollars.toFixed(2)}`));
  // With the tables it is the line of what costs next to nothing.
  expect(storage).toBeLessThan(0.05);
  expect(page).toMatch(/\| S3 \(WordNet[^|]*\| under \$0\.05 \|/);
});
