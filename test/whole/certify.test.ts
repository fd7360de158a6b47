// "unveil certify": what is signed is what the results say, and no byte of it can be changed unseen.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileText, signStatement, verifyText } from '../../cli/certify/sign.ts';
import { main } from '../../cli/main.ts';
import { canonicalJson } from '../../shared/contracts/canonical-json.ts';
import type { SignedStatement } from '../../shared/contracts/statement.ts';
import { renderStatement } from '../../shared/report/statement-page.ts';

let folder: string;
const at = (...path: readonly string[]): string => join(folder, ...path);
const read = (file: string): string => readFileSync(at(file), 'utf8');
const SECRET = 'cryptosporidiosis';

async function run(...argv: readonly string[]): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
  const said = { out: '', err: '' };
  const terminal = { out: { write: (text: string) => (said.out += text) }, err: { write: (text: string) => (said.err += text) } };
  return { status: await main(argv, terminal), ...said };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-certify-'));
  const lines = Array.from({ length: 40 }, (_, row) => `fever, (${SECRET}, asthma), ${row % 2 === 0 ? 'pain' : 'rash'}`);
  writeFileSync(at('release.txt'), `${lines.join('\n')}\n`);
  writeFileSync(at('original.txt'), `${lines.map((line) => line.replace(/\((\w+), \w+\)/, '$1')).join('\n')}\n`);
  await run(
    'audit',
    at('release.txt'),
    '--original',
    at('original.txt'),
    '--attack',
    'gba',
    '--k',
    '3',
    '--m',
    '2',
    '--out',
    at('results', 'one'),
  );
  const cluster = { size: 4, recordChunks: [[['fever'], ['fever'], ['pain'], ['pain']]], termChunk: ['rash'] };
  writeFileSync(at('clusters.json'), JSON.stringify({ k: 2, m: 1, clusters: [cluster] }));
  writeFileSync(at('groups.json'), JSON.stringify({ groups: [{ transactions: [['fever'], ['pain']], sensitive: { rash: 1 } }] }));
  await run('certify', '--new-key', at('key'));
  const made = await run('certify', 'one', '--results', at('results'), '--key', at('key'), '--signer', 'A <b>& Co', '--out', at('out'));
  expect([made.err, made.status]).toEqual(['', 0]);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the statement has the claim, the attackers with their figures, and hashes of what was audited; no item', () => {
  const { statement }: SignedStatement = JSON.parse(read('out/statement.json'));
  const sha256 = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(at(file)))
      .digest('hex');
  expect(statement).toMatchObject({
    signer: 'A <b>& Co',
    audit: { name: expect.stringMatching(/^unveil-certify-/), kind: 'set-generalised' },
    claim: { k: 3, m: 2, finding: 'held' },
    inputs: [
      { role: 'release', sha256: sha256('release.txt') },
      { role: 'original', sha256: sha256('original.txt') },
    ],
    transactions: 40,
    sources: [expect.stringMatching(/^wordnet@/)],
  });
  expect(statement.attackers.map(({ attack }) => attack)).toEqual(expect.arrayContaining(['gba', 'random', 'blind']));
  expect(statement.doesNotProve.join(' ')).toContain('A stronger attacker');
  for (const file of ['out/statement.json', 'out/statement.html']) expect(read(file)).not.toContain(SECRET);
});

test('the page is whole, runs nothing, asks for nothing, and shows names as text', () => {
  const page = read('out/statement.html');
  expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
  expect(page).not.toMatch(/<script|<link|<img|https?:/);
  expect(page).toContain('A &lt;b&gt;&amp; Co');
  expect(page).toContain('What this does not prove');
});

test('it verifies, by itself and against the key that was published', async () => {
  const by = await run('certify', '--verify', at('out', 'statement.json'), '--public-key', at('key.pub'));
  expect([by.status, by.out]).toEqual([0, expect.stringContaining('It is the key that you named')]);
  const alone = await run('certify', '--verify', at('out', 'statement.json'));
  expect([alone.status, alone.out]).toEqual([0, expect.stringContaining('Whose key that is you see by its fingerprint')]);
  await run('certify', '--new-key', at('other'));
  const other = await run('certify', '--verify', at('out', 'statement.json'), '--public-key', at('other.pub'));
  expect([other.status, other.out]).toEqual([3, 'NOT VALID: it is signed, but by another key\n']);
});

test('every byte counts: changed, left out or put in anywhere, it does not verify', () => {
  const text = read('out/statement.json');
  const page = read('out/statement.html');
  expect(verifyText(text, page).valid).toBe(true);
  for (let byte = 0; byte < text.length; byte += 2) {
    const other = text[byte] === '1' ? '2' : '1';
    const changes = [
      `${text.slice(0, byte)}${other}${text.slice(byte + 1)}`,
      text.slice(0, byte) + text.slice(byte + 1),
      `${text.slice(0, byte)} ${text.slice(byte)}`,
    ];
    // Every second byte, in one of three ways.
    expect([byte, verifyText(changes[(byte / 2) % 3] as string, page).valid]).toEqual([byte, false]);
  }
  for (const changed of [`${page} `, page.replace('40 transactions', '4 transactions')])
    expect(verifyText(text, changed)).toMatchObject({ valid: false, why: expect.stringContaining('page') });
});

test('a key that stands twice, another order of keys, and a signature of another key under the first are seen', () => {
  const text = read('out/statement.json');
  const page = read('out/statement.html');
  const twice = text.replace('{\n', '{\n "pageSha256": "0",\n');
  const { signature, ...rest } = JSON.parse(text);
  const reordered = `${JSON.stringify({ signature, ...rest }, null, 1)}\n`;
  const { privateKey } = generateKeyPairSync('ed25519');
  const stranger = signStatement(rest.statement, page, privateKey);
  const mixed = fileText({ ...stranger, publicKey: rest.publicKey });
  for (const changed of [twice, reordered, mixed]) expect(verifyText(changed, page).valid).toBe(false);
  // Another key's own signature is valid, and says whose it is.
  const own = verifyText(fileText(stranger), page);
  const first = verifyText(text, page);
  expect(own.valid && first.valid && own.fingerprint !== first.fingerprint).toBe(true);
});

test('results that were changed after the audit are not certified', async () => {
  await run('audit', at('release.txt'), '--attack', 'mda', '--out', at('results', 'two'));
  appendFileSync(at('results', 'two', 'report.html'), ' ');
  const { status, err } = await run('certify', at('results', 'two'), '--key', at('key'), '--out', at('two'));
  expect([status, err]).toEqual([2, expect.stringContaining('changed after the audit')]);
});

test('keys are for the owner alone, under a passphrase where one is given, and never overwritten', async () => {
  if (process.platform !== 'win32') expect(statSync(at('key')).mode & 0o777).toBe(0o600);
  expect((await run('certify', '--new-key', at('key'))).status).toBe(2);
  const before = process.env['UNVEIL_PASSPHRASE'];
  try {
    process.env['UNVEIL_PASSPHRASE'] = 'some words that nobody guesses';
    await run('certify', '--new-key', at('sealed'));
    expect(read('sealed')).toContain('ENCRYPTED');
    const sealed = ['certify', 'one', '--results', at('results'), '--key', at('sealed'), '--out', at('sealed-out')];
    expect((await run(...sealed)).status).toBe(0);
    process.env['UNVEIL_PASSPHRASE'] = 'others';
    expect(await run(...sealed, '--force')).toMatchObject({ status: 2, err: expect.stringContaining('passphrase') });
  } finally {
    if (before === undefined) delete process.env['UNVEIL_PASSPHRASE'];
    else process.env['UNVEIL_PASSPHRASE'] = before;
  }
});

test('a key of another kind, and no key, are refused', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(at('ec'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(at('none'), 'no key');
  for (const [file, words] of [
    ['ec', 'no Ed25519 key'],
    ['none', 'no private key'],
  ] as const) {
    const { status, err } = await run('certify', 'one', '--results', at('results'), '--key', at(file), '--out', at('no'));
    expect([status, err]).toEqual([2, expect.stringContaining(words)]);
  }
});

test('the page says where nothing was found out, and a violated claim', () => {
  const { statement }: SignedStatement = JSON.parse(read('out/statement.json'));
  const page = renderStatement(
    {
      ...statement,
      claim: { k: 3, m: null, finding: 'violated' },
      attackers: statement.attackers.map((each) => ({ ...each, status: 'errored' })),
    },
    'f',
    null,
  );
  expect(page).toContain('is false: the release itself violates it');
  expect(page).toContain('which is no sign of safety');
});

test('a release that is attacked by its structure: what was found stands there beside what knows less, and who was tried is counted', async () => {
  const rows = Array.from({ length: 40 }, (_, row) => `z${row % 8},${row % 8 < 7 ? `illness${row % 8}` : `illness${row % 5}`}`);
  writeFileSync(at('people.csv'), `zip,disease\n${rows.join('\n')}\n`);
  const [audit, out] = [at('results', 'people'), at('people')];
  const asked = ['--quasi', 'zip', '--sensitive', 'disease', '--k', '5'];
  expect(await run('audit', at('people.csv'), ...asked, '--out', audit)).toMatchObject({ status: 0 });
  expect((await run('certify', audit, '--key', at('key'), '--out', out)).status).toBe(0);
  const text = readFileSync(join(out, 'statement.json'), 'utf8');
  const { statement }: SignedStatement = JSON.parse(text);
  expect(statement.attackers).toEqual([]);
  expect(statement.findings).toContainEqual({
    attack: 'homogeneity',
    version: 1,
    about: 'disease',
    status: 'decided',
    figure: 'value guessed right',
    share: expect.objectContaining({ value: expect.closeTo(0.9) }),
    less: { name: 'marginal', value: expect.closeTo(0.15) },
  });
  expect(statement.named[0]).toMatchObject({ certainty: 0.8, share: { value: expect.closeTo(0.875) } });
  const page = readFileSync(join(out, 'statement.html'), 'utf8');
  expect(page).toMatch(
    /1[0-9] attackers were tried on a release of 40 people\..* Of \d nothing was found out, which is no sign of safety\./,
  );
  expect(page).toContain('value guessed right');
  expect(page).not.toMatch(/illness|Read it beside what was found/);
  expect(verifyText(text, page).valid).toBe(true);
});

test('that an attack names nobody is its own account where more was found; a statement of version 1 is what it was', () => {
  const { statement }: SignedStatement = JSON.parse(read('out/statement.json'));
  const none = { value: 0, low: 0, high: 0.01 };
  const found = {
    attack: 'a',
    version: 1,
    about: null,
    status: 'decided',
    figure: 'guessed right',
    share: { value: 1, low: 0.9, high: 1 },
  };
  const quiet = { ...statement, named: [{ attack: 'a', certainty: 0.8, share: none }] };
  const page = (findings: unknown[]): string => renderStatement({ ...quiet, findings: findings as never }, 'f', null);
  expect(page([{ ...found, less: { name: 'chance', value: 0.3 } }])).toContain('Read it beside what was found');
  expect(page([{ ...found, less: { name: 'chance', value: 0.9 } }])).not.toContain('Read it beside');
  expect(page([])).not.toMatch(/Read it beside|What was found/);
  const { findings: _, ...first } = { ...statement, version: 1 as const };
  const { privateKey } = generateKeyPairSync('ed25519');
  const old = renderStatement(first, 'f', null);
  expect(verifyText(fileText(signStatement(first, old, privateKey)), old).valid).toBe(true);
});

test.each([
  [
    'release.txt',
    ['--m', '1', '--attack', 'random'],
    'that every protected itemset is carried by k transactions or none, and no violation',
  ],
  ['clusters.json', ['--m', '1', '--attack', 'random'], 'the rules of k^m-anonymity of its chunks, and no violation'],
  ['groups.json', [], 'it was checked as the report of the audit says, and no violation'],
])('the page on %s says what was checked of a claim on such a release', async (release, options, words) => {
  const [audit, out] = [at('results', `page-${release}`), at(`page-${release}`)];
  expect(await run('audit', at(release), '--k', '2', ...options, '--out', audit)).toMatchObject({ status: 0 });
  const made = await run('certify', audit, '--key', at('key'), '--out', out);
  expect([made.err, made.status]).toEqual(['', 0]);
  expect(readFileSync(join(out, 'statement.html'), 'utf8')).toContain(words);
});

test.each([
  ['groups.json', ['--k', '3']],
  ['clusters.json', ['--k', '3', '--m', '1', '--attack', 'random', '--redact']],
])(
  'a claim that the audit of %s found false is certified as false, whether or not a file lists what breaks it',
  async (release, options) => {
    const [audit, out] = [at('results', `broken-${release}`), at(`broken-${release}`)];
    expect(await run('audit', at(release), ...options, '--out', audit)).toMatchObject({ status: 3 });
    expect(await run('certify', audit, '--key', at('key'), '--out', out)).toMatchObject({ status: 0 });
    const { statement }: SignedStatement = JSON.parse(readFileSync(join(out, 'statement.json'), 'utf8'));
    expect(statement.claim.finding).toBe('violated');
  },
);

test.each([
  [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
  // From RFC 8785.
  [
    { numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001] },
    '{"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}',
  ],
  [{ '€': 1, '\r': 2, '1': 3, '\u0080': 4, ö: 5, '😀': 6, '\ufb33': 7 }, '{"\\r":2,"1":3,"\u0080":4,"ö":5,"€":1,"😀":6,"\ufb33":7}'],
])('canonical JSON of %j', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, '\ud800', { a: undefined }, () => 1])('%p has no canonical JSON', (value) => {
  expect(() => canonicalJson(value)).toThrow(TypeError);
});
