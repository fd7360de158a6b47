// Harmful values: exposure of the few who have one, compared with everybody.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { harmfulFinding, harmfulOf, harmfulValues } from '../../../shared/kinds/relational/core/assess/harmful-values.ts';
import { trialsOf } from '../../../shared/kinds/relational/core/assess/told.ts';
import { columnFindings } from '../../../shared/kinds/relational/core/assess/value-findings.ts';
import type { KnownTable } from '../../../shared/kinds/relational/core/check/check-table.ts';
import type { SensitiveColumn } from '../../../shared/kinds/relational/core/check/rules.ts';
import { knownFrom } from '../../helpers/relational.ts';
import { said } from '../../helpers/said.ts';

// Two classes: of a, three of four have HIV and one the flu; of b one of four has HIV.
const ROWS = ['HIV', 'HIV', 'HIV', 'flu'].map((value) => ['a', value]).concat(['HIV', 'flu', 'flu', 'gout'].map((value) => ['b', value]));
const known = (harmful: readonly string[], more: Partial<Parameters<typeof knownFrom>[0]> = {}): KnownTable =>
  knownFrom({ columns: ['zip', 'disease'], rows: ROWS, quasi: ['zip'], sensitive: 'disease', harmful: { disease: harmful }, ...more });
const found = (table: KnownTable) => {
  const [column] = table.sensitive as readonly [SensitiveColumn];
  return trialsOf(columnFindings(table, column, { statements: [], related: null, seed: 's' }).told);
};

test('of the four with HIV the class names three; of everybody five of eight are guessed', () => {
  const findings = found(known(['HIV']));
  const own = findings.find(({ attack }) => attack === 'harmful-values');
  expect(own).toMatchObject({ about: 'disease', people: 4, value: 3 / 4, baseline: { value: 1 } });
  expect(own?.details).toMatchObject({ values: 1, greatestRatio: 1.5, inClassesThatDouble: 0, recordsWithAbsent: 0 });
  expect(findings.find(({ attack }) => attack === 'homogeneity')?.value).toBe(5 / 8);
});

test('skewness is of these values alone; what no record has is left out; without a list nothing is added', () => {
  const skewness = (harmful: readonly string[] | undefined) =>
    found(
      knownFrom({
        columns: ['zip', 'disease'],
        rows: ROWS,
        quasi: ['zip'],
        sensitive: 'disease',
        ...(harmful === undefined ? {} : { harmful: { disease: harmful } }),
      }),
    ).find(({ attack }) => attack === 'skewness');
  // Gout occurs only in b, twice as often as in the whole file.
  expect(skewness(undefined)?.value).toBe(0.5);
  expect(skewness(['HIV', 'plague'])?.value).toBe(0);
  expect(skewness(['HIV'])?.figure).toBe('some value that harms at least twice as likely as at large');
  expect(found(known([])).map(({ attack }) => attack)).not.toContain('harmful-values');
  const table = known(['plague']);
  const [column] = table.sensitive as readonly [SensitiveColumn];
  expect(harmfulFinding(table, column, harmfulOf(table, column), { alone: [], marginal: [] })).toMatchObject({
    status: 'not computable',
    value: null,
  });
});

test('each value beside how often it is at large; the claim names them where the roles do not', () => {
  const l = { form: 'negative-positive' as const, l: 2, c: 3, harmful: ['gout', 'HIV'] };
  const table = knownFrom({ columns: ['zip', 'disease'], rows: ROWS, quasi: ['zip'], sensitive: 'disease', claim: { l } });
  const [column] = table.sensitive as readonly [SensitiveColumn];
  expect(harmfulValues(table, column, harmfulOf(table, column))).toEqual([
    { value: 'gout', records: 1, atLarge: 1 / 8, most: 1 / 4, without: 4 },
    { value: 'HIV', records: 4, atLarge: 1 / 2, most: 3 / 4, without: 0 },
  ]);
});

describe('an audit', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'unveil-harm-'));
    writeFileSync(join(folder, 'table.csv'), `zip,disease\n${ROWS.map((row) => row.join(',')).join('\n')}\n`);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const roles = (columns: object): void => writeFileSync(join(folder, 'roles.json'), JSON.stringify({ columns }));

  test('says it on the page, and counts the people by these values alone', async () => {
    roles({ zip: { role: 'quasi' }, disease: { role: 'sensitive', harmful: ['HIV'] } });
    const out = join(folder, 'out');
    const { status } = await said('audit', join(folder, 'table.csv'), '--roles', join(folder, 'roles.json'), '--out', out);
    expect(status).toBe(0);
    const page = readFileSync(join(out, 'report.html'), 'utf8');
    expect(page).toContain('Values that harm: disease');
    expect(page).toContain('by protected values alone');
  });

  test('refuses a list for a column that is not sensitive', async () => {
    roles({ zip: { role: 'quasi', harmful: ['a'] }, disease: { role: 'sensitive' } });
    const { status, err } = await said('check', join(folder, 'table.csv'), '--roles', join(folder, 'roles.json'));
    expect([status, err]).toEqual([2, expect.stringContaining('columns.zip.harmful: only a sensitive column has values that harm')]);
  });
});
