// "unveil certify": what is signed is what the results say, and no byte of it can be changed unseen.
import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileText, signStatement, verifyText } from '../../cli/certify/sign.ts';
import { main } from '../../cli/main.ts';
import { canonicalJson } from '../../shared/contracts/canonical-json.ts';
import type { SignedStatement } from '../../shared/contracts/statement.ts';
import { claimSentence } from '../../shared/core/verdict/claim.ts';
import { byAttack, hasFigure, withoutFigure } from '../../shared/core/verdict/finding.ts';
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
    conclusion: {
      verdict: { level: expect.any(String), ways: [{ way: 'singled out' }, { way: 'linked' }, { way: 'learned' }] },
      claims: [expect.objectContaining({ text: expect.stringContaining('3'), state: 'held', violations: 0 })],
      gate: null,
    },
    inputs: [
      { role: 'release', sha256: sha256('release.txt') },
      { role: 'original', sha256: sha256('original.txt') },
    ],
    people: 40,
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
  const { statement }: SignedStatement = JSON.parse(read('out/statement.json'));
  // One entry of each list, with every key and every kind of value.
  const [conclusion, first] = [statement.conclusion, <T>(all: readonly T[]): T[] => all.slice(0, 1)];
  const small = {
    ...statement,
    attackers: first(statement.attackers),
    results: first(statement.results),
    conclusion: { ...conclusion, findings: first(conclusion.findings) },
  };
  const page = renderStatement(small, 'f');
  const text = fileText(signStatement(small, page, createPrivateKey(readFileSync(at('key')))));
  expect(verifyText(text, page).valid).toBe(true);
  for (let byte = 0; byte < text.length; byte += 2) {
    const other = text[byte] === '1' ? '2' : '1';
    const changes = [
      `${text.slice(0, byte)}${other}${text.slice(byte + 1)}`,
      text.slice(0, byte) + text.slice(byte + 1),
      `${text.slice(0, byte)} ${text.slice(byte)}`,
    ];
    // Every second byte, in one of three ways.
    expect([byte, verifyText(changes[(byte / 2) % 3], page).valid]).toEqual([byte, false]);
  }
  for (const changed of [`${page} `, page.replace('of 40<', 'of 4<')])
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

test('the page heads with the verdict, says what was checked with which result, what failed, what lacked an input and what was not tried', () => {
  const { statement }: SignedStatement = JSON.parse(read('out/statement.json'));
  const by = byAttack('learned', 'composition', 'The attacker has another release.', { about: 'disease' });
  const { conclusion } = statement;
  const claims = [
    { text: 'k = 3', scope: 'of the hidden items', state: 'held', checked: 1234, violations: 0, example: null },
    { text: 'l = 2', scope: 'of all classes', state: 'not checked', checked: null, violations: null, example: 'no exact check exists' },
  ] as const;
  const findings = [
    ...conclusion.findings.filter(hasFigure),
    withoutFigure(by, 'errored', 'it failed on 4 of 10 groups', { lost: 4 }),
    withoutFigure({ ...by, attack: 'temporal' }, 'not tried', 'no other release was given'),
    withoutFigure({ ...by, attack: 'background' }, 'not computable', 'no original was given'),
  ];
  const page = renderStatement({ ...statement, conclusion: { ...conclusion, claims: [...claims], findings } }, 'f');
  expect(page).toContain(`Verdict: ${conclusion.verdict.level}. `);
  const body = page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(body).toContain('k = 3 holds of the hidden items. (1234 checked)');
  expect(body).toContain('l = 2 of all classes was not checked: no exact check exists.');
  expect(body).toContain('composition (disease): errored, it failed on 4 of 10 groups');
  expect(body).toContain('temporal (disease): not tried, no other release was given');
  expect(body).toContain('background (disease): not computable, no original was given');
  expect(body).not.toContain('no violation');
  const none = renderStatement({ ...statement, conclusion: { ...conclusion, claims: [] } }, 'f');
  expect(none).toContain('No guarantee was claimed, so none was checked.');
});

test('a table of people that leaks is certified as one that leaks, by whichever attack found it', async () => {
  const rows = Array.from({ length: 40 }, (_, row) => `z${row % 8},${row % 8 < 7 ? `illness${row % 8}` : `illness${row % 5}`}`);
  writeFileSync(at('people.csv'), `zip,disease\n${rows.join('\n')}\n`);
  const [audit, out] = [at('results', 'people'), at('people')];
  const asked = ['--quasi', 'zip', '--sensitive', 'disease', '--k', '5'];
  expect(await run('audit', at('people.csv'), ...asked, '--out', audit)).toMatchObject({ status: 0 });
  expect((await run('certify', audit, '--key', at('key'), '--out', out)).status).toBe(0);
  const text = readFileSync(join(out, 'statement.json'), 'utf8');
  const { statement }: SignedStatement = JSON.parse(text);
  expect(statement.attackers).toEqual([]);
  expect(statement.conclusion.verdict).toMatchObject({ level: 'leaks', way: 'learned' });
  expect(statement.conclusion.findings).toContainEqual(
    expect.objectContaining({ attack: 'homogeneity', about: 'disease', way: 'learned', state: 'proved', people: 35, of: 40 }),
  );
  const page = readFileSync(join(out, 'statement.html'), 'utf8');
  expect(page).toContain('Verdict: leaks. ');
  // Seven classes of five hold one disease each: 35 people.
  expect(page.replaceAll(/<[^>]*>/g, ' ')).toMatch(/homogeneity \(disease\) +learned +100\.0\s% +35 of 40 +35/);
  expect(page).not.toMatch(/illness/);
  expect(verifyText(text, page).valid).toBe(true);
});

test.each([1, 2])('a statement of version %d is refused by name, with what to do', async (version) => {
  const { statement, ...rest } = JSON.parse(read('out/statement.json'));
  mkdirSync(at(`old${version}`), { recursive: true });
  writeFileSync(at(`old${version}`, 'statement.json'), JSON.stringify({ ...rest, statement: { ...statement, version } }));
  const { status, out } = await run('certify', '--verify', at(`old${version}`, 'statement.json'));
  expect([status, out]).toEqual([
    3,
    `NOT VALID: it is of version ${version}: its conclusion followed one attack. Verify it with the unveil that signed it, or audit and certify the release again\n`,
  ]);
});

test('results of an earlier version, without a verdict, are refused by name, with what to do', async () => {
  await run('audit', at('release.txt'), '--attack', 'mda', '--out', at('results', 'older'));
  const success = at('results', 'older', '_SUCCESS.json');
  const listed = JSON.parse(readFileSync(success, 'utf8'));
  rmSync(at('results', 'older', 'verdict.json'));
  const files = listed.files.filter(({ key }: { readonly key: string }) => key !== 'verdict.json');
  writeFileSync(success, JSON.stringify({ ...listed, files }));
  const { status, err } = await run('certify', at('results', 'older'), '--key', at('key'), '--out', at('older-out'));
  expect([status, err]).toEqual([2, expect.stringMatching(/of an earlier version of unveil.*audit the release again/s)]);
  rmSync(at('results', 'older'), { recursive: true });
});

test('results of which a later run failed are not certified', async () => {
  await run('audit', at('release.txt'), '--attack', 'mda', '--out', at('results', 'stale'));
  await run('audit', at('none.txt'), '--attack', 'mda', '--out', at('results', 'stale'));
  const { status, err } = await run('certify', at('results', 'stale'), '--key', at('key'), '--out', at('stale-out'));
  expect([status, err]).toEqual([2, expect.stringMatching(/a later run of this audit failed.*run it again/s)]);
});

test.each([
  ['raw.txt', 'fever, pain\nfever, rash\npain, rash\n', ['--k', '3', '--m', '1'], 'guarantee broken'],
  ['groups.json', null, ['--k', '2'], null],
] as const)('what %s claims is certified as it was checked: nothing is held that was not', async (release, text, options, level) => {
  if (text !== null) writeFileSync(at(release), text);
  const [audit, out] = [at('results', `page-${release}`), at(`page-${release}`)];
  await run('audit', at(release), ...options, '--out', audit);
  const made = await run('certify', audit, '--key', at('key'), '--out', out);
  expect([made.err, made.status]).toEqual(['', 0]);
  const { statement }: SignedStatement = JSON.parse(readFileSync(join(out, 'statement.json'), 'utf8'));
  const { claims, verdict } = statement.conclusion;
  if (level !== null) expect(verdict.level).toBe(level);
  const page = readFileSync(join(out, 'statement.html'), 'utf8').replaceAll('&amp;', '&');
  expect(claims.length).toBeGreaterThan(0);
  for (const claim of claims) expect(page).toContain(claimSentence(claim).slice(0, 30));
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
    expect(statement.conclusion.verdict.level).toBe('guarantee broken');
    expect(statement.conclusion.claims.map(({ state }) => state)).toContain('broken');
    expect(readFileSync(join(out, 'statement.html'), 'utf8')).toContain('Verdict: guarantee broken. The release breaks its guarantee');
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
