// Small forms, each against every case of it or against what another reader of the same form says.

import { readCodeClasses } from '../../shared/core/codes/code-system.ts';
import { hierarchyOfItems } from '../../shared/core/codes/of-items.ts';
import { decoderOf } from '../../shared/core/format/decoder.ts';
import { parseDistanceTables } from '../../shared/core/format/distance-tables.ts';
import { firstInvalidUtf8 } from '../../shared/core/format/encoding.ts';
import { listOf } from '../../shared/core/format/table/cells.ts';
import { compareKeys } from '../../shared/core/model/canonical-order.ts';
import { LabelExpander } from '../../shared/core/model/expand-labels.ts';
import { itemHierarchy } from '../../shared/core/model/hierarchy.ts';
import { parseInterval } from '../../shared/core/model/interval.ts';
import { OrderCheck } from '../../shared/core/model/order.ts';
import { decodePositions } from '../../shared/corpus/postings.ts';
import { BitReader } from '../../shared/corpus/readers/bzip2/bit-reader.ts';
import { conditionsOf, endsOf } from '../../shared/kinds/counts/core/counts-file.ts';
import { inferGeneralised } from '../../shared/kinds/set-generalised/core/infer-generalised.ts';

test.each([
  ['[20, 30)', [20, 29.9], [19.9, 30]],
  [']20;30]', [20.1, 30], [20, 30.1]],
  ['(20..30)', [20.1, 29.9], [20, 30]],
  ['[-5:-1]', [-5, -1], [-5.1, -0.9]],
  ['20-30', [20, 30], [19.9, 30.1]],
  ['1.5 to 2.5', [1.5, 2.5], [1.4, 2.6]],
  ['<3', [2.9, -1e9], [3, 4]],
  ['<= 3', [3, -1e9], [3.1]],
  ['≤3', [3, -1e9], [3.1]],
  ['> 3', [3.1, 1e9], [3, 2]],
  ['>=3', [3, 1e9], [2.9]],
  ['≥3', [3, 1e9], [2.9]],
])('the range %s holds its numbers and no others', (text, inside, outside) => {
  const range = parseInterval(text);
  expect(inside.map((value) => range?.holds(value))).toEqual(inside.map(() => true));
  expect(outside.map((value) => range?.holds(value))).toEqual(outside.map(() => false));
});

test.each(['20', '*', '20-', '[20, 30', 'a-b', '1*'])('%s is no range', (text) => expect(parseInterval(text)).toBeNull());

test('the first byte that is no UTF-8 ends the longest beginning that a decoder takes', () => {
  const edges = [
    0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4,
    0xf5, 0xff,
  ];
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const fits = (bytes: Uint8Array): boolean => {
    try {
      decoder.decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  const slow = (bytes: Uint8Array): number => {
    if (fits(bytes)) return -1;
    let longest = 0;
    for (let length = 1; length < bytes.length; length += 1) if (fits(bytes.subarray(0, length))) longest = length;
    return longest;
  };
  const tried = edges.flatMap((a) => edges.flatMap((b) => edges.map((c) => Uint8Array.of(a, b, c))));
  const four = edges.flatMap((a) => edges.map((b) => Uint8Array.of(0x41, a, b, 0x80, 0x80, 0x42)));
  const wrong = [...tried, ...four].filter((bytes) => firstInvalidUtf8(bytes) !== slow(bytes));
  expect(wrong).toEqual([]);
});

test('tables of distances: one, several, rows alone; what is none is said with its place', () => {
  const one = { rows: 2, columns: 2, cells: Float64Array.of(0.5, Number.NaN, Number.POSITIVE_INFINITY, 1) };
  const rows = '[[0.5,null],["never",1]]';
  expect(parseDistanceTables(rows)).toEqual([one]);
  expect(parseDistanceTables(`{"distances":${rows}}`)).toEqual([one]);
  expect(parseDistanceTables(`[{"distances":${rows}},${rows}]`)).toEqual([one, one]);
  const refused: readonly (readonly [string, number, RegExp])[] = [
    ['[]', 0, /no table: the array is empty/],
    ['{"rows":[]}', 0, /"distances" is missing/],
    ['{"distances":[["x"]],"distances":[["y"]]}', 21, /a key for the second time/],
    ['{"distances":5}', 13, /array of rows/],
    ['{"distances":[]}', 13, /it has no row/],
    ['[[1,2],[3]]', 7, /row 1 has 1 distances, row 0 has 2/],
    ['[[1],[]]', 5, /row 1 is empty/],
    ['[[1,"x"]]', 4, /a distance is a number/],
    ['[[1],[1e999]]', 6, /beyond the largest number/],
  ];
  for (const [text, offset, says] of refused) expect(faultOf(text)).toMatchObject({ offset, message: expect.stringMatching(says) });
});

function faultOf(text: string): unknown {
  try {
    return parseDistanceTables(text);
  } catch (error) {
    return error;
  }
}

test('a cell that holds a list: the comma parts what stands in brackets, whatever parts the others', () => {
  expect(listOf('a, b; c', ';')).toEqual(['a, b', 'c']);
  expect(listOf('[a, "b; c", \'d, e\']', ';')).toEqual(['a', 'b; c', 'd, e']);
  expect(listOf('{a,b}', '|')).toEqual(['a', 'b']);
  expect(listOf('"a;b";c', ';')).toEqual(['a;b', 'c']);
});

test('bits and places that are not there are an error, not zeros', () => {
  const bits = new BitReader(Uint8Array.of(0b1010_0101, 0xff));
  expect([bits.read(3), bits.read(5), bits.read(8)]).toEqual([0b101, 0b00101, 255]);
  expect(() => bits.read(1)).toThrow(RangeError);
  // Two offsets, the second beyond 255.
  expect([...decodePositions(Uint8Array.of(7, 9, 1), 0, 3, 2, 1)]).toEqual([7, 265]);
  expect(() => decodePositions(Uint8Array.of(7, 9, 2), 0, 3, 2, 1)).toThrow(RangeError);
  expect([...decodePositions(Uint8Array.of(1, 2, 3, 0), 0, 4, 2, 2)]).toEqual([513, 3]);
});

test('keys are in the order of their units, and equal ones in none', () => {
  expect([compareKeys('a', 'b'), compareKeys('b', 'a'), compareKeys('a', 'a')]).toEqual([-1, 1, 0]);
});

test('the rule by which items were taken for one another says what it rests on', () => {
  const release = [{ items: ['a', 'b'] }, { items: ['a', 'b'] }];
  expect(inferGeneralised(release, { k: 2 }).rule).toBe('items that occur in exactly the same transactions, at least k = 2 of them');
  expect(inferGeneralised(release, { utility: [['a', 'b']] }).rule).toBe(
    'items of one utility constraint that occur in exactly the same transactions, two or more (k is not known)',
  );
});

test('a printed count with noise or rounding stands for the whole numbers between its ends', () => {
  const made = { rounded: null, suppressed: null, noise: null, epsilon: null, sensitive: [], open: [] };
  const ends = (count: number, how: object): readonly number[] => endsOf({ count, hidden: null } as never, { ...made, ...how } as never);
  expect(ends(10, {})).toEqual([10, 10]);
  expect(ends(10, { noise: { form: 'uniform', size: 2.5 } })).toEqual([8, 12]);
  expect(ends(1, { noise: { form: 'uniform', size: 2.5 } })).toEqual([0, 3]);
  expect(ends(10, { rounded: { base: 5, random: false } })).toEqual([8, 12]);
  expect(ends(10, { rounded: { base: 5, random: true } })).toEqual([6, 14]);
});

test('the conditions of a column of numbers hold numbers, and those of words their own word', () => {
  const ages = conditionsOf(['7', '20-29']);
  expect([7, 8, '7'].map((value) => ages.of('7').holds(value))).toEqual([true, false, false]);
  expect([20, 29, 30].map((value) => ages.of('20-29').holds(value))).toEqual([true, true, false]);
  const words = conditionsOf(['7', 'many']);
  expect(['7', 7].map((value) => words.of('7').holds(value))).toEqual([true, false]);
});

test('a line of a list of codes that is none is refused', () => {
  expect(readCodeClasses([{ text: 'A00;Cholera\nA01;Typhoid fever\n', format: 'list' }]).map(({ code, label }) => [code, label])).toEqual(
    expect.arrayContaining([
      ['A00', 'Cholera'],
      ['A01', 'Typhoid fever'],
    ]),
  );
  expect(() => readCodeClasses([{ text: 'A00;Cholera\nnothing of the kind\n', format: 'list' }])).toThrow('no line of a list of codes');
});

test('codes stand under all classes above them', () => {
  const classes = [
    { code: 'I', label: 'Infections', parent: null },
    { code: 'A00-A09', label: 'Intestinal', parent: 'I' },
    { code: 'A00', label: 'Cholera', parent: 'A00-A09' },
  ];
  expect([...hierarchyOfItems(['A00', 'other'], classes)]).toEqual([
    ['*', ['I Infections', 'other']],
    ['A00-A09 Intestinal', ['A00']],
    ['I Infections', ['A00-A09 Intestinal']],
  ]);
});

const rowsRead = (text: string) => {
  const decoder = decoderOf('csv', 'rows.csv');
  const transactions = [...decoder.push(new TextEncoder().encode(text)), ...decoder.end()];
  return {
    items: transactions.map(({ items }) => items),
    notes: decoder.warnings.list().map(({ message, line, times }) => [message, line, times]),
  };
};

test('an item that comes again in a long transaction counts once, and is said', () => {
  const items = Array.from({ length: 30 }, (_, at) => `item ${at}`);
  const { items: read, notes } = rowsRead(`id,item\n${[...items, 'item 3', 'item 29'].map((item) => `1,${item}\n`).join('')}`);
  expect(read).toEqual([items]);
  expect(notes).toContainEqual(['an item for the second time in one transaction; it counts once', 32, 2]);
});

test('an empty row among others is said once, at its line', () => {
  const { items, notes } = rowsRead('id,item\n1,knee\n,\n1,hip\n2,cough\n2,rash\n');
  expect(items).toEqual([
    ['knee', 'hip'],
    ['cough', 'rash'],
  ]);
  expect(notes).toContainEqual(['an empty row; it is passed over', 3, 1]);
});

test('labels of a hierarchy are counted by what they stand for', () => {
  const tree = new Map([
    ['top', ['dairy', 'bread']],
    ['dairy', ['milk', 'cheese']],
  ]);
  const labels = new LabelExpander(itemHierarchy(tree));
  expect(labels.expand(['dairy', 'top', 'milk', '*', 'soap', ['milk', 'bread']])).toEqual([
    ['milk', 'cheese'],
    ['milk', 'cheese', 'bread'],
    'milk',
    'soap',
    ['milk', 'bread'],
  ]);
  expect(labels.counts()).toEqual({ sets: 2, items: 1, suppressed: 1, unknown: 1 });
});

test('items that fall by one are sorted too, and equal ones both ways', () => {
  const found = (...transactions: readonly string[][]) => {
    const check = new OrderCheck();
    for (const items of transactions) check.add({ items });
    return check.finding();
  };
  expect(found(['3', '2', '2', '1'], ['12', '11'])).toEqual({ transactions: 2, sorted: 2, carriesNothing: true });
  expect(found(['b', 'a', 'c'], ['b', 'b'])).toEqual({ transactions: 2, sorted: 1, carriesNothing: false });
});
