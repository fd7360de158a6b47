// "unveil compare" on four releases of one original: every difference and interval as one works it out by hand from the tables in JSON.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../cli/main.ts';
import type { AuditComparison } from '../../shared/contracts/audit-comparison.ts';
import { studentOf } from '../../shared/core/statistics/student.ts';

let folder: string;
let comparison: AuditComparison;
const at = (...path: readonly string[]): string => join(folder, ...path);

async function run(...argv: readonly string[]): Promise<string> {
  const said = { out: '', err: '' };
  const terminal = { out: { write: (text: string) => (said.out += text) }, err: { write: (text: string) => (said.err += text) } };
  const status = await main(argv, terminal);
  expect([argv[0], said.err, [0, 3].includes(status)]).toEqual([argv[0], expect.any(String), true]);
  return said.out;
}

type Row = Readonly<Record<string, string | number | boolean | null>>;
const rowsOf = (audit: string, table: string): Row[] =>
  readFileSync(at('results', audit, `${table}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const SET_GENERALISED = ['coat-weak', 'coat-strong', 'km'] as const;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-compare-'));
  const data = ['--transactions', '160', '--vocabulary', '50', '--density', '0.1', '--topics', '8', '--documents', '600'];
  await run('generate', '--out', at('t.jsonl'), '--corpus', at('docs.jsonl'), ...data);
  const methods = {
    'coat-weak': ['coat', '--k', '21', '--privacy', 'random:0.6'],
    'coat-strong': ['coat', '--k', '30', '--privacy', 'random:0.6'],
    km: ['km', '--k', '13', '--m', '1', '--hierarchy', 'degree:2'],
    disassociated: ['disassociate', '--k', '4'],
  };
  for (const [name, [method = '', ...options]] of Object.entries(methods)) {
    await run('anonymise', at('t.jsonl'), '--method', method, ...options, '--out', at(name));
    const request = join(at(name), 'audit.json');
    await run('audit', request, '--corpus', at('docs.jsonl'), '--attack', 'calibrated', '--format', 'json', '--out', at('results', name));
  }
  const four = Object.keys(methods).map((name) => at(name));
  comparison = JSON.parse(await run('compare', ...four, '--results', at('results'), '--out', at('out'), '--json'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const found = (measure: string, first: string, second: string) => {
  const [one] = comparison.differences.filter((each) => each.measure === measure && each.first === first && each.second === second);
  if (one === undefined) throw new Error(`no ${measure} of ${first} and ${second}`);
  return one;
};

/** Eliminated cells, and the decoys among them, by the person's id and the group's members. */
function cellsOf(audit: string): { readonly id: string; readonly group: string; readonly correct: boolean }[] {
  const members = new Map(rowsOf(audit, 'groups').map((row) => [row['group_number'], String(row['members'])]));
  return rowsOf(audit, 'decisions')
    .filter((row) => row['attack'] === 'calibrated' && row['decided'] === true)
    .map((row) => ({
      id: String(row['transaction_id']),
      group: members.get(row['group_number'] as number) as string,
      correct: row['correct'] === true,
    }));
}

const PAIRS = [
  ['coat-weak', 'coat-strong'],
  ['coat-weak', 'km'],
  ['coat-strong', 'km'],
] as const;

test.each(PAIRS)('precision of %s less that of %s, cell by cell', (first, second) => {
  const cells = [cellsOf(first), cellsOf(second)] as const;
  const precision = cells.map((own) => own.filter(({ correct }) => correct).length / own.length) as [number, number];
  const { difference, low, high, paired } = found('precision', first, second);
  expect(paired).toBe('people');
  expect(difference).toBeCloseTo(precision[0] - precision[1], 12);
  // Each cell's influence, and their sums over the cells that stand and fall together.
  const influences = cells.flatMap((own, side) =>
    own.map(({ id, group, correct }) => ({
      id,
      group,
      weight: 1 / own.length,
      value: ((side === 0 ? 1 : -1) * ((correct ? 1 : 0) - precision[side])) / own.length,
    })),
  );
  const clustered = (name: (each: (typeof influences)[number]) => string) => {
    const clusters = Object.values(Object.groupBy(influences, name)) as (typeof influences)[];
    const total = (of: 'value' | 'weight', power: number): number =>
      clusters.reduce((sum, each) => sum + each.reduce((own, one) => own + one[of], 0) ** power, 0);
    return {
      variance: (total('value', 2) * clusters.length) / (clusters.length - 1),
      effective: total('weight', 1) ** 2 / total('weight', 2),
    };
  };
  const [groups, people, rows] = [
    clustered(({ group }) => group),
    clustered(({ id }) => id),
    clustered(({ id, group }) => `${id} ${group}`),
  ];
  const variance = Math.max(groups.variance + people.variance - rows.variance, groups.variance, people.variance);
  const effective = Math.min(groups.effective, people.effective);
  const unseen = ((groups.effective < 30 ? 2 : 1) * (precision[0] - precision[1])) / groups.effective;
  const reach = studentOf(effective - 1, PAIRS.length) * Math.sqrt(variance + unseen ** 2);
  expect([low, high]).toEqual([
    expect.closeTo(precision[0] - precision[1] - reach, 9),
    expect.closeTo(precision[0] - precision[1] + reach, 9),
  ]);
});

test.each(PAIRS)('recall, F1 and people named of %s less those of %s', (first, second) => {
  const figures = [first, second].map((audit) => {
    const decisions = rowsOf(audit, 'decisions').filter((row) => row['attack'] === 'calibrated');
    // Taken out and added, or kept and original, is correct.
    const added = decisions.filter((row) => row['decided'] === row['correct']).length;
    const eliminated = decisions.filter((row) => row['decided'] === true).length;
    const correct = decisions.filter((row) => row['decided'] === true && row['correct'] === true).length;
    const people = rowsOf(audit, 'people');
    const named = (level: number): number => people.filter((row) => Number(row[`named_${level}`]) > 0).length / people.length;
    return {
      recall: correct / added,
      f1: (2 * correct) / (eliminated + added),
      named_80: named(80),
      named_90: named(90),
      named_95: named(95),
    };
  });
  for (const measure of ['recall', 'f1', 'named_80', 'named_90', 'named_95'] as const) {
    const expected = (figures[0]?.[measure] as number) - (figures[1]?.[measure] as number);
    expect([measure, found(measure, first, second)]).toEqual([
      measure,
      expect.objectContaining({ difference: expect.closeTo(expected, 12), paired: 'people' }),
    ]);
  }
});

test('a disassociated release is compared in nothing that counts something else, and pairs with nobody', () => {
  for (const { first, second, measure, paired, finding, difference, reason } of comparison.differences.filter(
    (each) => each.second === 'disassociated',
  )) {
    expect([first, second, paired]).toEqual([expect.stringMatching(/^(coat|km)/), 'disassociated', null]);
    if (['precision', 'recall', 'f1'].includes(measure)) expect(finding).toBe('not comparable');
    if (difference !== null) expect(reason).toBe('a disassociated release has no row for a person of the original');
  }
});

test('utility is that of measures.json, and the same when worked out anew', async () => {
  for (const name of SET_GENERALISED) {
    const measures = JSON.parse(readFileSync(at(name, 'measures.json'), 'utf8'));
    const { utility } = comparison.audits.find((audit) => audit.name === name) ?? {};
    expect(utility).toEqual({ from: 'measures.json', pairCountError: measures.pairCountError, ncp: measures.ncp });
    rmSync(at(name, 'measures.json'));
  }
  const [weak, strong] = [at('coat-weak'), at('coat-strong')];
  const anew: AuditComparison = JSON.parse(await run('compare', weak, strong, '--results', at('results'), '--out', at('out'), '--json'));
  for (const { name, utility } of anew.audits) {
    const before = comparison.audits.find((audit) => audit.name === name)?.utility;
    expect(utility).toEqual({
      from: 'recomputed',
      pairCountError: expect.closeTo(before?.pairCountError as number, 12),
      ncp: expect.closeTo(before?.ncp as number, 12),
    });
  }
});

test('two attackers on one release are paired row by row', async () => {
  const [request, results] = [join(at('km'), 'audit.json'), at('attackers')];
  for (const attack of ['gba', 'tba'])
    await run('audit', request, '--corpus', at('docs.jsonl'), '--attack', attack, '--out', join(results, attack));
  const both = ['gba', 'tba'].map((attack) => join(results, attack));
  // They have no attack in common, so each shows its own.
  const two: AuditComparison = JSON.parse(await run('compare', ...both, '--out', at('out'), '--json'));
  expect([two.of, two.judgedBy, two.audits.map(({ attack }) => attack)]).toEqual(['attackers', 'f1', ['gba', 'tba']]);
  expect(two.differences.find(({ measure }) => measure === 'f1')).toMatchObject({ paired: 'rows', low: expect.any(Number) });
});

test('the page asks for nothing, runs nothing, and holds names as text', async () => {
  writeFileSync(at('t.txt'), 'a, (b, c)\n'.repeat(3));
  await run('audit', at('t.txt'), '--attack', 'mda', '--out', at('results', 'x"><script>alert(1)'));
  const named = [at('results', 'x"><script>alert(1)'), at('results', 'km')];
  await run('compare', ...named, '--out', at('out'));
  const page = readFileSync(at('out', 'comparison.html'), 'utf8');
  expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
  expect(page).not.toMatch(/<script|https?:|<link|<img/);
});
