// Files of sanitised texts: what is read is written again, and what is wrong is named with its place.
import { BadInput } from '../../../shared/core/model/bad-input.ts';
import { knownTerms, parseContexts, parseTopics, writeTopics } from '../../../shared/kinds/sanitised-text/core/known-file.ts';
import { readOriginalTexts, readSanitised, writeSanitised } from '../../../shared/kinds/sanitised-text/core/sanitised-file.ts';

const bytesOf = async function* (text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  // Cut anywhere, also inside a character.
  for (let from = 0; from < bytes.length; from += 7) yield bytes.subarray(from, from + 7);
};
const read = (...lines: readonly string[]) => readSanitised('r.jsonl', bytesOf(`${lines.join('\n')}\n`));

const HEADER = '{"sanitised":"t-plausible","t":2}';
const NODE = '{"node":"pain","children":["ache","頭痛"]}';
const TEXT = '{"id":"1","text":["A\\r\\n ",{"mark":1,"node":"pain"}," and ",{"term":"fever","as":"Fevers"},{"term":"flu"}]}';

test('what is read is written again, whatever the line ends', async () => {
  const release = await read(HEADER, NODE, TEXT);
  expect([...writeSanitised(release)].join('')).toBe(`${HEADER}\n${NODE}\n${TEXT}\n`);
  expect(await readSanitised('r.jsonl', bytesOf([HEADER, NODE, TEXT].join('\r\n')))).toEqual(release);
  const gaps = '{"sanitised":"k-safe"}\n{"id":"1","text":[{"gap":true}]}\n{"id":"2","text":[]}\n';
  expect([...writeSanitised(await readSanitised('r', bytesOf(gaps)))].join('')).toBe(gaps);
});

test.each([
  ['nothing', [], 'r.jsonl:1:1: '],
  ['no header', [TEXT], 'r.jsonl:1:2: an unknown key; the first line is {"sanitised":"t-plausible"'],
  ['another method', ['{"sanitised":"blur"}'], 'r.jsonl:1:14: the first line is'],
  ['t of 1', ['{"sanitised":"t-plausible","t":1}'], 'r.jsonl:1:32: "t" is a whole number, at least 2'],
  ['k in the place of t', ['{"sanitised":"t-plausible","k":2}'], 'r.jsonl:1:32: t-plausible texts claim "t", not "k"'],
  ['no text', [HEADER, NODE], 'r.jsonl: there is no text'],
  ['no JSON', [HEADER, NODE, '{'], 'r.jsonl:3:2: '],
  ['an unknown key', [HEADER, '{"id":"1","text":[],"x":1}'], 'r.jsonl:2:21: an unknown key'],
  ['a key of a piece twice', [HEADER, '{"id":"1","text":[{"term":"flu","term":"pox"}]}'], 'r.jsonl:2:33: a key for the second time'],
  ['the same in an escape', [HEADER, '{"id":"1","text":[{"term":"flu","t\\u0065rm":"pox"}]}'], 'r.jsonl:2:33: a key for the second time'],
  ['an id twice', [HEADER, '{"id":"1","text":[]}', '{"id":"1","text":[]}'], 'r.jsonl:3:7: this id stands on an earlier line too'],
  ['no id', [HEADER, '{"text":[]}'], '(in "id")'],
  ['a text that is no list', [HEADER, '{"id":"1","text":"a"}'], 'r.jsonl:2:18: "text" is a list of pieces'],
  ['an empty piece', [HEADER, '{"id":"1","text":["a",""]}'], 'r.jsonl:2:18: piece 2: '],
  ['half of a surrogate pair', [HEADER, '{"id":"1","text":["\\ud800"]}'], 'r.jsonl:2:18: piece 1: '],
  ['a gap that is none', ['{"sanitised":"k-safe"}', '{"id":"1","text":[{"gap":false}]}'], 'r.jsonl:2:18: piece 1: '],
  ['a mark without a node', [HEADER, NODE, '{"id":"1","text":[{"mark":1}]}'], 'r.jsonl:3:18: piece 1: '],
  ['mark 0', [HEADER, NODE, '{"id":"1","text":[{"mark":0,"node":"pain"}]}'], 'r.jsonl:3:18: piece 1: '],
  ['a leaf as a node', [HEADER, NODE, '{"id":"1","text":[{"mark":1,"node":"ache"}]}'], 'mark 1 has a node that is no inner node'],
  [
    'a mark with two nodes',
    [HEADER, NODE, '{"node":"top","children":["pain","x"]}', '{"id":"1","text":[{"mark":1,"node":"pain"},{"mark":1,"node":"top"}]}'],
    'r.jsonl:4:18: mark 1 has two nodes in one text',
  ],
  ['a gap beside a tree', [HEADER, NODE, '{"id":"1","text":[{"gap":true}]}'], 'a t-plausible text has no gaps'],
  ['a mark without a tree', ['{"sanitised":"k-safe"}', '{"id":"1","text":[{"mark":1,"node":"a"}]}'], 'a k-safe text has no marks'],
  ['a node behind a text', [HEADER, '{"id":"1","text":[]}', NODE], 'r.jsonl:3:1: the nodes of the tree stand before the texts'],
  ['a node of another method', ['{"sanitised":"k-safe"}', NODE], 'r.jsonl:2:1: only t-plausible texts have a tree'],
  ['a node twice', [HEADER, NODE, NODE], 'r.jsonl:3:9: this node stands on an earlier line too'],
  ['a node without children', [HEADER, '{"node":"pain","children":[]}'], 'r.jsonl:2:27: "children" is a list of one or more names'],
  ['a leaf under two nodes', [HEADER, NODE, '{"node":"sign","children":["ache"]}', TEXT], 'stands under two nodes of the hierarchy'],
  ['a tree in a circle', [HEADER, '{"node":"a","children":["b"]}', '{"node":"b","children":["a"]}', '{"id":"1","text":[]}'], 'no top'],
] as const)('refused with its place: %s', async (_, lines, message) => {
  await expect(read(...lines)).rejects.toThrow(BadInput);
  await expect(read(...lines)).rejects.toThrow(message);
});

test('originals have terms, and neither marks nor gaps', async () => {
  const original = (line: string) => readOriginalTexts('o.jsonl', bytesOf(line));
  expect(await original('{"id":"1","text":["a",{"term":"flu"}],"about":"flu"}')).toEqual([
    { id: '1', text: ['a', { term: 'flu' }], about: 'flu' },
  ]);
  await expect(original('{"id":"1","text":[{"gap":true}]}')).rejects.toThrow('o.jsonl:1:18: an original has its terms');
  await expect(original('{"id":"1","text":[],"about":" "}')).rejects.toThrow('an item without text (in "about")');
  await expect(original('\n')).rejects.toThrow(BadInput);
});

test.each([
  ['one entity', '{"contexts":{"a":["x"]},"protected":["a"]}', '1:13: "contexts" has the terms that tell of each entity'],
  ['a stranger', '{"contexts":{"a":["x"],"b":[]},"protected":["c"]}', '1:45: this is no entity of "contexts"'],
  ['nobody', '{"contexts":{"a":["x"],"b":[]},"protected":[]}', '1:44: "protected" names one at least'],
  ['an entity twice', '{"contexts":{"a":["x"],"a":[]},"protected":["a"]}', '1:24: a key for the second time'],
])('contexts of %s are refused', (_, text, message) => {
  expect(() => parseContexts(text, 'c.json')).toThrow(`c.json:${message}`);
});

test.each([
  [
    'a probability of 0',
    '{"topics":{"a":{"prior":0,"terms":{}},"b":{"prior":1,"terms":{}}},"sensitive":["a"]}',
    '1:25: "prior" is a probability',
  ],
  [
    'a term of 0',
    '{"topics":{"a":{"prior":1,"terms":{"x":0}},"b":{"prior":1,"terms":{}}},"sensitive":["a"]}',
    '1:40: a probability above 0, at most 1; smooth the counts',
  ],
  ['an unknown key', '{"topics":{"a":{"p":1},"b":{}},"sensitive":["a"]}', '1:21: an unknown key'],
])('topics with %s are refused', (_, text, message) => {
  expect(() => parseTopics(text, 't.json')).toThrow(`t.json:${message}`);
});

test('topics are read as they are written; only terms that all know count', () => {
  const topics = new Map([
    [
      'a',
      {
        prior: 0.5,
        terms: new Map([
          ['x', 0.25],
          ['__proto__', 0.5],
        ]),
      },
    ],
    ['b', { prior: 0.25, terms: new Map([['x', 1]]) }],
  ]);
  const read = parseTopics([...writeTopics({ topics, sensitive: ['a'] })].join(''), 't.json');
  expect([...read.topics.keys()]).toEqual(['a', 'b']);
  expect([...knownTerms(read)]).toEqual(['x']);
});
