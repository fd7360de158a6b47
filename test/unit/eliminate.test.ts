import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { main } from '../../cli/main.ts';
import { TABLE_ATTACKS } from '../../shared/core/attack/attacks.ts';
import { eliminate } from '../../shared/pipeline/eliminate.ts';

const TABLE = [
  [0.56, 0.78, 1.57, 2.19],
  [1.75, 0.58, 1.74, 1.53],
  [2.6, 2.93, 1.78, 1.49],
  [1.6, 1.51, 1.89, 1.03],
];
const GBA = '{"attack":"gba","delta":0.4450781250000001,"eliminated":[[2,1],[2,0],[1,2],[1,0],[0,3]],"why":';

describe('unveil eliminate', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'unveil-eliminate-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function run(text: string | Uint8Array, ...argv: string[]) {
    writeFileSync(join(folder, 'tables.jsonl'), text);
    let out = '';
    let err = '';
    const code = await main(['eliminate', join(folder, 'tables.jsonl'), ...argv], {
      out: { write: (chunk) => (out += chunk) },
      err: { write: (chunk) => (err += chunk) },
    });
    return { code, out, err: err.replaceAll(`${folder}/`, '') };
  }

  test('--json prints one line a table, as the issue shows it', async () => {
    const table = JSON.stringify({ distances: TABLE });
    const { code, out } = await run(`${table}\n\n${table}`, '--attack', 'gba', '--json');
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]?.startsWith(GBA)).toBe(true);
    expect(lines[1]).toBe(lines[0]);
  });

  test.each([
    ['one table on several lines', JSON.stringify({ distances: TABLE }, null, 2)],
    ['an array of one table', JSON.stringify([{ distances: TABLE }])],
    ['rows alone', JSON.stringify(TABLE)],
    ['an array of rows', JSON.stringify([TABLE], null, 1)],
    ['other keys beside it', JSON.stringify({ id: 'g1', distances: TABLE, columns: ['a', 'b', 'c', 'd'] })],
  ])('reads %s', async (_, text) => {
    const { code, out } = await run(text, '--attack', 'gba', '--json');
    expect({ code, same: out.startsWith(GBA) }).toEqual({ code: 0, same: true });
  });

  test('reads gzip', async () => {
    expect((await run(gzipSync(JSON.stringify(TABLE)), '--attack', 'gba', '--json')).out).toContain(GBA);
  });

  test('without --json shows the table, the order and the reasons; several attacks one after another', async () => {
    const { out } = await run(JSON.stringify(TABLE), '--attack', 'mda,wba');
    expect(out).toContain('table 1: 4 x 4, mda: 1 of 16 cells eliminated\n');
    expect(out).toContain('(2.93) 1.');
    expect(out).toContain('  1. row 2, column 1: distance 2.93');
    expect(out).toContain('table 1: 4 x 4, wba: 4 of 16 cells eliminated; threshold 0.8975');
  });

  test('null is undefined, "never" goes first and is written so; chance has no reason', async () => {
    const text = '{"distances":[[1,null,2],["never",2,0.5]]}';
    expect(JSON.parse((await run(text, '--attack', 'mda', '--json')).out)).toEqual({
      attack: 'mda',
      delta: null,
      eliminated: [[1, 0]],
      why: ['never'],
    });
    const blind = JSON.parse((await run(text, '--attack', 'blind', '--json')).out);
    expect(new Set(blind.why)).toEqual(new Set([null]));
  });

  test('every attack survives tables in which nothing can be decided', async () => {
    const names = TABLE_ATTACKS.map(({ name }) => name).join();
    const { code, out } = await run('[[null]]\n[[0,-1],[null,0]]\n[[3,1,2]]\n[[1],[2]]\n[["never"]]\n', '--attack', names, '--json');
    expect(code).toBe(0);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(5 * TABLE_ATTACKS.length);
    for (const { attack, eliminated } of lines) if (!['random', 'blind'].includes(attack)) expect(eliminated).toEqual([]);
  });

  test.each([
    ['{"distances":[[1,2],[3]]}', 'tables.jsonl:1:21: row 1 has 1 distances, row 0 has 2; write null for an undefined one'],
    ['[[1,2],[3,4]]\n[[1,NaN]]', 'tables.jsonl:2:5: not JSON: a value is missing here'],
    [
      '[[1,2],[3,4]]\n{"distances":[[1,"é",true]]}',
      'tables.jsonl:2:18: a distance is a number, null (undefined) or "never" (never together)',
    ],
    ['[[1,true]]', 'tables.jsonl:1:5: a distance is a number, null (undefined) or "never" (never together)'],
    ['[[1,1e999]]', 'tables.jsonl:1:5: a distance beyond the largest number'],
    ['{"distance":[[1,2]]}', 'tables.jsonl:1:1: a table is {"distances":[[...]]}; "distances" is missing'],
    ['{"distances":[]}', 'tables.jsonl:1:14: the table is empty: it has no row'],
    ['{"distances":[[],[]]}', 'tables.jsonl:1:15: row 0 is empty'],
    ['[{"distances":[[1,2]]},\n {"distances":[[1,2],\n  5]}]', 'tables.jsonl:3:3: row 1 is not an array of distances'],
    ['[]', 'tables.jsonl:1:1: no table: the array is empty'],
    ['\n\n', 'tables.jsonl:1:1: no table in this file'],
    ['', 'tables.jsonl:1:1: the file is empty'],
  ])('%j is a bad input with its place', async (text, message) => {
    expect(await run(text, '--attack', 'gba', '--json')).toMatchObject({ code: 2, err: `unveil: ${message}\n` });
  });

  test.each([
    [
      ['--attack', 'gab'],
      'there is no attack "gab" on distance tables; there are: random, blind, mda, tba, wba, gba, gba-normalised, rba, rba-normalised',
    ],
    [[], 'name an attack, --attack NAME: random, blind, mda, tba, wba, gba, gba-normalised, rba, rba-normalised'],
    [['--attack', 'gba', '--ratio', 'half'], '--ratio takes a number, not "half"'],
    [['--attack', 'gba', '--ratio=-1'], 'the ratio is a number, 0 or more'],
    [['--attack', 'gba', '--ratio=2', '--delta=1'], 'give a ratio or delta, not both: the ratio scales the threshold that delta replaces'],
    [['--attack', 'mda', '--delta', '1'], '--delta changes nothing about mda'],
    [['--attack', 'gba', '--seed', '1'], '--seed changes nothing about gba'],
  ])('%j is a usage error', async (argv, message) => {
    expect(await run('[[1,2],[3,4]]', ...argv)).toEqual({ code: 2, out: '', err: `unveil: ${message}\n` });
  });
});

test('eliminate() answers as the command line does', () => {
  expect(JSON.stringify(eliminate(TABLE, { attack: 'gba' })).startsWith(GBA)).toBe(true);
  expect(eliminate(TABLE, { attack: 'tba', delta: 1.6 })).toMatchObject({ delta: 1.6 });
  expect(() => eliminate([[1], [2, 3]], { attack: 'gba' })).toThrow('a distance table has rows of equal length');
  expect(() => eliminate(TABLE, { attack: 'xyz' })).toThrow('there is no attack "xyz"');
});

test('docs/attacks.md has a line for each attack', () => {
  const page = readFileSync('docs/attacks.md', 'utf8');
  expect(TABLE_ATTACKS.filter(({ name }) => !page.includes(`| \`${name}\` |`))).toEqual([]);
});
