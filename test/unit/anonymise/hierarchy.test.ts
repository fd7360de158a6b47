import { hierarchyByDegree, hierarchyFromText } from '../../../shared/core/format/hierarchy-formats.ts';
import { anonymiseKm } from '../../../shared/core/generalise/km.ts';
import { BadInput } from '../../../shared/core/model/bad-input.ts';
import type { Hierarchy } from '../../../shared/core/model/hierarchy.ts';

const shape = ({ names, children, root }: Hierarchy) => {
  const below = (node: number): unknown =>
    children[node]?.length === 0 ? names[node] : [names[node], ...(children[node] ?? []).map(below)];
  return below(root);
};
const described = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof BadInput) return error.describe();
  }
  return 'nothing wrong';
};

describe('hierarchies', () => {
  test('JSON gives the children of each inner node; several tops get a root', () => {
    expect(shape(hierarchyFromText('{"milk":["skim","choco"],"cheese":["hard"]}', 'h.json'))).toEqual([
      '*',
      ['milk', 'skim', 'choco'],
      ['cheese', 'hard'],
    ]);
    expect(shape(hierarchyFromText('{"food":["milk","egg"],"milk":["skim"]}', 'h.json'))).toEqual(['food', ['milk', 'skim'], 'egg']);
  });

  test('ARX lines run from the item to the root; a repeated name is no level', () => {
    expect(shape(hierarchyFromText('a;ab;*\nb;ab;*\r\nc;c;*\n', 'h.csv'))).toEqual(['*', ['ab', 'a', 'b'], 'c']);
  });

  test('degree-n groups neighbours by number, or by spelling when an item is no number', () => {
    expect(shape(hierarchyByDegree(['10', '9', '2', '1', '11'], 2))).toEqual([
      '[1..11]',
      ['[1..10]', ['[1..2]', '1', '2'], ['[9..10]', '9', '10']],
      '11',
    ]);
    expect(shape(hierarchyByDegree(['b', 'a'], 4))).toEqual(['[a..b]', 'a', 'b']);
  });

  test.each([
    ['{"a":["x"],"b":["x"]}', /h: "x" stands under two nodes/],
    ['{"a":["b"],"b":["a"]}', /h: the hierarchy has no top/],
    ['{"t":["x"],"a":["b"],"b":["a"]}', /h: nodes of the hierarchy stand under each other in a circle/],
    ['{"a":[]}', /h: each node of a hierarchy has a list/],
    ['{', /h:1:2: not JSON: a key in quotes is missing here; a hierarchy is/],
    ['{"a":["b"],\n"a":["c"]}', /h:2:1: a key for the second time/],
  ])('refuses %s', (text, message) => {
    expect(described(() => hierarchyFromText(text, 'h'))).toMatch(message);
  });

  test('says the line of what is wrong in ARX lines', () => {
    expect(described(() => hierarchyFromText('a;x;*\nb;*\n', 'h.csv'))).toBe(
      'h.csv:2: 2 columns, but the first line has 3: every line has a label for every level',
    );
    expect(described(() => hierarchyFromText('a;x;*\na;y;*\n', 'h.csv'))).toMatch(/^h\.csv:2: level 1 has another parent/);
    expect(described(() => hierarchyFromText('\n', 'h.csv'))).toMatch(/empty/);
  });

  test('k^m says which item the hierarchy lacks, and when k is out of reach', () => {
    const hierarchy = hierarchyByDegree(['a', 'b'], 2);
    expect(described(() => anonymiseKm([{ items: ['a', 'z'] }], { k: 2, m: 1, hierarchy }))).toMatch(/"z" is an item .* no leaf/);
    expect(described(() => anonymiseKm([{ items: ['a'] }, { items: ['b'] }], { k: 3, m: 1, hierarchy }))).toMatch(/only 2 transactions/);
  });
});
