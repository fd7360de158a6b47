// Tables as pandas, R, DuckDB, LibreOffice, openpyxl and XlsxWriter wrote them (test/fixtures/strangers/make), in English, German and French. Of each
// the proposed roles are right, or it asks; what is read without a question is what the table holds; and every printed command works as printed.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { said } from '../helpers/said.ts';

const TOOLS = resolve('test/fixtures/strangers/tools');
interface Truth {
  readonly roles: Readonly<Record<string, string>>;
  /** The items of each transaction in any order; null of a table of people. */
  readonly transactions: readonly (readonly string[])[] | null;
}
const TRUTH = JSON.parse(readFileSync(join(TOOLS, 'truth.json'), 'utf8')) as Readonly<Record<string, Truth>>;
const FILES = readdirSync(TOOLS).filter((name) => name !== 'truth.json');

const folder = mkdtempSync(join(tmpdir(), 'strangers-tools-'));
const before = process.cwd();
beforeAll(() => process.chdir(folder));
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

/** The words of a command as a shell takes them. */
const shellWords = (line: string): string[] =>
  Array.from(
    line.matchAll(/'((?:[^']|'\\'')*)'|"([^"]*)"|(\S+)/g),
    ([, single, double, plain]) => single?.replaceAll("'\\''", "'") ?? double ?? plain ?? '',
  );

const sorted = (sets: readonly (readonly string[])[]): string[] => sets.map((items) => items.toSorted().join(' | ')).toSorted();
const itemsIn = (file: string): string[] =>
  sorted(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { items: string[] }).items),
  );

test('at least 120 files of other tools, in three languages', () => {
  expect(FILES.length).toBeGreaterThanOrEqual(120);
  for (const language of ['en', 'de', 'fr'])
    expect(FILES.filter((name) => name.includes(`-${language}.`)).length).toBeGreaterThanOrEqual(40);
});

const tally = { plain: 0, right: 0, asked: 0 };
afterAll(() => {
  if (process.env['UNVEIL_COUNT'] !== undefined) process.stderr.write(`${JSON.stringify(tally)}\n`);
});

test.each(FILES)('%s', async (name) => {
  const path = join(TOOLS, name);
  const { roles: all, transactions } = TRUTH[name.slice(0, name.indexOf('.'))];
  // A matrix of R has its ids in the names of its rows, and no other columns than its flags.
  const roles = name.includes('.r-matrix.')
    ? Object.fromEntries([['', 'id'], ...Object.entries(all).filter(([, role]) => role === 'flag')])
    : all;
  const looked = await said('look', path, '--json');
  expect(looked).toMatchObject({ status: 0, err: '' });
  const { table } = JSON.parse(looked.out);
  if (table === undefined) {
    tally.plain += 1;
    const made = join(folder, `${name}.plain.jsonl`);
    expect(await said('import', path, '--out', made)).toMatchObject({ status: 0 });
    expect(itemsIn(made)).toEqual(sorted(transactions ?? []));
    return;
  }
  const proposed = Object.fromEntries(table.columns.map((column: { name: string; role: string }) => [column.name, column.role]));
  const wrong = Object.entries(roles).filter(([column, role]) => proposed[column] !== role);
  if (wrong.length > 0 || table.options === null) {
    tally.asked += 1;
    expect([name, wrong, table.asks.length > 0]).toEqual([name, wrong, true]);
    return;
  }
  tally.right += 1;
  const printed = (await said('look', path)).out.trim().split('\n').at(-1) as string;
  const [program, ...words] = shellWords(printed);
  expect(program).toBe('unveil');
  const ran = await said(...words);
  expect([printed, ran.status]).toEqual([printed, 0]);
  const out = join(folder, words.at(-1) as string);
  if (transactions !== null) expect(itemsIn(out)).toEqual(sorted(transactions));
  else {
    const [header, ...rows] = readFileSync(out, 'utf8').trim().split('\n');
    const wanted = Object.entries(roles).flatMap(([column, role]) => (role === 'known' || role === 'hidden' ? [column] : []));
    expect([header?.split(','), rows.length]).toEqual([wanted, 24]);
    // The written table is one that the other commands read.
    expect((await said('look', out, '--roles', out.replace(/\.csv$/, '.roles.json'))).status).toBe(0);
  }
});
