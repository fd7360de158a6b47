// Groups of equal rows against pairs of rows; trees of intervals and of nouns, cells with lists and first bytes of files, read by hand.

import { fileKindOf } from '../../../shared/core/format/foreign.ts';
import { hierarchyFromText } from '../../../shared/core/format/hierarchy-formats.ts';
import { listOf } from '../../../shared/core/format/table/cells.ts';
import { seeded } from '../../../shared/core/random/random.ts';
import { groupRows } from '../../../shared/kinds/relational/core/model/grouping.ts';
import type { ValueHierarchy } from '../../../shared/kinds/relational/core/model/hierarchy.ts';
import { intervalHierarchy, valuesFromText } from '../../../shared/kinds/relational/core/model/hierarchy-sources.ts';

test.each([
  ['a few codes', [3, 4], 60],
  ['keys that are looked up in an array, up to its end', [32, 32, 64], 90],
  ['keys beyond it', [1000, 1000], 200],
  ['keys beyond what numbers hold', [60_000, 60_000, 60_000, 60_000], 200],
  ['more groups than there is room for at first', [1_000_000, 9000], 1500],
  ['no column', [], 4],
  ['a column without values', [0], 3],
] as const)('equal rows are a group, numbered as they come: %s', (name, sizes, rows) => {
  const random = seeded('groups', name);
  const columns = sizes.map((size) => ({
    size,
    codes: Int32Array.from({ length: rows }, () =>
      size === 0 ? 0 : random.below(2) === 0 ? size - 1 - random.below(Math.min(2, size)) : random.below(size),
    ),
  }));
  const keys = Array.from({ length: rows }, (_, row) => columns.map(({ codes }) => codes[row]).join());
  const distinct = [...new Set(keys)];
  const found = groupRows(rows, columns);
  expect([...found.of]).toEqual(keys.map((key) => distinct.indexOf(key)));
  expect([...found.first]).toEqual(distinct.map((key) => keys.indexOf(key)));
  expect(found.count).toBe(distinct.length);
});

const labelsOf = ({ values, labels, codes }: ValueHierarchy) =>
  values.map((_, at) => labels.map((names, level) => names[codes[level]?.[at] as number]));

test('numbers in intervals, each level as wide as several of the one below', () => {
  expect(labelsOf(intervalHierarchy(['19', '20', '-1', '24.5', '?'], [5, 20], 'age'))).toEqual([
    ['19', '[15, 20[', '[0, 20[', '*'],
    ['20', '[20, 25[', '[20, 40[', '*'],
    ['-1', '[-5, 0[', '[-20, 0[', '*'],
    ['24.5', '[20, 25[', '[20, 40[', '*'],
    ['?', '?', '?', '*'],
  ]);
  expect(() => intervalHierarchy(['1'], [0], 'age')).toThrow('age: the width of an interval is more than 0');
  for (const widths of [
    [5, 5],
    [10, 5],
    [5, 12],
  ])
    expect(() => intervalHierarchy(['1'], widths, 'age')).toThrow('age: each width is a multiple of the one before');
  expect(labelsOf(intervalHierarchy(['0.25'], [0.1, 0.3], 'share'))[0]).toHaveLength(4);
});

test('a line a value, with labels in quotes; lines that are none are named', () => {
  expect(labelsOf(valuesFromText('11 ; 1*;*\r\n"1;2";"say ""x""" ;*\n\n', 'f'))).toEqual([
    ['11', '1*', '*'],
    ['1;2', 'say "x"', '*'],
  ]);
  expect(() => valuesFromText('a;*\n\nb;*', 'f')).toThrow('f:2: an empty line');
  expect(() => valuesFromText('a;*\nb;;*', 'f')).toThrow('f:2: an empty label');
  expect(() => valuesFromText('a;*\n"b;*', 'f')).toThrow('f:2:1: this quote is never closed');
});

test.each([
  ['JSON', '{"flu":["cold","grippe"],"any":["flu","gout"]}'],
  ['Amnesia', 'distinct\nname d\ntype string\nheight 3\n\nflu has cold grippe\nany has flu gout\n'],
  ['ARX', 'cold;flu;any\ngrippe;flu;any\ngout;gout;any\n'],
  ['ARX as a spreadsheet saves it', 'cold,flu,any\r\n"grippe","flu",any\r\ngout,gout,any\r\n'],
])('the hierarchy of a column in the form of %s, which is also one of items', (_, text) => {
  expect(labelsOf(valuesFromText(text, 'f'))).toEqual([
    ['cold', 'flu', 'any'],
    ['grippe', 'flu', 'any'],
    ['gout', 'gout', 'any'],
  ]);
  const { names, parent } = hierarchyFromText(text, 'f');
  expect(names.map((name, node) => [name, names[parent[node]]])).toEqual([
    ['cold', 'flu'],
    ['grippe', 'flu'],
    ['gout', 'any'],
    ['flu', 'any'],
    ['any', undefined],
  ]);
});

test('labels of ARX may begin as JSON does', () => {
  expect(labelsOf(valuesFromText('[20, 30[;*\n{m, f};*\n', 'f')).map(([value]) => value)).toEqual(['[20, 30[', '{m, f}']);
});

test.each([
  ['flu; gout ;hiv', ';', ['flu', 'gout', 'hiv']],
  ['flu', ';', ['flu']],
  ['', ';', ['']],
  ['a;;b', ';', ['a', '', 'b']],
  ['"a;b";c', ';', ['a;b', 'c']],
  [' "a" ;c', ';', ['a', 'c']],
  ["'a;b'", ';', ["'a", "b'"]],
  ["['a, b', 'c']", ';', ['a, b', 'c']],
  ['["a","b;c"]', ';', ['a', 'b;c']],
  [' {a,"b,c"} ', '|', ['a', 'b,c']],
  ['["say \\"x\\"", y]', ';', ['say "x"', 'y']],
  ['["back\\\\slash"]', ';', ['back\\slash']],
  ['5" pipe;b', ';', ['5" pipe', 'b']],
  ['"a" "b"', ';', ['a "b"']],
  ['"a\\', ';', ['a\\']],
  ['[a', ',', ['[a']],
  ['[]', ';', ['']],
] as const)('the items of %j parted by %j', (cell, separator, items) => expect(listOf(cell, separator)).toEqual(items));

test.each([
  ['PAR1', { table: 'parquet' }],
  ['PARE', { refused: expect.stringContaining('encrypted') }],
  ['PK\u0003\u0004xl/workbook.xml', { table: 'xlsx' }],
  ['PK\u0003\u0004word/document.xml', { refused: expect.stringContaining('a document') }],
  ['PK\u0003\u0004opendocument.spreadsheet', { refused: expect.stringContaining('.ods') }],
  ['PK\u0003\u0004data.csv', { refused: expect.stringContaining('a zip archive') }],
  ['PK\u0003\u0005xl/', null],
  [`${'\u0000'.repeat(84)}SAS FILE`, { refused: expect.stringContaining('sas7bdat') }],
  [`${'\u0000'.repeat(83)}SAS FILE`, null],
  ['\u00d0\u00cf\u0011\u00e0', { refused: expect.stringContaining('.xls') }],
  ['\u0069\u0001\u0001\u0000', { refused: expect.stringContaining('Stata') }],
  ['\u0073\u0002\u0001\u0000', { refused: expect.stringContaining('Stata') }],
  ['\u0068\u0001\u0001\u0000', null],
  ['\u0074\u0001\u0001\u0000', null],
  ['\u0070\u0003\u0001\u0000', null],
  ['\u0070\u0001\u0002\u0000', null],
  ['\u0070\u0001\u0001\u0001', null],
  ['\u00ef\u00bb\u00bf <HTML>', { refused: expect.stringContaining('a web page') }],
  ['<?xml version="1.0"?><graphml>', { refused: expect.stringContaining('a graph in XML') }],
  ['<?xml version="1.0"?>', { refused: expect.stringContaining('this is XML') }],
  ['', null],
  ['patient,diagnosis', null],
] as const)('a file that begins with %j', (head, kind) => {
  expect(fileKindOf(Uint8Array.from(head, (character) => character.charCodeAt(0)))).toEqual(kind);
});
