// What an admission in the cloud is named by.

import { type Admission, admission } from '../../shared/contracts/execution.ts';
import { digestText } from '../../shared/core/keys/digest.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { admit } from '../../shared/pipeline/cloud/admit.ts';
import { dropOf } from '../../shared/pipeline/cloud/drop.ts';

const quasi = { role: 'quasi' };
const FILES = {
  'release.csv': 'age,disease\n3*,flu\n3*,cold\n',
  'roles.json': JSON.stringify({ columns: { age: { ...quasi, hierarchy: 'age.csv' }, disease: { role: 'sensitive' } } }),
  'age.csv': '31;3*;*\n32;3*;*\n',
  'register.csv': 'name,age\nAnn,31\n',
  'labels.tsv': 'c1\tcough\n',
};
const REQUEST = { release: 'release.csv', kind: 'relational', roles: 'roles.json', external: 'register.csv', labels: 'labels.tsv' };

interface World {
  readonly files?: Readonly<Record<string, string>>;
  readonly request?: object;
  readonly key?: string;
  readonly version?: string;
  readonly unveilVersion?: string;
  readonly now?: Date;
  /** Of every object. */
  readonly versionId?: string;
}

const DAY = '2026-11-19T10:00:00.000Z';

/** The admission of a drop into a bucket that holds these files. */
async function admitted({ files = {}, request = {}, key = 'inbox/a/audit.json', versionId = 'v1', ...world }: World): Promise<Admission> {
  const drop = dropOf(key, key.startsWith('inbox/a/') ? [] : ['x', 'y']);
  if (drop === null) throw new Error('no drop');
  const all: Readonly<Record<string, string>> = { ...FILES, ...files, 'audit.json': JSON.stringify({ ...REQUEST, ...request }) };
  const textOf = (of: string): string | undefined => all[of.slice(drop.folder.length)];
  const inbox = {
    pin: async (of: string) => {
      const text = textOf(of);
      return text === undefined ? null : { key: of, versionId, sha256: digestText(text) };
    },
    text: async (object: { readonly key: string }) => textOf(object.key) ?? '',
  };
  const offer = {
    sources: ['wordnet'],
    egress: ['wikipedia'],
    kinds: KINDS,
    unveilVersion: world.unveilVersion ?? '1',
    mustHold: async (spec: string) => ({ id: spec, key: `sources/${spec}/1`, size: 1, version: world.version ?? 'w1' }),
  };
  return (await admit(drop, inbox, world.now ?? new Date(DAY), offer)).admission;
}

const LIVE = { sources: ['wikipedia'], egress: { allow: ['wikipedia'] } };

test.each<[string, World, World?]>([
  ['the release', { files: { 'release.csv': 'age,disease\n3*,flu\n3*,flu\n' } }],
  ['labels', { files: { 'labels.tsv': 'c1\tcold\n' } }],
  ['roles', { files: { 'roles.json': `${FILES['roles.json']} ` } }],
  ['a hierarchy that roles name', { files: { 'age.csv': '31;3*;*\n33;3*;*\n' } }],
  ['the register', { files: { 'register.csv': 'name,age\nAnn,32\n' } }],
  ['a version of a source', { version: 'w2' }],
  ['a version of word vectors', { request: { embeddings: 'glove' }, version: 'w2' }, { request: { embeddings: 'glove' } }],
  ['the month in which a live source is asked', { request: LIVE, now: new Date('2026-12-01T00:00:00.000Z') }, { request: LIVE }],
  ['the version of unveil', { unveilVersion: '2' }],
  ['an option', { request: { seed: 'other' } }],
])('with another %s it has another identity', async (_, world, base = {}) => {
  const [one, other] = [await admitted(base), await admitted(world)];
  expect(other.identity).not.toBe(one.identity);
  expect(other.auditId).not.toBe(one.auditId);
});

test.each<[string, World]>([
  ['is dropped again, as another version', { versionId: 'v2', now: new Date('2026-11-20T00:00:00.000Z') }],
  ['has another name', { request: { name: 'other' } }],
  ['may ask further sources', { request: { egress: { allow: ['wikipedia'] } } }],
])('one that %s is the same', async (_, world) => {
  expect((await admitted(world)).auditId).toBe((await admitted({})).auditId);
});

test.each<[string, World, World]>([
  ['of two teams', { key: 'inbox/x/a/audit.json' }, { key: 'inbox/y/a/audit.json' }],
  ['under two keys', { key: 'inbox/a/audit.json' }, { key: 'inbox/x/b/audit.json' }],
  ['for other results', {}, { request: { output: { redact: true } } }],
])('equal content %s: two admissions of one identity', async (_, one, other) => {
  const [first, second] = [await admitted(one), await admitted(other)];
  expect(first.identity).toMatch(/^[0-9a-f]{32}$/);
  expect(second.identity).toBe(first.identity);
  expect(second.auditId).not.toBe(first.auditId);
  for (const { auditId, identity } of [first, second]) expect(auditId.startsWith(String(identity))).toBe(true);
});

test('it pins every file and source that it names, and is read again as it was written', async () => {
  const given = await admitted({});
  expect(Object.keys(given.beside).toSorted()).toEqual(Object.keys(FILES).toSorted());
  expect(given.sources).toMatchObject({ wordnet: { key: 'sources/wordnet/1', version: 'w1' } });
  expect(admission.parse(JSON.parse(JSON.stringify(given)))).toEqual(given);
});

test('one of an earlier version is read: it has no identity, and pins no source', async () => {
  const { identity, sources, ...older } = await admitted({});
  expect(admission.parse({ ...older, version: 2 })).toMatchObject({ identity: null, sources: {} });
});

const MODEL = { name: 'm.n-v1:0', endpoint: 'bedrock' };
test.each<[object, RegExp]>([
  [{ languageModel: { ...MODEL, endpoint: 'https://models.example.org/v1' } }, /by Amazon Bedrock \("endpoint": "bedrock"\)/],
  [{ languageModel: MODEL }, /this stack does not ask the language model "m\.n-v1:0"/],
  [{ languageModel: MODEL, egress: {} }, /allow it in the request/],
  [{ languageModel: MODEL, passages: 'labels.tsv' }, /on your own machine only/],
])('a language model that neither request nor stack allows is refused: %j', async (request, reason) => {
  const asked = { egress: { allow: ['language-model'] }, ...request };
  await expect(admitted({ request: asked })).rejects.toThrow(reason);
});
