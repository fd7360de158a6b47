// Locally generalised releases, as a user makes, checks and audits them.
import { readFileSync, writeFileSync } from 'node:fs';
import { itemHierarchy } from '../../../shared/core/model/hierarchy.ts';
import { anyOf, heldWith, leafClasses, leafShares } from '../../../shared/kinds/local/core/leaf-odds.ts';
import { localFindings } from '../../../shared/kinds/local/core/local-findings.ts';
import { parseLocal, writeLocal } from '../../../shared/kinds/local/core/local-format.ts';
import { attackedRows } from '../../../shared/kinds/local/core/node-sets.ts';
import { ownFolder, refusedOriginals, refusedReleases } from '../../helpers/one-file-kind.ts';
import { said } from '../../helpers/said.ts';

const at = ownFolder();

const golden = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8')).local_generalisation;
const [first] = golden.cases;
const tree = itemHierarchy(new Map(Object.entries(first.hierarchy as Record<string, string[]>)));
const numbered = (lists: readonly (readonly string[])[]): number[][] =>
  lists.map((names) => names.map((name) => tree.names.indexOf(name)).sort((a, b) => a - b));
const release = numbered(first.release);

test('the golden ceiling, and what stands bare', () => {
  const { trials } = localFindings({ tree, transactions: release, original: numbered(first.transactions), distance: null, seed: 's' });
  const found = (attack: string) => trials.find((each) => each.attack === attack);
  const [right, cells] = golden.ceiling.cells_right_at_best_by_class_and_item;
  expect(found('ceiling')).toMatchObject({ value: right / cells, details: { right, cells } });
  // Beer and Wine of rows 2 and 3: four of ten published nodes.
  expect(found('bare')).toMatchObject({ value: 4 / 10, details: { people: 2 } });
  // All four rows may hold any item; who knows one finds four.
  expect(found('link')).toMatchObject({ about: '1 known item', value: 1 / 4, baseline: { value: 1 / 4 } });
});

test('without the original: not computable, never 0', () => {
  const { trials } = localFindings({ tree, transactions: release, original: null, distance: null, seed: 's' });
  expect(trials.filter(({ attack }) => attack !== 'bare').map(({ status, value }) => [status, value])).toEqual(
    Array(7).fill(['not computable', null]),
  );
});

test('how common an item is where it stands bare decides what a node hides', () => {
  const pair = itemHierarchy(new Map([['top', ['a', 'b']]]));
  const [a, , top] = [0, 1, 2];
  const classes = leafClasses([...Array(30).fill([a]), ...Array(10).fill([top])]);
  const shares = leafShares(classes, pair);
  expect(shares[0]).toBeGreaterThan(0.9);
  expect(heldWith(shares[0], anyOf(shares, 0, 2))).toBeGreaterThan(0.9);
});

test('the attacked dataset leaves under a node what does not stand far from what its class publishes beside it', () => {
  const wards = itemHierarchy(
    new Map([
      ['ward', ['heart', 'lung', 'knee']],
      ['sign', ['murmur', 'cough', 'limp']],
    ]),
  );
  const at = (name: string): number => wards.names.indexOf(name);
  const rows = ['murmur', 'cough', 'murmur', 'limp'].map((sign) => [at(sign), at('ward')].sort((a, b) => a - b));
  const beside: Readonly<Record<string, readonly number[]>> = { heart: [0.1, 0.8, 0.9], lung: [0.7, 0.2, 0.9], knee: [0.9, 0.6, 0.1] };
  const distance = (item: string, other: string): number => beside[item]?.[['murmur', 'cough', 'limp'].indexOf(other)] ?? Number.NaN;
  const attacked = attackedRows(rows, wards, distance, 's');
  expect(attacked).toEqual([
    ['murmur', 'heart'],
    ['cough', 'lung'],
    ['murmur', 'heart'],
    ['limp', 'knee'],
  ]);
  const untouched = attackedRows(rows, wards, null, 's');
  expect(untouched[0]).toEqual(['murmur', ['heart', 'lung', 'knee']]);
});

test('what is written is read back', () => {
  const read = parseLocal([...writeLocal(tree, release)].join(''), 'r');
  expect(read.transactions.map((nodes) => nodes.map((node) => read.tree.names[node]))).toEqual(
    release.map((nodes) => nodes.map((node) => tree.names[node])),
  );
});

test('made, checked beside its original, audited, and false for a greater k', async () => {
  const made = await said(
    'anonymise',
    'examples/km/transactions.txt',
    '--method',
    'local',
    '--hierarchy',
    'examples/km/hierarchy.json',
    '--k',
    '2',
    '--out',
    at('made'),
  );
  expect(made).toMatchObject({ status: 0, err: '' });
  expect(JSON.parse(readFileSync(at('made', 'measures.json'), 'utf8'))).toMatchObject({ method: 'local', k: 2, classes: 5 });
  const paths = [at('made', 'release.json'), '--original', at('made', 'original.jsonl')];
  expect((await said('check', ...paths, '--k', '2')).status).toBe(0);
  const broken = await said('check', ...paths, '--k', '5', '--json');
  expect(broken.status).toBe(3);
  expect(JSON.parse(broken.out.split('\n')[0])).toMatchObject({ rule: 'class', wanted: 5 });
  const lines = readFileSync(at('made', 'original.jsonl'), 'utf8').trimEnd().split('\n');
  writeFileSync(at('turned.jsonl'), `${lines.toReversed().join('\n')}\n`);
  const turned = await said('check', at('made', 'release.json'), '--original', at('turned.jsonl'), '--k', '2');
  expect(turned.status).toBe(3);
  expect(turned.out).toContain('not what its items generalise to');
  const audited = await said('audit', at('made', 'audit.json'), '--json', '--out', at('results'), '--fail-above', 'people=1@certainty=0.9');
  expect(audited.status === 0 || audited.status === 4).toBe(true);
  expect(JSON.parse(audited.out)).toMatchObject({ kind: 'local', claim_holds: true });
  const attacked = readFileSync(at('results', 'attacked.jsonl'), 'utf8').trimEnd().split('\n');
  expect(attacked).toHaveLength(lines.length);
  for (const line of attacked) expect(JSON.parse(line).items.flat().length).toBeGreaterThan(0);
  // A handful of transactions: that nothing was found is no sign of safety.
  expect(JSON.parse(audited.out).verdict.level).toBe('cannot tell');
  const failing = await said('audit', at('made', 'audit.json'), '--k', '5', '--out', at('results-claim'));
  expect(failing.status).toBe(3);
}, 60_000);

const tried = (transactions: string): string => `{"hierarchy":{"top":["a","b"]},"transactions":${transactions}}`;

refusedReleases(at, [
  ['no hierarchy', '{"hierarchy":[],"transactions":[["a"]]}', '1:14: "hierarchy" has the children of each inner node'],
  ['a node without children', '{"hierarchy":{"top":[]},"transactions":[["a"]]}', '1:21: an inner node has at least one child'],
  ['a child twice', '{"hierarchy":{"top":["a","a"]},"transactions":[["a"]]}', '1:26: an item for the second time in one list'],
  ['a child under two nodes', '{"hierarchy":{"t":["a"],"u":["a"]},"transactions":[["a"]]}', ' "a" stands under two nodes of the hierarchy'],
  ['a circle', '{"hierarchy":{"t":["u"],"u":["t"]},"transactions":[["t"]]}', ' the hierarchy has no top'],
  ['no transactions', tried('[]'), '1:47: a release has at least one transaction'],
  ['a transaction that is no list', tried('["a"]'), '1:48: a list of items is wanted here'],
  ['no node of the hierarchy', tried('[["c"]]'), '1:49: no node of the hierarchy'],
  ['a node and what stands above it', tried('[["a","top"]]'), '1:48: two nodes of which one stands under the other'],
  ['an unknown key', '{"hierarchy":{"top":["a"]},"transactions":[["a"]],"k":2}', '1:55: an unknown key'],
  ['a key twice', '{"hierarchy":{"top":["a"],"top":["b"]},"transactions":[["b"]]}', '1:27: a key for the second time in one object'],
]);

refusedOriginals(at, tried('[["top"],["top"]]'), [
  ['too few', '{"items":["a"]}\n', 'the release has 2 transactions, this original 1'],
  ['too many', '{"items":["a"]}\n{"items":["a"]}\n{"items":["a"]}\n', 'the release has 2 transactions; this is one more'],
  ['an item that is no leaf', '{"items":["a"]}\n{"items":["z"]}\n', "item 1 is no leaf of the release's hierarchy"],
]);
