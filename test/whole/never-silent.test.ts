import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { said } from '../helpers/said.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-silent-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);
const write = (name: string, ...lines: string[]): string => {
  writeFileSync(at(name), `${lines.join('\n')}\n`);
  return at(name);
};

const RELEASE = write('release.txt', 'heart, (asthma, gout), lung', 'knee, (asthma, gout)', 'knee, lung');
const ORIGINAL = write('original.txt', 'heart, asthma, lung', 'knee, gout', 'knee, lung');
const KNOWN = write('known.txt', 'asthma, lung', 'gout');
const MISTYPED = write('mistyped.txt', 'gout', 'astma, lung');
const FOREIGN = write('foreign.txt', 'pneumonia');
const LABELS = write('labels.txt', 'J45\tasthma', 'M10\tgout');
const PLAIN = write('plain.txt', 'asthma, heart', 'asthma, gout', 'gout, heart');
const REQUEST = write('audit.json', '{', '  "release": "release.txt"', '}');
const MET = write('met.txt', 'gout');
const PRIVACY = write('privacy.txt', 'gout', 'asthmaa');

const audit = (...more: string[]): string[] => ['audit', RELEASE, '--attack', 'mda', '--out', at('out'), ...more];

interface Case {
  readonly name: string;
  readonly argv: readonly string[];
  readonly status: number;
  readonly says: RegExp;
}

/** Inputs that could be misread silently: each gets an answer (2: bad input, 3: broken guarantee). */
const CASES: readonly Case[] = [
  {
    name: 'a constraint of an item that is nowhere',
    argv: audit('--original', ORIGINAL, '--k', '2', '--constraints', MISTYPED),
    status: 2,
    says: /^unveil: --constraints: set 2 of 2 names an item that is neither in the release nor in its original: is it mistyped\?/,
  },
  {
    name: 'constraints of another file',
    argv: audit('--k', '2', '--constraints', FOREIGN),
    status: 2,
    says: /^unveil: --constraints: set 1 of 1 names an item that is not in the release/,
  },
  {
    name: 'a constraint whose item may have been suppressed',
    argv: audit('--k', '2', '--constraints', MISTYPED),
    status: 0,
    says: /note: 1 constraints name an item that the release does not hold/,
  },
  {
    name: 'labels of another file',
    argv: audit('--labels', LABELS),
    status: 2,
    says: /labels\.txt: --labels: none of their codes stands in the release/,
  },
  {
    name: 'a privacy item that is mistyped',
    argv: ['anonymise', PLAIN, '--method', 'coat', '--k', '2', '--privacy', PRIVACY, '--out', at('made')],
    status: 2,
    says: /privacy\.txt:2: item 1 of this set stands in no transaction, so it protects nothing: is it mistyped\?/,
  },
  {
    name: 'a utility item that is mistyped',
    argv: [
      'anonymise',
      PLAIN,
      '--method',
      'coat',
      '--k',
      '2',
      '--privacy',
      KNOWN.replace('known', 'plain'),
      '--utility',
      FOREIGN,
      '--out',
      at('made'),
    ],
    status: 2,
    says: /foreign\.txt:1: item 1 of this set stands in no transaction, so it stands for nothing/,
  },
  { name: 'a claim that holds', argv: audit('--k', '2'), status: 0, says: /^3 transactions/ },
  {
    name: 'a claim that does not hold',
    argv: audit('--k', '3'),
    status: 3,
    says: /The release breaks its guarantee k = 3 of the hidden items: 2 violations, such as 1\s+item\s+of\s+transaction\s+1, which\s+2\s+transactions\s+have/,
  },
  {
    name: 'a claim that does not hold for the constraints',
    argv: audit('--k', '2', '--constraints', KNOWN),
    status: 3,
    says: /The release breaks its guarantee k = 2 of the protected itemsets: 1 violation, such as 2\s+items\s+of\s+transaction\s+1/,
  },
  {
    name: 'a claim that no release of this size holds',
    argv: audit('--k', '5000'),
    status: 3,
    says: /The release breaks its guarantee k = 5000 of the hidden items: 2 violations/,
  },
  {
    name: 'a k without an m: what is computed is not said to be missing',
    argv: audit('--k', '2', '--attack', 'calibrated,mda'),
    status: 0,
    says: /^(?![\s\S]*protections broken are not computable)[\s\S]*mda .* of 2\n/,
  },
  {
    name: 'check: it holds',
    argv: ['check', RELEASE, '--k', '2'],
    status: 0,
    says: /3 transactions, 2 protected itemsets: protected with k = 2 as claimed/,
  },
  {
    name: 'check: it does not',
    argv: ['check', RELEASE, '--k', '3'],
    status: 3,
    says: /"asthma" in 2 transactions, fewer than k = 3\n.*\n.*NOT protected with k = 3: 2 violations/,
  },
  {
    name: 'check: combinations',
    argv: ['check', RELEASE, '--k', '2', '--m', '2'],
    status: 3,
    says: /"heart" in 1 transaction[\s\S]*NOT 2\^2-anonymous/,
  },
  {
    name: 'check: constraints',
    argv: ['check', RELEASE, '--k', '2', '--constraints', KNOWN],
    status: 3,
    says: /"asthma" \+ "lung" in 1 transaction, fewer than k = 2/,
  },
  {
    name: 'check: constraints of another file',
    argv: ['check', RELEASE, '--k', '2', '--constraints', FOREIGN],
    status: 2,
    says: /foreign\.txt: every one of these sets names an item that the release does not hold/,
  },
  {
    name: 'check: nothing marked',
    argv: ['check', PLAIN, '--k', '2'],
    status: 2,
    says: /marks no generalised item; say what is protected with --constraints/,
  },
  {
    name: 'check: the request beside a release, in its place',
    argv: ['check', REQUEST, '--k', '2'],
    status: 2,
    says: /^unveil: audit\.json: this is an audit request; name the release itself: release\.txt$/m,
  },
  {
    name: 'look: the same',
    argv: ['look', REQUEST],
    status: 2,
    says: /this is an audit request; name the release itself: release\.txt/,
  },
  {
    name: 'anonymise: what is protected already',
    argv: ['anonymise', PLAIN, '--method', 'coat', '--k', '2', '--privacy', MET, '--out', at('same')],
    status: 0,
    says: /note: the claim held already: nothing was generalised or left out[\s\S]*; nothing is generalised in it: there is nothing to audit\n$/,
  },
  {
    name: 'check: an option of the other kind',
    argv: ['check', RELEASE, '--k', '2', '--strict'],
    status: 2,
    says: /--strict is for disassociated releases/,
  },
];

test.each(CASES)('$name: exit code $status, in words', async ({ argv, status, says }) => {
  const heard = await said(...argv);
  expect({ ...heard, said: says.test(status === 2 ? heard.err.replaceAll(`${folder}/`, '') : heard.out) }).toMatchObject({
    status,
    said: true,
  });
});

test('violations of the claim stand beside the report, item by item', async () => {
  await said(...audit('--k', '3'));
  expect(
    readFileSync(at('out/violations.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { set: 0, items: ['asthma'], support: 2 },
    { set: 1, items: ['gout'], support: 2 },
  ]);
});
