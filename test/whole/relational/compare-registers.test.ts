// Releases of one table, audited with a register and compared person by person on the joint posterior.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditComparison } from '../../../shared/contracts/audit-comparison.ts';
import { said } from '../../helpers/said.ts';

let folder = '';
const at = (...names: string[]): string => join(folder, ...names);
const write = (name: string, text: string | object): void =>
  writeFileSync(at(name), typeof text === 'string' ? text : JSON.stringify(text));

const CLASSES = 150;
/** Four people each. No woman has the gout, as the attacker knows. */
const people = Array.from({ length: 4 * CLASSES }, (_, person) => {
  const zip = Math.floor(person / 4);
  return { name: `p${person}`, zip, sex: person % 2 === 0 ? 'f' : 'm', place: person % 4 };
});

/** Shuffled by a fixed step, so that no two files have one order. */
const inOrder = <T>(rows: readonly T[], step: number): T[] => rows.map((_, row) => rows[(row * step) % rows.length] as T);

function release(name: string, valuesOf: (zip: number) => readonly string[], step: number): void {
  const rows = people.map(({ zip, place }) => `${zip},*,${valuesOf(zip)[place]}`);
  write(`${name}.csv`, `zip,sex,disease\n${inOrder(rows, step).join('\n')}\n`);
}

function register(name: string, of: typeof people, step: number): void {
  write(
    name,
    `name,zip,sex\n${inOrder(
      of.map((each) => `${each.name},${each.zip},${each.sex}`),
      step,
    ).join('\n')}\n`,
  );
}

async function audit(name: string, persons: string, more: object = {}): Promise<void> {
  const statements = [{ column: 'disease', value: 'gout', where: { sex: 'f' }, weight: 0 }];
  write(`${name}.json`, {
    release: `${name.split('.')[0]}.csv`,
    kind: 'relational',
    roles: 'roles.json',
    external: persons,
    statements,
    ...more,
  });
  expect((await said('audit', at(`${name}.json`), '--out', at('results', name))).status).toBeLessThan(4);
}

async function compare(first: string, second: string, ...argv: string[]): Promise<AuditComparison> {
  const { status, out } = await said('compare', at('results', first), at('results', second), '--out', at('out'), '--json', ...argv);
  expect(status).toBe(0);
  return JSON.parse(out);
}
interface Ends {
  readonly low: number;
  readonly high: number;
}
const found = ({ differences }: AuditComparison, measure: string) => differences.find((each) => each.measure === measure);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-registers-'));
  write('roles.json', { columns: { zip: { role: 'quasi' }, sex: { role: 'quasi' }, disease: { role: 'sensitive' } } });
  // An open class has nothing left for its women but the flu; the first release has a few more of these.
  const open = ['gout', 'gout', 'flu', 'flu'];
  const closed = ['gout', 'ulcer', 'flu', 'cold'];
  release('loose', (zip) => (zip % 2 === 0 || zip % 10 === 1 ? open : closed), 7);
  release('tight', (zip) => (zip % 2 === 0 ? open : closed), 11);
  register('register.csv', people, 13);
  register('shuffled.csv', people, 17);
  register('others.csv', people.slice(4), 13);
  await audit('loose', 'register.csv');
  await audit('tight', 'shuffled.csv');
  await audit('tight.others', 'others.csv');
  await audit('tight.redacted', 'register.csv', { output: { redact: true, json: true } });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('one posterior for each person of one register, whatever its order: pairs decide what two intervals leave open', async () => {
  const comparison = await compare('loose', 'tight');
  expect(comparison.audits.map(({ attack }) => attack)).toEqual(['all-together', 'all-together']);
  // A class that is open gives its women away: gout is ruled out, so they have the flu, and the men the gout.
  const open = (extra: boolean): number => people.filter(({ zip }) => zip % 2 === 0 || (extra && zip % 10 === 1)).length / people.length;
  const named = found(comparison, 'named_80');
  expect(named).toMatchObject({
    paired: 'people',
    finding: 'above',
    difference: expect.closeTo(open(true) - open(false), 12),
    reason: null,
  });
  const [first, second] = comparison.audits.map(
    ({
      figures: {
        named_80: { low, high },
      },
    }) => ({ low: low ?? -1, high: high ?? 2 }),
  ) as [Ends, Ends];
  expect(first.low).toBeLessThan(second.high);
  const unpaired = Math.hypot(first.high - first.low, second.high - second.low);
  expect((named?.high as number) - (named?.low as number)).toBeLessThan(0.7 * unpaired);
});

test('registers of other people pair nobody, and it is said why', async () => {
  expect(found(await compare('loose', 'tight.others'), 'named_80')).toMatchObject({
    paired: null,
    low: null,
    finding: 'undecided',
    reason: 'their registers do not hold the same persons',
  });
  // Nor do two audits of one release.
  expect(found(await compare('tight', 'tight.others'), 'named_80')).toMatchObject({ paired: null });
});

test('what is redacted is compared alike, and no value is in its tables', async () => {
  const [open, redacted] = [await compare('loose', 'tight'), await compare('loose', 'tight.redacted')].map((each) =>
    found(each, 'named_80'),
  );
  expect(redacted).toMatchObject({ difference: open?.difference, low: open?.low, high: open?.high });
  for (const table of ['people', 'exposures']) {
    const text = readFileSync(at('results', 'tight.redacted', `${table}.jsonl`), 'utf8');
    expect(text).toContain('all-together');
    expect(text).not.toMatch(/gout|flu|ulcer|cold/);
  }
});
