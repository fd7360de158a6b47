import { gzipSync } from 'node:zlib';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import type { Format } from '../../shared/core/format/format.ts';
import { JsonElements } from '../../shared/core/format/json-elements.ts';
import { LineReader } from '../../shared/core/format/lines.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { UNZIP_LIMITS, type UnzipLimits } from '../../shared/kit/read/open-bytes.ts';
import { readOriginal, readRelease } from '../../shared/kit/read/read-release.ts';
import { collect, streamOf } from '../helpers/bytes.ts';

async function open(content: string | Uint8Array, name = 'r.txt', format?: Format) {
  return readRelease({ name, bytes: streamOf(content) }, { gunzip, format });
}

async function read(content: string | Uint8Array, name?: string) {
  const opened = await open(content, name);
  if (opened.kind !== 'transactions') throw new Error('a disassociated release');
  const transactions = await collect(opened.transactions);
  return { format: opened.format, items: transactions.map(({ items }) => items), transactions, warnings: opened.warnings() };
}

async function refusal(content: string | Uint8Array, name?: string): Promise<string> {
  try {
    await read(content, name);
  } catch (error) {
    if (error instanceof BadInput) return error.describe();
    throw error;
  }
  return 'no refusal';
}

describe('a first line that may be a header', () => {
  const rows = Array.from({ length: 20 }, (_, at) => `item${at % 7}, (a, b), item${(at + 1) % 7}`);
  const notes = async (lines: readonly string[]) => (await read(`${lines.join('\n')}\n`)).warnings;

  test('is said where none of its items comes again, and read all the same', async () => {
    const { transactions, warnings } = await read(`visit, products\n${rows.join('\n')}\n`);
    expect(transactions.length).toBe(21);
    expect(warnings).toMatchObject([{ file: 'r.txt', line: 1, times: 1, message: expect.stringMatching(/^no item of the first line/) }]);
  });

  test('is said of a table too, of which each row is a transaction', async () => {
    const words = ['flu', 'heart attack', 'gout', 'asthma', 'knee pain'];
    const table = rows.map((_, at) => [0, 1, 2, ...(at % 2 === 0 ? [] : [3])].map((more) => words[(at + more) % words.length]).join(','));
    const noted = async (first: string) => (await read(`${first}\n${table.join('\n')}\n`, 'r.csv')).warnings.map(({ message }) => message);
    expect(await noted('visits,bought')).toContainEqual(expect.stringMatching(/^no item of the first line/));
    expect(await noted('flu,bought')).not.toContainEqual(expect.stringMatching(/^no item of the first line/));
  });

  test.each([
    ['one of its items comes again, however late', ['visit, products', ...rows, 'products, item1']],
    ['one of its items comes again inside brackets', ['visit, c', ...rows, '(c, d)']],
    ['it holds a generalised item', ['visit, (c, d)', ...rows]],
    ['the file is short', ['visit, products', ...rows.slice(0, 9)]],
    ['other lines of the first share nothing either', ['visit, products', 'one of its own', ...rows]],
    ['only another line shares nothing', [...rows, 'one of its own']],
  ])('is not said where %s', async (_, lines) => {
    expect(await notes(lines)).toEqual([]);
  });
});

describe('JSON as other tools write it', () => {
  const lines = [
    { id: 'v1', items: ['knee', ['gout, "[x]"', 'asthma']] },
    { id: 'v2', items: ['cough'] },
  ];
  const whole = JSON.stringify(lines);

  test.each([
    ['in one line', whole],
    ['indented, with a mark and CRLF', `\ufeff${JSON.stringify(lines, null, 2).replaceAll('\n', '\r\n')}\r\n`],
  ])('an array of objects %s', async (_, text) => {
    const { format, transactions } = await read(text, 'r.json');
    expect({ format, transactions }).toEqual({ format: 'jsonl', transactions: lines.map((line, at) => ({ line: at + 1, ...line })) });
  });

  test('wherever the pieces are cut', async () => {
    for (let cut = 1; cut < whole.length; cut += 1) {
      const elements = new JsonElements('r.json');
      const bytes = new TextEncoder().encode(whole);
      const text = [bytes.subarray(0, cut), bytes.subarray(cut)].map((piece) => new TextDecoder().decode(elements.push(piece))).join('');
      elements.end();
      expect(
        text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).toEqual(lines);
    }
  });

  test('transactions as arrays: one array of them, or one a line', async () => {
    const items = [['knee', ['gout', 'asthma']], ['cough'], [['gout', 'asthma'], 'knee']];
    expect((await read(JSON.stringify(items), 'r.json')).items).toEqual(items);
    expect((await read(JSON.stringify(items, null, 1), 'r.json')).items).toEqual(items);
    expect((await read(items.map((each) => JSON.stringify(each)).join('\n'), 'r.jsonl')).items).toEqual(items);
    // A line that is an array is not an array of transactions, be its first entry a generalised item.
    expect((await read('[["gout","asthma"],"knee"]\n["cough"]\n')).items).toEqual([[['gout', 'asthma'], 'knee'], ['cough']]);
  });

  test('whole numbers are their digits, as ids and as items', async () => {
    const { transactions } = await read('{"id":17,"items":[3,[4,"5"],-1]}\n{"id":0,"items":["3"]}\n');
    expect(transactions).toEqual([
      { line: 1, id: '17', items: ['3', ['4', '5'], '-1'] },
      { line: 2, id: '0', items: ['3'] },
    ]);
  });
});

describe('what is read', () => {
  test('text: the running example', async () => {
    const { format, transactions } = await read('heart disease, (blood pressure, icd), weakness\n  knee ,( blood pressure,icd )\n');
    expect(format).toBe('text');
    expect(transactions).toEqual([
      { line: 1, items: ['heart disease', ['blood pressure', 'icd'], 'weakness'] },
      { line: 2, items: ['knee', ['blood pressure', 'icd']] },
    ]);
  });

  test.each([
    ['"vitamin b (12), ""active""", ("a, b", c)', [['vitamin b (12), "active"', ['a, b', 'c']]]],
    ['gene [x], [unspecified], "[a", "b]"', [['gene [x]', '[unspecified]', '[a', 'b]']]],
    ['__proto__, constructor, (toString, valueOf)', [['__proto__', 'constructor', ['toString', 'valueOf']]]],
    ['\ufeffa, b\r\nc\r\n', [['a', 'b'], ['c']]],
    ['a, "b"\r\n"c"\r\n', [['a', 'b'], ['c']]],
    ['("a", "b, c")\r\nd, "e"\r\n', [[['a', 'b, c']], ['d', 'e']]],
    ['a\n\n\n', [['a']]],
    ['1 2 3 \n4\n', [['1', '2', '3'], ['4']]],
    ['10 -1 2 -1 -2\n', [['10', '2']]],
    ['@CONVERTED_FROM_TEXT\n@ITEM=1=knee\n@ITEM=-1=|\n1 2 -1 -2', [['knee', '2']]],
    ['{"id":"1","items":["a",["b","c"]]}\n{"id":"2","items":[]}', [['a', ['b', 'c']], []]],
    ['{"items":["__proto__",["constructor","\\"b\\""]]}', [['__proto__', ['constructor', '"b"']]]],
  ])('%j', async (content, items) => {
    expect((await read(content)).items).toEqual(items);
  });

  test('CSV pairs, with and without a header', async () => {
    const rows = '1,"a ""x"", y"\r\n1, b \r\n2,a\r\n';
    const expected = [
      { id: '1', line: 1, items: ['a "x", y', 'b'] },
      { id: '2', line: 3, items: ['a'] },
    ];
    expect((await read(rows, 'r.csv')).transactions).toEqual(expected);
    expect((await read(`transaction_id,item\r\n${rows}`, 'r.csv')).transactions.map(({ line }) => line)).toEqual([2, 4]);
  });

  test.each([
    ['visit_id,diagnosis\n1,flu\n1,cold\n2,flu\n', ['1', '2']],
    ['Fallnummer,Diagnose\nA17,flu\nB3,cold\n', ['A17', 'B3']],
    ['patient,code\nanna,flu\nbob,cold\n', ['anna', 'bob']],
    ['"Encounter ID","Problem"\nx,flu\ny,cold\n', ['x', 'y']],
    ['anna,flu\nanna,cold\nbob,asthma\n', ['anna', 'bob']],
    ['anna,flu\nbob,flu\n', ['anna', 'bob']],
    ['p1,flu\np2,cold\n', ['p1', 'p2']],
    [
      `visit_id,diagnosis\n${Array.from({ length: 50 }, (_, at) => `${at},flu\n`).join('')}`,
      Array.from({ length: 50 }, (_, at) => String(at)),
    ],
  ])('CSV: names of columns are no person, and no person is a name: %j', async (content, ids) => {
    expect((await read(content, 'r.csv')).transactions.map(({ id }) => id)).toEqual(ids);
  });

  test('gzip, told by its first bytes, of several members', async () => {
    const zipped = Buffer.concat([gzipSync('a, b\n'), gzipSync('c\n')]);
    expect((await read(zipped)).items).toEqual([['a', 'b'], ['c']]);
  });

  test('the same generalised item twice in a transaction is one, with a warning', async () => {
    const { items, warnings } = await read('(a, b), c, (b, a)\nd, (a, b), (a, b)\n');
    expect(items).toEqual([
      [['a', 'b'], 'c'],
      ['d', ['a', 'b']],
    ]);
    expect(warnings).toEqual([{ message: expect.stringContaining('repeated'), file: 'r.txt', line: 1, times: 2 }]);
  });

  test('a disassociated release is recognised and handed over with all its bytes', async () => {
    const json = '{\n "k": 3, "clusters": [{"size": 1, "recordChunks": []}]}';
    const opened = await open(json, 'r.json');
    expect(opened.kind).toBe('clusters');
    expect(opened.kind === 'clusters' && Buffer.concat(await collect(opened.bytes)).toString()).toBe(json);
  });

  test('the original of a disassociated release names clusters', async () => {
    const stream = await readOriginal({ name: 'o.jsonl', bytes: streamOf('{"cluster":1,"items":["a"]}') }, { gunzip });
    expect(await collect(stream.transactions)).toEqual([{ line: 1, cluster: 1, items: ['a'] }]);
  });
});

describe('what is refused, and where', () => {
  test.each([
    ['a, (b, c', '1:4: this bracket is never closed'],
    ['a, (', '1:4: this bracket is never closed'],
    ['a, b)', '1:5: a closing bracket that was never opened'],
    ['a\na, ()', '2:4: empty brackets'],
    ['a, (b)', '1:4: brackets around a single item'],
    ['a; (b; c)', '1:4: an opening bracket inside an item'],
    ['(b; c); a', '1:1: brackets around a single item; a generalised item has two or more, with commas between them'],
    ['(b | c)', '1:1: brackets around a single item; a generalised item has two or more, with commas between them'],
    ['a, ((b, c), d)', '1:5: a bracket inside brackets'],
    ['a,,b', '1:3: an item is missing'],
    ['a, b,', '1:6: an item is missing'],
    ['(a,b,)', '1:6: an item is missing'],
    ['a (b)', '1:3: an opening bracket inside an item'],
    ['5" nail', '1:2: a quote inside an item'],
    ['"a" b', '1:5: a comma is missing'],
    ['(a,b)(c,d)', '1:6: a comma is missing'],
    ['"a', '1:1: this quote is never closed'],
    ['""', '1:1: an item without text'],
    ['a, b, a', '1:7: an item for the second time'],
    ['(a, b), a', '1:9: an item for the second time'],
    ['(a, b, a)', '1:8: an item for the second time'],
    ['(a, b)\nx, (c, a)', '2:8: an item of two different generalised items, here and on line 1'],
    ['(a, b)\n(b, a, c)', '2:2: an item of two different generalised items, here and on line 1'],
    ['(a, b, c)\n(a, b)', '2:2: an item of two different generalised items, here and on line 1'],
    ['knee, [a, b], c', '1:7: brackets of another kind; a generalised item stands in ( )'],
    ['[a, b], c', '1:1: brackets of another kind'],
    ['{a, b}, c', '1:1: brackets of another kind'],
    ['knee, {a; b}', '1:7: brackets of another kind'],
    ['knee, （a, b）', '1:7: brackets of another kind'],
    ['knee, （a，b）', '1:7: brackets of another kind'],
    ['knee, b]', '1:7: brackets of another kind'],
    ['a, (b, [c, d])', '1:8: brackets of another kind'],
    ['a\n\nb', '2:1: an empty line'],
    ['\n\n', '1:1: the file holds no transaction'],
    ['', '1:1: the file is empty'],
    ['a\tb', '1:2: a tab inside an item'],
    ['a\rb', '1:2: a carriage return without a line feed'],
    ['a\0b', '1:2: a NUL byte'],
    ['a, b\u0007', '1:5: control character U+0007'],
    ['😀😀 a, (b', '1:7: this bracket is never closed'],
    ['1 -1 2 -2', '1:10: -1 is missing before -2'],
    ['1 -1 2 -1', '1:10: -2 is missing'],
    ['1 -1 -2 3', '1:9: something follows -2'],
    ['1 -1 -1 -2', '1:6: an empty itemset'],
    ['{"items":["a"],"items":["b"]}', '1:16: the key "items" a second time'],
    ['{"items":["a",5.0]}', '1:15: an item is a text in quotes, or a whole number'],
    ['{"items":["a",true]}', '1:15: an item is a text in quotes, or a whole number'],
    ['{"id":1e3,"items":["a"]}', '1:7: "id" is a text, as in "id":"1", or a whole number'],
    ['{"id":9007199254740993,"items":["a"]}', '1:7: "id" is a text'],
    ['[{"items":["a"]},]', '2:1: not JSON: a value is missing here'],
    ['[{"items":["a"]},,{"items":["b"]}]', '2:1: not JSON'],
    ['[{"items":["a"]} {"items":["b"]}]', '1:18: not JSON: something follows the value'],
    ['[{"items":["a"]}\n', '1:1: this JSON array is never closed'],
    ['[{"items":["a"]}]\n{"items":["b"]}', '1:2: an item is a text in quotes, or a whole number'],
    ['{"id":"1","items":["a"]}\n{"id":1,"items":["b"]}', '2:7: this id was used'],
    ['[["a"],"b"]', '2:1: each line is an object'],
    ['{"items":"a"}', '1:10: "items" is a list'],
    ['{"id":"1"}', '1:1: "items" is missing'],
    ['{"items":["\\u0000"]}', '1:11: a control character'],
    ['{"items":["\\ud800"]}', '1:11: half of a surrogate pair'],
    ['{"items":["a","a"]}', '1:15: an item for the second time'],
    ['{"items":["b",["a"]]}', '1:15: a list of a single item'],
    ['{"items":[[]]}', '1:11: an empty list'],
    ['{"items":[["b",["a","c"]]]}', '1:16: a list inside a list'],
    ['{"itms":[]}', '1:2: an unknown key'],
    ['{"__proto__":[],"items":["a"]}', '1:2: an unknown key'],
    ['{"items":["a"]}\n{"items":["a",["b","c"]', '2:24: not JSON: the line ends too early'],
    ['{"id":"1","items":["a"]}\n{"id":"1","items":["b"]}', '2:7: this id was used'],
    ['{"id":"1","items":["a"]}\n{"items":["b"]}', '2:1: either every transaction has an "id"'],
  ])('%j', async (content, message) => {
    expect(await refusal(content)).toContain(`r.txt:${message}`);
  });

  test.each([
    ['anna,flu\nbob,cold', '1: cannot tell whether the first row names the columns or is data'],
    ['visit_id,diagnosis', '1:1: the file holds no transaction'],
    ['1,a,b', '1: cannot tell without a row of names whether the first column is an id'],
    ['1', '1: two columns are expected'],
    ['1,a\n,a', '2:1: the transaction id is missing'],
    ['1,a\n2,b,c', '1: cannot tell without a row of names'],
    ['id,item\n1,a\n2,b,c', '3:5: more columns than the rows above'],
    ['"1,a', '1:1: this quote is never closed'],
    ['1,a"b', '1:4: a quote inside a field'],
    ['id,item\n', '1:1: the file holds no transaction'],
  ])('CSV %j', async (content, message) => {
    expect(await refusal(content, 'r.csv')).toContain(`r.csv:${message}`);
  });

  test.each([
    ['-1 2', 'belongs to SPMF'],
    ['1 x', 'whole numbers'],
    ['01 2', 'whole numbers'],
    ['1 2 1', 'second time'],
  ])('FIMI %j', async (content, message) => {
    expect(await refusal(content, 'r.fimi')).toMatch(new RegExp(`^r\\.fimi:1:\\d+: .*${message}`));
  });

  test('bytes that are not UTF-8, and UTF-16', async () => {
    expect(await refusal(Uint8Array.of(97, 10, 98, 0xe9, 10))).toBe(
      'r.txt:2:2: byte 0xE9 is not UTF-8; save the file as UTF-8, or say what it is: --encoding windows-1252',
    );
  });

  test('UTF-16 says what it is by its mark', async () => {
    expect((await read(Uint8Array.of(0xff, 0xfe, 97, 0, 44, 0, 0xe9, 0, 10, 0))).items).toEqual([['a', 'é']]);
    expect((await read(Uint8Array.of(0xfe, 0xff, 0, 97, 0, 10))).items).toEqual([['a']]);
    expect(await refusal(Uint8Array.of(0xff, 0xfe, 0, 0xd8, 97, 0))).toBe('r.txt: this is not utf-16le text');
  });

  test('a generalised item in an original', async () => {
    const stream = await readOriginal({ name: 'o.txt', bytes: streamOf('a\n(b, c)\n') }, { gunzip });
    await expect(collect(stream.transactions)).rejects.toMatchObject({ place: { file: 'o.txt', line: 2 } });
  });

  test('gzip that is cut off, followed by something, damaged, or a bomb', async () => {
    const zipped = gzipSync('a, b\n'.repeat(1000));
    expect(await refusal(zipped.subarray(0, -6))).toContain('r.txt: the gzip file is cut off');
    expect(await refusal(Buffer.concat([zipped, Buffer.from('more')]))).toContain('r.txt: something that is not gzip follows');
    expect(await refusal(Buffer.concat([zipped, Buffer.alloc(9)]))).toContain('r.txt: something that is not gzip follows');
    const damaged = Buffer.from(zipped);
    damaged.fill(0x55, 12, 24);
    expect(await refusal(damaged)).toContain('r.txt: the gzip data is damaged');
    expect(await refusal(gzipSync(''))).toContain('the file is empty');
  });

  test('a gzip bomb, by ratio beyond a floor and by total', async () => {
    const bomb = gzipSync(Buffer.alloc(600_000, 'a, b\n'));
    const unzip = async (limits: Partial<UnzipLimits>) => {
      const options = { gunzip, unzipLimits: { ...UNZIP_LIMITS, ...limits } };
      const opened = await readRelease({ name: 'r.txt', bytes: streamOf(bomb) }, options);
      return opened.kind === 'transactions' ? (await collect(opened.transactions)).length : 0;
    };
    await expect(unzip({ floor: 200_000 })).rejects.toThrow('more than 100 times its size');
    await expect(unzip({ total: 200_000 })).rejects.toThrow('more than 200000 bytes when decompressed');
    expect(await unzip({})).toBe(120_000);
  });
});

test('lines before a faulty one come without their line ends too, quoted items or not', () => {
  const lines: string[] = [];
  const read = (): void => {
    for (const line of new LineReader('r.txt').push(Buffer.from('a, "b"\r\nc\r\nd\u0007\r\n'))) lines.push(line);
  };
  expect(read).toThrow('3:2');
  expect(lines).toEqual(['a, "b"', 'c']);
});

test.each([
  ['UTF-16 of either order', [0xff, 0xfe, 0x61, 0x00, 0x0a], 'this file is UTF-16'],
  ['the other order', [0xfe, 0xff, 0x00, 0x61, 0x0a], 'this file is UTF-16'],
  ['a byte of its mark alone', [0xff, 0x61, 0x0a], 'UTF-8'],
  ['its other byte', [0xfe, 0x61, 0x0a], 'UTF-8'],
] as const)('a file that is no UTF-8 from its first byte on: %s', (_, bytes, reason) => {
  const read = (): string[] => [...new LineReader('r.txt').push(Uint8Array.from(bytes))];
  expect(read).toThrow(reason);
  if (reason === 'UTF-8') expect(read).not.toThrow('UTF-16');
});
