import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UNVEIL } from '../helpers/run.ts';

// "-" is the standard input or output wherever a file is read or written.

const folder = mkdtempSync(join(tmpdir(), 'unveil-pipes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function piped(input: string, ...argv: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [UNVEIL, ...argv], { cwd: folder, input, encoding: 'utf8' });
  return { status, out: stdout, err: stderr };
}

const RELEASE = 'heart, (asthma, gout), lung\nknee, (asthma, gout)\n';

test('audit reads what another command writes', () => {
  const { status, out } = piped(RELEASE, 'audit', '-', '--attack', 'gba', '--json');
  expect({ status, transactions: JSON.parse(out).transactions }).toEqual({ status: 0, transactions: 2 });
  expect(existsSync(join(folder, 'unveil-results/audit/_SUCCESS.json'))).toBe(true);
});

test.each([
  [['check', '-', '--k', '2'], RELEASE, 0, /protected with k = 2 as claimed/],
  [['check', '-', '--quasi', 'zip', '--k', '3'], 'zip,disease\n1,flu\n1,gout\n', 3, /claimed/],
  [
    ['import', '-', '--out', '-', '--id', 'id'],
    'id,item\n2,flu\n1,gout\n2,gout\n',
    0,
    /^\{"id":"2","items":\["flu","gout"\]\}\n\{"id":"1","items":\["gout"\]\}\n$/,
  ],
  [['eliminate', '-', '--attack', 'gba', '--json'], '[[0.5,0.7],[0.9,null]]', 0, /^\{"attack":"gba"/],
  [
    ['extract', '-', '--out', '-', '--repeated-lines', '1'],
    '{"id":"1","text":"A heart attack."}\n',
    0,
    /^\{"id":"1","items":\["heart attack"\]\}\n$/,
  ],
  [['extract', '-', '--out', '-', '--query-log'], '{"user":"u","query":"knee"}\n', 0, /^\{"id":"u","items":\["knee"\]\}\n$/],
  [['generate', '--out', '-', '--transactions', '2', '--vocabulary', '30'], '', 0, /^\{"id":.*\n\{"id":.*\n$/],
  [['audit', '-', '--original', '-'], RELEASE, 2, /^$/],
] as const)('unveil %j', (argv, input, status, printed) => {
  const before = readdirSync(folder);
  const ran = piped(input, ...argv);
  expect({ ...ran, err: ran.status === status ? '' : ran.err }).toEqual({ status, err: '', out: expect.stringMatching(printed) });
  expect(readdirSync(folder)).toEqual(before);
});

test('the standard input is read once', () => {
  expect(piped(RELEASE, 'audit', '-', '--original', '-').err).toBe(
    'unveil: -: the standard input is read once; give the other file by its name\n',
  );
});
