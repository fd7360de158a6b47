// Releases of graphs: the file's forms and what is refused of them, who is found, and that attacks do not see the original.
import { auditRequest } from '../../../shared/contracts/audit-request.ts';
import { BadInput } from '../../../shared/core/model/bad-input.ts';
import { assessGraph } from '../../../shared/kinds/graph/assess.ts';
import { type AlikeTruth, cutGraph, exposeAlike, judgeAlike, type OriginalGraph } from '../../../shared/kinds/graph/attack.ts';
import { type GraphFile, GraphReader } from '../../../shared/kinds/graph/core/graph-file.ts';
import { renamed } from '../../../shared/kinds/graph/open.ts';

function read(...lines: readonly string[]): GraphFile {
  const reader = new GraphReader('graph.jsonl');
  reader.push(new TextEncoder().encode(`${lines.join('\n')}\n`));
  return reader.end();
}

const HEADER = '{"graph":"undirected"}';
const edge = (a: string, b: string): string => JSON.stringify({ edge: [a, b] });
const request = auditRequest.parse({ release: 'release.jsonl' });

test('edge lists are read with any separator, their names of columns and comments passed over', () => {
  for (const lines of [
    ['1,2', '2,3'],
    ['node_1;node_2', '1;2', '2;3'],
    ['# from', '1\t2', '2\t3'],
    [HEADER, edge('1', '2'), edge('2', '3'), edge('3', '2'), edge('1', '1')],
  ]) {
    const { graph } = read(...lines);
    expect(graph.names).toEqual(['1', '2', '3']);
    expect(graph.edges).toBe(2);
  }
  expect(read(HEADER, edge('1', '2'), edge('2', '1'), edge('1', '1')).dropped).toEqual({ loops: 1, repeats: 1 });
  // Words alone may be nodes.
  expect(read('anna,bert', 'bert,carl').graph.edges).toBe(2);
  // What columns are called is no person, unless somebody is called so.
  for (const names of ['from;to', 'Source,Target', '"source","target"', 'person_a\tperson_b', 'node1 node2'])
    expect(read(names, 'anna,bert', 'bert,carl').graph.names).toEqual(['anna', 'bert', 'carl']);
  expect(read('from,to', 'to,anna').graph.edges).toBe(2);
  // Among other columns the two that are called so; names may then have spaces.
  for (const lines of [
    ['Source,Target,Type,Weight', 'anna lee,"bert, jr",Undirected,1', '"bert, jr",carl,Undirected,2'],
    ['weight;from;to', '1;anna lee;bert, jr', '2;bert, jr;carl'],
  ])
    expect(read(...lines).graph.names).toEqual(['anna lee', 'bert, jr', 'carl']);
  expect(() => read('source,target,weight', 'anna,,1')).toThrow('this line has no name');
  // Weights, times and what networkx writes stand behind the names without being named.
  for (const lines of [
    ['anna bert 3', 'bert carl -0.5'],
    ['anna\tbert\t1\t1082040961', 'bert\tcarl\t2\t1.5e9'],
    ['anna bert {}', "bert carl {'weight': 3, 'since': '2020'}"],
  ]) {
    const { graph } = read(...lines);
    expect(graph.names).toEqual(['anna', 'bert', 'carl']);
    expect(graph.edges).toBe(2);
  }
});

describe('a path of four with a branch', () => {
  // a - b - c - d, b - e: degrees 1 3 2 1 1.
  const release = read(
    HEADER,
    edge('a', 'b'),
    edge('b', 'c'),
    edge('c', 'd'),
    edge('b', 'e'),
    '{"node":"a","attribute":"x"}',
    '{"node":"e","attribute":"x"}',
    '{"node":"d","attribute":"y"}',
  );
  const cut = cutGraph({ release, original: null }, 'seed');

  test('who knows what is around a person finds those who look alike', () => {
    const guesses = [...cut.units].flatMap(({ unit }) => exposeAlike(unit));
    expect(cut.whole.strongest).toBe('neighbour degrees');
    // a and e have a friend of three friends, d one of two.
    expect(Object.fromEntries(guesses.map(({ id, probability, without }) => [id, [probability, without]]))).toEqual({
      a: [0.5, 1 / 3],
      e: [0.5, 1 / 3],
      b: [1, 1],
      c: [1, 1],
      d: [1, 1 / 3],
    });
  });

  test('findings stand beside any node; content beside the commonest of all', () => {
    const { trials, findings, nothingHidden } = assessGraph(cut.whole, null, request);
    const of = (name: string) => trials.find(({ attack }) => attack === name);
    expect(of('degree')).toMatchObject({ value: 3 / 5, baseline: { value: 1 / 5 }, details: { unique: 2, smallest: 1 } });
    expect(of('neighbour degrees')).toMatchObject({ value: 4 / 5 });
    expect(of('content')).toMatchObject({ value: 1, baseline: { value: 2 / 3 }, coverage: 3 / 5 });
    expect(of('degree as it was')?.status).toBe('not computable');
    // Nothing says that edges were added: whoever is alone is found. b and c are alone by degree, d by the degree of its friend.
    expect(findings.filter(({ way }) => way === 'singled out')).toMatchObject([
      { attack: 'degree', facts: 1, people: 2, of: 5, state: 'proved' },
      { attack: 'neighbour degrees', people: 3 },
      { attack: 'neighbourhood', people: 2 },
    ]);
    expect(findings.find(({ attack }) => attack === 'friend')).toMatchObject({ way: 'linked', people: 3, right: 3 });
    expect(findings.filter(({ attack, state }) => attack === 'content' && state === 'proved')).toMatchObject([{ people: 3, of: 3 }]);
    expect(nothingHidden).toBe(false);
  });

  test('with the original a guess is right only where nothing changed; the attack sees the same', () => {
    const original = renamed(
      read(
        HEADER,
        edge('A', 'B'),
        edge('B', 'C'),
        edge('B', 'E'),
        ...['a', 'b', 'c', 'd', 'e'].map((as) => JSON.stringify({ node: as.toUpperCase(), as })),
      ),
      release,
      'original.jsonl',
    );
    const known = cutGraph({ release, original }, 'seed');
    expect([...known.units].map(({ unit }) => unit)).toEqual([...cut.units].map(({ unit }) => unit));
    expect(known.whole).toEqual(cut.whole);
    const judged = [...known.units].flatMap(({ unit, truth }) =>
      exposeAlike(unit).map((guess) => [guess.id, judgeAlike(truth as AlikeTruth, guess)]),
    );
    const right = Object.fromEntries(judged);
    // c and d were linked by an added edge, so b's friends look otherwise too; of a and e one is guessed.
    expect([right['b'], right['c'], right['d']]).toEqual([false, false, false]);
    expect([right['a'], right['e']].toSorted()).toEqual([false, true]);
    const { trials, claims, findings } = assessGraph(
      known.whole,
      known.original as OriginalGraph,
      auditRequest.parse({ release: 'r', claim: { k: 2 } }),
    );
    expect(trials.find(({ attack }) => attack === 'neighbour degrees as it was')).toMatchObject({
      value: 1 / 5,
      details: { unchanged: 2 },
    });
    expect(trials.find(({ attack }) => attack === 'neighbourhood as it was')).toMatchObject({ value: (1 + 2 / 3) / 5 });
    // As it was b alone had three friends; c, with one then, is taken for nobody in particular.
    expect(findings.find(({ attack }) => attack === 'degree')).toMatchObject({ people: 1, right: 1, of: 5, state: 'measured' });
    expect(claims).toMatchObject([
      { text: 'k = 2', state: 'broken', violations: 2, example: 'degree 3 on 1 of 2 nodes' },
      { text: 'edges are only added', state: 'held' },
    ]);
  });

  test('edges of the original that a release by added edges lacks break its claim', () => {
    const original = renamed(read(HEADER, edge('a', 'b'), edge('a', 'c')), release, 'original.jsonl');
    const made = cutGraph({ release: { ...release, method: 'k-degree' }, original }, 'seed');
    expect(assessGraph(made.whole, made.original as OriginalGraph, request).claims).toMatchObject([
      { text: 'edges are only added', state: 'broken', checked: 2, violations: 1 },
    ]);
  });
});

test.each([
  ['no header', [edge('a', 'b')], '1:2: an unknown key; the first line is'],
  ['a directed graph', ['{"graph":"directed"}'], '1:10: the first line is {"graph":"undirected"}'],
  ['another method', ['{"graph":"undirected","method":"x"}'], '1:32: "method" is k-degree'],
  ['k of 1', ['{"graph":"undirected","k":1}'], '1:27: "k" is a whole number, at least 2'],
  ['no edge', [HEADER, '{"node":"a"}'], '2: this graph has no edge'],
  ['an edge of three', [HEADER, '{"edge":["a","b","c"]}'], '2:9: "edge" is a list of two nodes'],
  ['a node that is a number', [HEADER, '{"edge":["a",1]}'], '2:9: it is a text in quotes (in "edge")'],
  ['an edge with an attribute', [HEADER, '{"edge":["a","b"],"attribute":"x"}'], '2:1: a line is {"edge":["a","b"]}'],
  ['an unknown key', [HEADER, '{"nod":"a"}'], '2:2: an unknown key'],
  ['a node twice', [HEADER, '{"node":"a"}', '{"node":"a"}'], '3:9: this node stands on an earlier line too'],
  ['one name for two', [HEADER, edge('a', 'b'), '{"node":"a","as":"b"}'], 'two nodes have the same "as"'],
  ['three columns', ['1,2', '1,2,3'], '2:1: a line of an edge list is two names'],
  ['lists of neighbours', ['1 2 3', '2 4'], '2:1: a line of an edge list is two names'],
  ['three names', ['anna bert carl', 'anna bert dora'], '1:1: a line of an edge list is two names'],
  ['no JSON', [HEADER, '{"edge":'], 'graph.jsonl:2:'],
] as const)('refused with its place: %s', (_, lines, message) => {
  expect(() => read(...lines)).toThrow(BadInput);
  expect(() => read(...lines)).toThrow(message);
});
