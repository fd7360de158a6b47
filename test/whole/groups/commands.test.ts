// Groups with sensitive items, as a user makes, checks and audits them.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseGrouped, writeGrouped } from '../../../shared/kinds/groups/core/groups-format.ts';
import { ownFolder, refusedOriginals, refusedReleases } from '../../helpers/one-file-kind.ts';
import { said } from '../../helpers/said.ts';

const at = ownFolder();

const make = (out: string, ...more: string[]) =>
  said(
    'anonymise',
    'examples/clinic/original.txt',
    '--method',
    'cahd',
    '--sensitive',
    'examples/groups/sensitive.txt',
    '--out',
    at(out),
    ...more,
  );

test('made, checked beside its original, and false for a greater p', async () => {
  expect(await make('made', '--p', '6')).toMatchObject({ status: 0, err: '' });
  const measures = JSON.parse(readFileSync(at('made', 'measures.json'), 'utf8'));
  expect(measures).toMatchObject({ method: 'cahd', p: 6, alpha: 3, sensitiveItems: 11 });
  expect(measures.groupQueryError).toBeGreaterThan(0);
  const holds = await said('check', at('made', 'release.json'), '--k', '6', '--original', at('made', 'original.jsonl'));
  expect(holds).toMatchObject({ status: 0, err: '' });
  expect(holds.out).toMatch(/46 groups of 480 transactions: as claimed .*the same as the original otherwise/);
  const broken = await said('check', at('made', 'release.json'), '--k', '10', '--json');
  expect(broken.status).toBe(3);
  expect(JSON.parse(broken.out.split('\n')[0])).toMatchObject({ rule: 'degree', found: 6, wanted: 10 });
  const other = readFileSync(at('made', 'original.jsonl'), 'utf8').replace('deafness', 'dumbness');
  writeFileSync(at('other.jsonl'), other);
  const changed = await said('check', at('made', 'release.json'), '--k', '6', '--original', at('other.jsonl'));
  expect(changed).toMatchObject({ status: 3 });
  expect(changed.out).toContain('1 different sets of quasi-items occur more often than in the original');
});

test('what is written is read back', () => {
  const release = {
    groups: [
      {
        transactions: [['a "b": c'], [], ['a']],
        sensitive: new Map([
          ['__proto__', 1],
          ['s', 2],
        ]),
      },
    ],
  };
  expect(parseGrouped([...writeGrouped(release)].join(''), 'r')).toEqual(release);
});

test('an audit names holders by what goes with what, and says what groups say outright', async () => {
  await make('audited', '--p', '6');
  const audited = await said('audit', at('audited', 'audit.json'), '--json', '--out', at('results'));
  expect(audited).toMatchObject({ status: 0 });
  const { kind, attacks, claim_holds, people } = JSON.parse(audited.out);
  expect({ kind, claim_holds, people }).toEqual({ kind: 'groups', claim_holds: true, people: 480 });
  const finding = (attack: string) => attacks.find((each: { readonly attack: string }) => each.attack === attack);
  expect(finding('group')).toMatchObject({ status: 'decided', baseline: { name: 'share at large' } });
  expect(finding('group').value).toBeCloseTo(1 / 6, 3);
  // Measured: 0.31 beside 0.167 by chance.
  expect(finding('semantic-aba').value).toBeGreaterThan(finding('semantic-aba').baseline.value + 0.05);
  expect(finding('learned').baseline).toEqual(finding('semantic-aba').baseline);
  const without = await said('audit', at('audited', 'release.json'), '--json', '--out', at('results-alone'));
  const alone = JSON.parse(without.out).attacks as readonly {
    readonly attack: string;
    readonly status: string;
    readonly value: number | null;
  }[];
  expect(alone.filter(({ status }) => status === 'not computable').map(({ attack, value }) => [attack, value])).toEqual([
    ['learned', null],
    ['semantic-aba', null],
    ['semantic-rga', null],
    ['semantic-mra', null],
  ]);
  expect(JSON.parse(without.out).claim_holds).toBeNull();
  const gated = await said('audit', at('audited', 'audit.json'), '--fail-above', 'people=0.1@certainty=0.9', '--out', at('results-gated'));
  // Three known items find the right transaction.
  expect(gated.status).toBe(4);
  expect(JSON.parse(readFileSync(at('results-gated', 'gate.json'), 'utf8'))).toMatchObject({ open: false, by: 'scoring' });
  const failing = await said('audit', at('audited', 'audit.json'), '--k', '10', '--out', at('results-claim'));
  expect(failing.status).toBe(3);
  expect(failing.out.replace(/\s+/g, ' ')).toContain('The release breaks its guarantee k = 10 of every sensitive item and group: ');
}, 60_000);

const one = (transactions: string, sensitive: string): string => `{"groups":[{"transactions":${transactions},"sensitive":${sensitive}}]}`;

refusedReleases(at, [
  ['no list of groups', '{"groups":{}}', '1:11: "groups" is the list of groups'],
  ['no group', '{"groups":[]}', '1:11: a release has at least one group'],
  [
    'an unknown key',
    '{"groups":[{"transactions":[["a"]],"sensitive":{},"p":2}]}',
    '1:55: an unknown key; here are "transactions", "sensitive"',
  ],
  ['no transactions', one('[]', '{}'), '1:28: a group has at least one transaction'],
  ['an item that is no text', one('[[1]]', '{}'), '1:30: an item is a text in quotes'],
  ['an item twice', one('[["a","a"]]', '{}'), '1:34: an item for the second time in one list'],
  [
    'more holders than transactions',
    one('[["a"]]', '{"s":2}'),
    "1:53: a whole number from 1 to 1, the group's transactions, is wanted here",
  ],
  ['a list of sensitive items', one('[["a"]]', '["s"]'), '1:48: "sensitive" says how many of the transactions hold each item: {"item":1}'],
  [
    'a sensitive item in a transaction',
    one('[["s"]]', '{"s":1}'),
    '1:30: a sensitive item in a transaction: it is told for the group alone',
  ],
  ['a sensitive item twice', one('[["a"],["b"]]', '{"s":1,"s":2}'), '1:61: a key for the second time in one object'],
  ['JSON that is cut off', '{"groups":[{"transactions":[["a"]', '1:34: '],
]);

test.each([
  ['no p', [], 'say how many: --p 10'],
  ['k in the place of p', ['--k', '5'], 'cahd has no --k; its degree is --p'],
  ['too great a p', ['--p', '200'], 'is in more than one of 200 transactions'],
])('%s: the maker says what is wrong', async (_, more, message) => {
  const { status, err } = await make('never', ...more);
  expect({ status, message: err.includes(message) }).toEqual({ status: 2, message: true });
});

refusedOriginals(at, one('[["a"],["b"]]', '{"s":1}'), [
  ['another group', '{"cluster":3,"items":["a","s"]}\n', 'there is no group 3; the release has groups 0 to 0'],
  [
    'another transaction',
    '{"cluster":0,"items":["c","s"]}\n',
    'group 0 holds no (further) transaction with the items of this one that are not sensitive',
  ],
  [
    'groups for some',
    '{"cluster":0,"items":["a","s"]}\n{"items":["b"]}\n',
    'either every transaction names its group ("cluster"), or none',
  ],
  ['too few', '{"cluster":0,"items":["a","s"]}\n', 'the release has 2 transactions, this original 1'],
]);
