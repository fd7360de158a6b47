// JSON.parse keeps the last of two equal keys without a word: in what people write, a setting that does not hold.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { requestIn } from '../../cli/audit/request.ts';
import { command as experiment } from '../../cli/commands/experiment.ts';
import { parseDistanceTables } from '../../shared/core/format/distance-tables.ts';
import { hierarchyFromText } from '../../shared/core/format/hierarchy-formats.ts';
import { type JsonNode, parseJsonTree, strictJson } from '../../shared/core/format/json-tree.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { parseDisassociated } from '../../shared/kinds/disassociated/core/format/clusters-json.ts';
import { parseGrouped } from '../../shared/kinds/groups/core/groups-format.ts';
import { parseLocal } from '../../shared/kinds/local/core/local-format.ts';
import { TableReader } from '../../shared/kinds/relational/core/read/table-reader.ts';
import { parseRoles } from '../../shared/kinds/relational/read/roles.ts';
import { parseContexts } from '../../shared/kinds/sanitised-text/core/known-file.ts';
import { campaignAudits } from '../../shared/pipeline/cloud/campaign.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (text: string): string => {
  const path = join(folder, 'f');
  writeFileSync(path, text);
  return path;
};

/** The same mistake in each file that a user writes, on its second line; `u` is written as an escape where it may hide the key. */
const FILES: Readonly<Record<string, readonly [text: string, read: (text: string) => unknown]>> = {
  'an audit request': ['{"release":"a.txt",\n"release":"b.txt"}', (text) => requestIn(text, 'f')],
  'a claim of an audit request': ['{"release":"a.txt","claim":{"k":2,\n"k":3}}', (text) => requestIn(text, 'f')],
  'a key that is spelt otherwise': ['{"release":"a.txt","claim":{"k":2,\n"\\u006b":3}}', (text) => requestIn(text, 'f')],
  'a campaign': ['{"audits":[{"name":"a","release":"a.txt",\n"release":"b.txt"}]}', (text) => campaignAudits(text, 'f', [])],
  roles: ['{"columns":{"zip":{"role":"other"},\n"zip":{"role":"quasi"}}}', (text) => parseRoles(text, 'f')],
  'a role': ['{"columns":{"zip":{"role":"quasi",\n"role":"other"}}}', (text) => parseRoles(text, 'f')],
  'a table': ['{"zip":"1","age":"2"}\n{"zip":"1","zip":"1","age":"2"}\n', tableOf],
  'a hierarchy': ['\ufeff{"a":["b"],\n"a":["c"]}', (text) => hierarchyFromText(text, 'f')],
  'a hierarchy below empty lines': ['\n{"a":["b"],"a":["c"]}', (text) => hierarchyFromText(text, 'f')],
  'a disassociated release': [
    '{"clusters":[{"size":2,"recordChunks":[],\n"si\\u007ae":3,"termChunk":["a"]}]}',
    (text) => parseDisassociated(text, 'f'),
  ],
  'groups with sensitive items': ['{"groups":[{"transactions":[["a"]],"sensitive":{"x":1,\n"x":1}}]}', (text) => parseGrouped(text, 'f')],
  'a locally generalised release': [
    '{"hierarchy":{"t":["a","b"],\n"t":["a","b"]},"transactions":[["t"]]}',
    (text) => parseLocal(text, 'f'),
  ],
  'terms of entities': ['{"contexts":{"HIV":["a","b"],"flu":["c"],\n"flu":["d"]},"protected":["HIV"]}', (text) => parseContexts(text, 'f')],
};

function tableOf(text: string): unknown {
  const reader = new TableReader('f');
  reader.push(new TextEncoder().encode(text));
  return reader.end();
}

test.each(Object.entries(FILES))('%s: a key for the second time in one object is refused, with its place', (_, [text, read]) => {
  const refused = (): string => {
    try {
      return `read as ${JSON.stringify(read(text))}`;
    } catch (error) {
      return error instanceof BadInput ? error.describe() : String(error);
    }
  };
  expect(refused()).toMatch(/f:2:\d+: a key for the second time in one object/);
});

test('an experiment, and distance tables', async () => {
  const terminal = { out: { write: () => {} }, err: { write: () => {} } };
  const text = '{"name":"a",\n"name":"b"}';
  await expect(experiment.run([written(text)], terminal, {})).rejects.toThrow('a key for the second time in one object');
  expect(() => parseDistanceTables('{"distances":[[1]],"distances":[[2]]}')).toThrow('a key for the second time in one object');
});

test('a key may stand in other objects too, and be an item, a value, or hold quotes and backslashes', () => {
  for (const text of [
    '{"a":{"a":"a"},"b":[{"a":1},{"a":2}]}',
    '{"\\"a":true,"a":"\\"a\\\\","\\\\":"\\\\\\""}',
    '[false]',
    '"a"',
    '1',
    'null',
  ])
    expect(strictJson(text)).toEqual(JSON.parse(text));
  expect(Object.entries(strictJson('{"__proto__":{"\\n":1}}') as object)).toEqual([['__proto__', { '\n': 1 }]]);
});

test('a key with an escape is itself, whatever was read before: Node 24 takes it for another', () => {
  const read = ['{"a":1,"\\\\":2}', '{"a":1,"\\"":2}', '{"a":1,"\\n":2}'].map((text) => Object.keys(strictJson(text) as object)[1]);
  expect(read).toEqual(['\\', '"', '\n']);
});

test('brackets that nest deeper than anything that is read are refused, and do not end the program', () => {
  const deep = `{"release":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  expect(() => requestIn(deep, 'f')).toThrow('brackets nested deeper than 64');
});

/** Values as written: objects as lists of members, so that keys may stand twice. */
type Written = string | number | null | readonly Written[] | { readonly members: readonly (readonly [string, Written])[] };
const KEY = fc.constantFrom('a', 'b', '"', '\\', 'é', '__proto__', '');
const { value: WRITTEN } = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    KEY,
    fc.constantFrom(0, -1.5e3, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.record({ members: fc.array(fc.tuple(KEY, tie('value')), { maxLength: 4 }) }),
  ),
}));
function textOf(value: Written, escaped: boolean): string {
  if (typeof value === 'string') return escaped ? `"${[...value].map((each) => `\\u${hex(each)}`).join('')}"` : JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (!('members' in value)) return `[ ${value.map((each) => textOf(each, !escaped)).join(' ,')}]`;
  return `{${value.members.map(([key, each], at) => `${textOf(key, at % 2 === 0)} : ${textOf(each, escaped)}`).join(',')} }`;
}
const hex = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, '0');

/** Null where a key stands twice. */
function slow({ text, number, literal, members, elements }: JsonNode): { value: unknown } | null {
  const inner = (elements ?? members?.map(({ value }) => value) ?? []).map(slow);
  if (inner.includes(null)) return null;
  const values = inner.map((each) => each?.value);
  if (elements !== undefined) return { value: values };
  if (members === undefined) return { value: text ?? number ?? literal };
  if (members.some(({ key }, at) => members.findIndex((other) => other.key === key) < at)) return null;
  return { value: members.map(({ key }, at) => [key, values[at]]) };
}

/** Objects as lists of their members, as `slow` has them. */
const inPairs = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? value.map(inPairs) : Object.entries(value).map(([key, each]) => [key, inPairs(each)]);
};

test('what is read, and what is refused, is what a slow look at every object says', () => {
  let twice = 0;
  fc.assert(
    fc.property(WRITTEN, fc.boolean(), (value, escaped) => {
      const text = textOf(value, escaped);
      const wanted = slow(parseJsonTree(text));
      if (wanted === null) {
        twice += 1;
        expect(() => strictJson(text)).toThrow('a key for the second time in one object');
      } else expect(inPairs(strictJson(text))).toEqual(wanted.value);
    }),
    { seed: 22, numRuns: 2_000 },
  );
  expect(twice).toBeGreaterThan(100);
});
