import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../cli/main.ts';
import { COMMAND_OUTPUTS } from '../../shared/contracts/command-output.ts';
import type { KindName } from '../../shared/kinds/registry.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-look-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

async function look(...argv: string[]) {
  let out = '';
  let err = '';
  const status = await main(['look', ...argv, '--json'], {
    out: { write: (text) => (out += text) },
    err: { write: (text) => (err += text) },
  });
  return { status, err, found: out === '' ? null : JSON.parse(out) };
}

const factsOf = ({ facts }: { facts: { label: string; value: string }[] }) =>
  Object.fromEntries(facts.map(({ label, value }) => [label, value]));

test('a release: its figures, its generalised items whatever their order, its first rows, and its original', async () => {
  const release = file('release.txt', 'knee, (gout, asthma), pain\n(asthma, gout), rest\nrest\n');
  const { found } = await look(release, '--original', file('original.txt', 'knee, gout, pain\nasthma, rest\nrest\n'));
  expect(found.kind).toBe('set-generalised');
  expect(factsOf(found)).toEqual({
    Transactions: '3',
    'Distinct items': '5',
    'Generalised items': '1',
    'Items a transaction': '2.0',
    'Known to wordnet': '100.0 % of the items',
    'Transactions, original': '3',
    'Distinct items, original': '5',
  });
  expect(found.sets).toEqual([{ members: ['gout', 'asthma'], size: 2, times: 2 }]);
  expect(found.first[0]).toEqual({ line: 1, entries: [['knee'], ['gout', 'asthma'], ['pain']], more: 0 });
  expect(found.remarks).toEqual([]);
});

test('a table: how its columns were read; codes: what labels give a meaning', async () => {
  const table = await look(file('visits.csv', 'patient_id,diagnosis\n1,knee\n1,gout\n2,gout\n'));
  expect(table.found.warnings[0].message).toBe('read as a table: id "patient_id"; items "diagnosis"');
  expect(table.found.remarks[0]).toContain('cannot mark generalised items');
  const labels = file('labels.tsv', '1\tknee\n3\tgout\n9\thip\n');
  const codes = await look(file('codes.fimi', '1 2\n1 3\n'), '--labels', labels);
  expect(factsOf(codes.found)['Labels']).toBe('3, for 2 of 3 items');
});

test('long items are cut and long rows are counted, so that what is shown stays small', async () => {
  const items = Array.from({ length: 50 }, (_, at) => `${at}${'x'.repeat(9_000)}`);
  const { found } = await look(file('long.jsonl', `${JSON.stringify({ items })}\n`));
  expect(found.first[0].more).toBe(30);
  expect(found.first[0].entries[0][0]).toHaveLength(81);
});

test('a disassociated release: clusters, and no order between its sub-records', async () => {
  const release = { clusters: [{ size: 2, recordChunks: [[['a', 'b'], ['a']]], termChunk: ['c'] }] };
  const { found } = await look(file('release.json', JSON.stringify(release)));
  expect(found.kind).toBe('disassociated');
  expect(factsOf(found)).toMatchObject({ Transactions: '2', Clusters: '1', 'Distinct terms': '3' });
  expect(found.first.map(({ entries }: { entries: string[][] }) => entries.flat())).toEqual([['a', 'b'], ['a']]);
});

test('what an audit would refuse is refused in the same words', async () => {
  const bad = file('bad.txt', 'knee, (gout, asthma\n');
  const { status, err } = await look(bad);
  expect(status).toBe(2);
  expect(err).toMatch(/bad\.txt:1:\d+: /);
});

const OTHERS: Readonly<Record<Exclude<KindName, 'set-generalised' | 'disassociated' | 'relational'>, string>> = {
  groups: '{"groups":[{"transactions":[["a","b"],["c"]],"sensitive":{"hiv":1}}]}',
  local: '{"hierarchy":{"fruit":["apple","pear"]},"transactions":[["fruit"],["fruit"]]}',
  places: '{"square":[0,0,1],"levels":1}\n{"time":1,"region":[0,0,0]}\n{"time":1,"region":[0,0,0]}\n',
  graph: '{"graph":"undirected"}\n{"edge":["a","b"]}\n',
  'query-log': '{"log":"strings"}\n{"user":"p","cluster":0,"queries":[["a"]]}\n{"user":"q","cluster":0,"queries":[["b"]]}\n',
  counts: '# counts\nsex,count\nF,1\n*,2\n',
  'sanitised-text': '{"sanitised":"k-safe","k":2}\n{"id":"1","text":["Takes ",{"gap":true}]}\n{"id":"2","text":["None."]}\n',
};

test.each(Object.entries(OTHERS))('a release of the kind %s, whose JSON is in the contract', async (kind, text) => {
  const { status, found } = await look(file(`${kind}.json${text.endsWith('\n') ? 'l' : ''}`, text));
  expect({ status, found }).toEqual({ status: 0, found: COMMAND_OUTPUTS.look.value.parse(found) });
  expect([found.kind, found.facts]).toEqual([kind, [{ label: 'People', value: '2' }]]);
});

test('what is wrong with one of them is said with its place', async () => {
  const { status, err } = await look(file('broken.jsonl', `${OTHERS.graph}{"edge":["a"]}\n`));
  expect([status, err]).toEqual([2, expect.stringMatching(/broken\.jsonl:3:/)]);
});

test('a table of very many columns with long names stays small too, and says how many are not listed', async () => {
  const names = Array.from({ length: 700 }, (_, at) => `column-${at}-${'x'.repeat(500)}`);
  const row = names.map((_, at) => at % 7).join(',');
  const [, quasi] = names;
  const table = file('wide.csv', `${names.join(',')}\n${row}\n${row}\n`);
  const { found } = await look(table, '--quasi', String(quasi), '--id', names.slice(2, 30).join(','));
  expect(factsOf(found)['Further columns']).toBe('200');
  expect(found.facts.filter(({ label }: { label: string }) => label.startsWith('Column '))).toHaveLength(500);
  expect(found.remarks).toContainEqual(expect.stringMatching(/^It holds "column-2-x+…", .* and 16 more, which names people/));
  expect(JSON.stringify(found).length).toBeLessThan(100_000);
});

test('a table of people: its columns by role, its claim, and what nobody should publish', async () => {
  const table = file('people.csv', 'name,zip,age,disease\nAda,13001,30,flu\nBo,13001,30,gout\nCy,13002,41,gout\n');
  const roles = file(
    'roles.json',
    JSON.stringify({
      columns: {
        name: { role: 'identifier' },
        zip: { role: 'quasi', hierarchy: 'zip.csv' },
        age: { role: 'quasi' },
        disease: { role: 'sensitive' },
      },
      claim: { k: 2 },
    }),
  );
  file('zip.csv', '13001;130**\n13002;130**\n');
  const { found, status } = await look(table, '--roles', roles);
  expect(status).toBe(0);
  expect(found.kind).toBe('relational');
  expect(factsOf(found)).toMatchObject({
    Records: '3',
    Classes: '2 of equal quasi-identifiers',
    Claim: '2-anonymity: is false',
    'Column zip': 'quasi, number, 2 distinct, a hierarchy of 2 levels over 2 values',
    'Column disease': 'sensitive, word, 2 distinct',
  });
  expect(found.first[0].entries).toEqual([['Ada'], ['13001'], ['30'], ['flu']]);
  expect(found.remarks.join()).toContain('It holds "name"');
  const named = await look(table, '--quasi', 'zip,age', '--sensitive', 'disease');
  expect(named.found.remarks.join()).toContain('Columns that were not named');
});

test('a list of edges: as a graph where who looks says so, and otherwise with what to say', async () => {
  const edges = file('edges.txt', '# FromNodeId\tToNodeId\n0\t1\n0\t2\n1\t2\n2\t3\n');
  expect((await look(edges)).err).toContain(
    'edges.txt:1:1: lines of item numbers have no comments; a list of edges, a graph, is read with --kind graph',
  );
  const { found } = await look(edges, '--kind', 'graph');
  expect([found.kind, factsOf(found)]).toEqual(['graph', { People: '4' }]);
  expect((await look(edges, '--kind', 'places')).err).toContain('the request calls this release places; it is not');
  expect((await look(edges, '--kind', 'road')).err).toContain('there is no kind of release "road"');
});

test.each([
  ['a log of searches', 'AnonID\tQuery\tQueryTime\tClickURL\n1\tsun\t7:17\ta.com\n2\tmoon\t7:18\tb.com\n', 'under query logs'],
  ['positions', 'user_id\ttime\tlatitude\tlongitude\n1\t7:17\t48.1\t16.2\n2\t7:18\t48.2\t16.1\n', 'under positions'],
])('%s as a table is no matter of items: what publishes it is said', async (what, text, method) => {
  const { status, err } = await look(file(`${what}.tsv`, text));
  expect(status).toBe(2);
  expect(err).toContain(method);
  expect(err).not.toContain('unveil import');
});
