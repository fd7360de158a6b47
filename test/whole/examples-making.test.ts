import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../cli/main.ts';
import { brokenConstraints } from '../oracle/twins/coat.ts';
import { rareItemsets } from '../oracle/twins/km.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-making-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);
const example = (name: string): string => new URL(`../../examples/${name}`, import.meta.url).pathname;

async function unveil(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const code = await main(argv, {
    out: { write: (text) => (out += text) },
    err: { write: (text) => (err += text) },
  });
  return { code, out, err };
}
const items = (file: string): (string | string[])[][] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).items);
const lines = (file: string): string[][] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(', '));

describe('the examples, from the command line', () => {
  test('extract: notes lose their headers and footers, and keep their phrases', async () => {
    expect(await unveil('extract', example('extract/notes'), '--out', at('notes.jsonl'))).toMatchObject({ code: 0 });
    const notes = items(at('notes.jsonl'));
    expect(notes).toHaveLength(4);
    expect(notes[0]).toEqual(expect.arrayContaining(['blood pressure', 'hip fracture', 'pain medication']));
    expect(notes[2]).toContain('foot ulcer');
    expect(notes.flat().filter((item) => /clinic|ward|page/.test(String(item)))).toEqual([]);
  });

  test('extract: a query log gives a transaction a user, or a session', async () => {
    expect((await unveil('extract', example('query-log/queries.tsv'), '--query-log', '--out', at('users.jsonl'))).code).toBe(0);
    expect(items(at('users.jsonl')).map((each) => each[0])).toEqual(['running shoe', 'mountain hut', 'knee pain']);
    expect(
      (await unveil('extract', example('query-log/queries.tsv'), '--query-log', '--per', 'session', '--out', at('sessions.txt'))).code,
    ).toBe(0);
    expect(readFileSync(at('sessions.txt'), 'utf8').trim().split('\n').length).toBe(6);
  });

  test('anonymise coat: the folder audits as it is, and no constraint is broken', async () => {
    const { code, out } = await unveil(
      ...['anonymise', example('coat/transactions.txt'), '--method', 'coat', '--k', '3', '--privacy', example('coat/privacy.txt')],
      ...['--utility', example('coat/utility.txt'), '--out', at('coat')],
    );
    expect(code).toBe(0);
    expect(out).toMatch(/utilityLossLog10 +-\d/);
    expect(readdirSync(at('coat')).sort()).toEqual(['audit.json', 'measures.json', 'original.jsonl', 'privacy.txt', 'release.jsonl']);
    const policy = { k: 3, privacy: lines(example('coat/privacy.txt')), utility: [], maxSuppressed: 0 };
    expect(brokenConstraints(items(at('coat/original.jsonl')), policy).length).toBeGreaterThan(0);
    expect(brokenConstraints(items(at('coat/release.jsonl')), policy)).toEqual([]);
    const audit = await unveil('audit', at('coat/audit.json'), '--out', at('audited'));
    expect({ code: audit.code, err: audit.err }).toEqual({ code: 0, err: '' });
    expect(existsSync(at('audited'))).toBe(true);
  });

  test('anonymise km: no pair is rare, by exhaustive counting, and the items of each node stand in the release', async () => {
    const made = await unveil(
      ...[
        'anonymise',
        example('km/transactions.txt'),
        '--method',
        'km',
        '--k',
        '3',
        '--m',
        '2',
        '--hierarchy',
        example('km/hierarchy.json'),
        '--out',
        at('km'),
      ],
    );
    expect(made.code).toBe(0);
    expect(rareItemsets(items(at('km/release-names.jsonl')) as string[][], 3, 2)).toEqual([]);
    const sets = items(at('km/release.jsonl'))
      .flat()
      .filter((entry) => Array.isArray(entry));
    expect(sets.length).toBeGreaterThan(0);
    expect(JSON.parse(readFileSync(at('km/measures.json'), 'utf8'))).toMatchObject({ method: 'km', k: 3, m: 2, suppressedShare: 0 });
  });

  test('the same seed makes the same release, shuffled; --order keep leaves the places', async () => {
    const argv = ['anonymise', example('coat/transactions.txt'), '--method', 'coat', '--k', '3', '--privacy', example('coat/privacy.txt')];
    await unveil(...argv, '--out', at('one'));
    await unveil(...argv, '--out', at('two'));
    await unveil(...argv, '--out', at('kept'), '--order', 'keep');
    expect(readFileSync(at('one/release.jsonl'))).toEqual(readFileSync(at('two/release.jsonl')));
    expect(JSON.parse(readFileSync(at('one/audit.json'), 'utf8')).context).toEqual({ order: 'meaningless' });
    expect(items(at('kept/release.jsonl'))[0]?.slice(0, 2)).toEqual(['apple', 'bread']);
  });
});

describe('what cannot be done is said, with exit code 2 and nothing left behind', () => {
  const transactions = example('coat/transactions.txt');
  test.each([
    [['anonymise', transactions, '--k', '3', '--out', 'X'], /--method is one of: coat/],
    [
      ['anonymise', transactions, '--method', 'coat', '--k', '1', '--privacy', 'random:0.1', '--out', 'X'],
      /--k is a whole number, at least 2/,
    ],
    [['anonymise', transactions, '--method', 'coat', '--k', '3', '--out', 'X'], /coat needs --privacy/],
    [
      ['anonymise', transactions, '--method', 'coat', '--k', '30', '--privacy', example('coat/privacy.txt'), '--out', 'X'],
      /privacy\.txt:1: privacy constraint 1 cannot be satisfied/,
    ],
    [
      ['anonymise', transactions, '--method', 'km', '--k', '3', '--hierarchy', 'degree:1', '--out', 'X'],
      /degree:N is a whole number, at least 2/,
    ],
    [
      ['anonymise', 'nowhere.jsonl', '--method', 'km', '--k', '3', '--hierarchy', 'degree:2', '--out', 'X'],
      /nowhere\.jsonl: there is no such file/,
    ],
    [['extract', 'nowhere', '--out', 'X.jsonl'], /nowhere: there is no such file or folder/],
    [['extract', example('extract/notes'), '--out', 'X.csv'], /--out must end in \.jsonl or \.txt/],
    [['generate', '--out', 'X.jsonl', '--density', '2'], /--density is above 0 and at most 1/],
    [['experiment', 'nowhere.json'], /nowhere\.json: there is no such file/],
  ])('%j', async (argv, message) => {
    const { code, err } = await unveil(...argv.map((each) => each.replace(/^X/, at('x'))));
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(readdirSync(folder).filter((name) => name.startsWith('x') || name.startsWith('.'))).toEqual([]);
  });
});

test('the published experiments are files that can be read', async () => {
  cpSync(new URL('../../experiments', import.meta.url).pathname, at('experiments'), { recursive: true });
  for (const name of readdirSync(at('experiments'))) {
    // A folder that is not there stops it after the file has been read whole.
    const { code, err } = await unveil('experiment', at(join('experiments', name)), '--data', at('no-data'));
    expect({ name, code, err }).toEqual({ name, code: 2, err: expect.stringMatching(/no-data: there is no such folder/) });
  }
});

describe('the examples of kinds that are attacked by their structure, as their pages have them', () => {
  test.each([
    ['groups', ['clinic/original.txt', '--method', 'cahd', '--sensitive', 'groups/sensitive.txt', '--p', '6'], [], 'leaks'],
    // Sixteen wards are too few to tell.
    ['local', ['clinic/original.txt', '--method', 'local', '--hierarchy', 'clinic/wards.json', '--k', '2'], [], 'cannot tell'],
    ['places', ['places/positions.jsonl', '--method', 'cloak-adaptive', '--k', '5'], ['--external', 'places/known.jsonl'], 'leaks'],
    ['graphs', ['friends/friends.csv', '--method', 'k-degree', '--k', '4'], [], 'leaks'],
    ['query-logs', ['searches/searches.jsonl', '--method', 'query-log', '--k', '4'], [], 'cannot tell'],
  ] as const)('%s', async (page, make, audit, level) => {
    const text = readFileSync(`docs/${page}.md`, 'utf8');
    const named = (words: readonly string[]): string[] =>
      words.map((word) => (/^[a-z]+\/[a-z]+\.[a-z]+$/.test(word) ? `examples/${word}` : word));
    expect(text).toContain(`unveil anonymise ${named(make).join(' ')} --out release`);
    expect(text).toContain(`](${page}.png)`);
    const made = await unveil('anonymise', ...named(make), '--out', at(`kind-${page}`));
    expect({ code: made.code, err: made.err }).toEqual({ code: 0, err: '' });
    const audited = await unveil('audit', at(`kind-${page}/audit.json`), ...named(audit), '--out', at(`kind-${page}-results`), '--json');
    expect({ code: audited.code, err: audited.err }).toEqual({ code: 0, err: '' });
    // Null: adaptive cloaking claims nothing that can be counted.
    expect(JSON.parse(audited.out).claim_holds).not.toBe(false);
    expect(JSON.parse(audited.out).verdict.level).toBe(level);
  });
});
