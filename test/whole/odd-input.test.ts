import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../cli/main.ts';
import { failureMessage } from '../../cli/usage.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-odd-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);
writeFileSync(at('release.txt'), 'heart, (asthma, gout), lung\nknee, (asthma, gout)\n');
writeFileSync(at('empty.txt'), '');
writeFileSync(at('table.csv'), 'id,diagnosis\n1,flu\n');
writeFileSync(at('log.txt'), 'AnonID\tQuery\tQueryTime\n1\tknee pain\t2006-03-01 07:17:12\n');
writeFileSync(at('note.txt'), 'The knee hurts.\n');
writeFileSync(at('there.jsonl'), '{"items":["kept"]}\n');
writeFileSync(at('mistyped.json'), '\ufeff{"relase":"release.txt"}');
symlinkSync('loop', at('loop'));
const RELEASE = at('release.txt');
const THERE = readdirSync(folder).toSorted();

async function said(...argv: string[]): Promise<{ status: number; err: string }> {
  let err = '';
  const status = await main(argv, { out: { write: () => {} }, err: { write: (text) => (err += text) } });
  return { status, err };
}

test.each([
  [
    'an attack that does not exist is answered with those that do',
    ['audit', RELEASE, '--attack', 'foo'],
    /^unveil: --attack: there is no attack "foo"; on a set-generalised release there are .*rba-normalised/,
  ],
  ['a corpus without a word', ['audit', RELEASE, '--corpus', at('empty.txt')], /empty\.txt: there is no document with a word in it/],
  [
    'results below a file',
    ['audit', RELEASE, '--out', join(RELEASE, 'a', 'b')],
    /release\.txt.a: this folder cannot be made; name another with --out/,
  ],
  ['results where nobody makes folders', ['audit', RELEASE, '--out', '/proc/unveil/a'], /\/proc\/unveil: this folder cannot be made/],
  ['results right where nobody makes folders', ['audit', RELEASE, '--out', '/proc/x'], /\/proc\/x: this folder cannot be made/],
  ['a link to itself', ['audit', at('loop')], /loop: this link leads back to itself/],
  ['a request without a release', ['audit', at('mistyped.json')], /mistyped\.json: relase: there is no such key|release: is missing/],
  [
    'a gate that is gone',
    ['audit', RELEASE, '--gate', 'lenient'],
    /^unveil: --gate lenient is gone: .* set the limit that you accept with --fail-above/,
  ],
  ['a value out of range', ['audit', RELEASE, '--width', '5000'], /^unveil: --width: must be at most 1000/],
  ['a share out of range', ['audit', RELEASE, '--precision', '2'], /^unveil: --precision: must be at most 1/],
  ['a claim out of range', ['audit', RELEASE, '--k', '1'], /^unveil: --k: must be at least 2/],
  [
    'an attack on releases of another kind',
    ['audit', RELEASE, '--attack', 'aba'],
    /^unveil: --attack: "aba" is not an attack on a set-generalised/,
  ],
  ['an option given twice', ['audit', RELEASE, '--k', '3', '--k', '4'], /^unveil: --k is given twice; it takes one value/],
  ['an original given twice', ['audit', RELEASE, '--original', RELEASE, '--original', RELEASE], /--original is given twice/],
  ['a flag given twice', ['generate', '--out', at('y.jsonl'), '--seed', 'a', '--seed=b'], /--seed is given twice/],
  ['transactions where nobody writes', ['generate', '--out', '/proc/x.jsonl'], /\/proc\/x\.jsonl: this file cannot be written/],
  ['a mistyped command', ['adit', RELEASE], /there is no command "adit"; did you mean "audit"\?/],
  ['a mistyped option', ['audit', RELEASE, '--atack', 'rba'], /there is no option "--atack"; did you mean "--attack"\?/],
  [
    'an option of another method',
    ['anonymise', RELEASE, '--method', 'disassociate', '--privacy', 'p.txt'],
    /^unveil anonymise: "--privacy" does not go with what else is given; "unveil anonymise --help" explains/,
  ],
  ['a table as text', ['extract', at('table.csv'), '--out', at('x.jsonl')], /table\.csv: this is a table: unveil import reads it/],
  [
    'a query log as text',
    ['extract', at('log.txt'), '--out', at('x.jsonl')],
    /log\.txt:1: this begins as a log of queries; unveil extract --help/,
  ],
  ['an option nobody knows', ['audit', RELEASE, '--zzzzzzz'], /there is no option "--zzzzzzz"; "unveil audit --help"/],
  ['a negative number', ['audit', RELEASE, '--k', '-1'], /"--k" wants a value; one that begins with a dash is written --k=-1/],
  ['an option without its value', ['audit', RELEASE, '--k'], /"--k" wants a value;/],
  ['a value that nothing takes', ['audit', RELEASE, '--json=yes'], /"--json" takes no value/],
  ['an argument too many', ['generate', 'x', '--out', at('x.jsonl')], /"x" is one argument too many/],
  ['a file that generate would overwrite', ['generate', '--out', at('there.jsonl')], /there\.jsonl: this exists already; .* --force/],
  [
    'a corpus that generate would overwrite',
    ['generate', '--out', at('z.jsonl'), '--corpus', at('there.jsonl')],
    /there\.jsonl: this exists/,
  ],
  ['a file that extract would overwrite', ['extract', folder, '--out', at('there.jsonl')], /there\.jsonl: this exists already/],
  ['an empty term', ['relate', ' ', 'knee'], /a term is empty/],
])('%s: exit code 2, and nothing is left', async (_, argv, message) => {
  const { status, err } = await said(...argv, ...(argv[0] === 'audit' && !argv.includes('--out') ? ['--out', at('out')] : []));
  expect({ status, err }).toEqual({ status: 2, err: expect.stringMatching(message) });
  expect(readdirSync(folder).toSorted()).toEqual(THERE);
});

test('the id of a single text is its name, not where it stands', async () => {
  expect((await said('extract', at('note.txt'), '--out', at('note.jsonl'), '--repeated-lines', '1')).status).toBe(0);
  expect(readFileSync(at('note.jsonl'), 'utf8')).toBe('{"id":"note.txt","items":["knee"]}\n');
  rmSync(at('note.jsonl'));
});

test('what is there is overwritten when the user says so', async () => {
  writeFileSync(at('old.jsonl'), 'old\n');
  expect((await said('generate', '--out', at('old.jsonl'), '--transactions', '3', '--force')).status).toBe(0);
  expect(readFileSync(at('old.jsonl'), 'utf8').split('\n')).toHaveLength(4);
  rmSync(at('old.jsonl'));
});

test('folders that were made for results go again when there are none', async () => {
  expect(await said('audit', at('missing.txt'), '--out', at('a/b/c'))).toMatchObject({ status: 2 });
  expect(existsSync(at('a'))).toBe(false);
});

test('what the system refuses is said in words, with its own behind them', () => {
  expect(failureMessage(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))).toBe(
    'the disk is full (ENOSPC: no space left on device, write)',
  );
  expect(failureMessage(new Error('anything else'))).toBe('anything else');
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'another Node gets the %s that its starter gets, and its end is the end of both',
  async (signal) => {
    const child = `process.on(${JSON.stringify(signal)}, () => { console.log('put in order'); process.exit(7); }); setInterval(() => {}, 1000); console.log('ready');`;
    const starter = `
    import { supervise } from ${JSON.stringify(new URL('../../bin/supervise.mjs', import.meta.url).href)};
    process.exitCode = await supervise(process.execPath, ['-e', ${JSON.stringify(child)}]);`;
    const started = spawn(process.execPath, ['--input-type=module', '-e', starter], { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    started.stdout.on('data', (piece) => {
      out += piece;
      if (String(piece).includes('ready')) started.kill(signal);
    });
    expect(await new Promise((resolve) => started.on('close', resolve))).toBe(7);
    expect(out).toBe('ready\nput in order\n');
  },
);
