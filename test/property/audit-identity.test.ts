import fc from 'fast-check';
import * as z from 'zod';
import { type AuditRequest, auditRequest } from '../../shared/contracts/audit-request.ts';
import { admissionId, filesOf, identityOf } from '../../shared/pipeline/identity/audit-identity.ts';

/** Two values of every key of the request. */
const FIGURES: Readonly<Record<string, readonly [unknown, unknown]>> = {
  release: ['r1', 'r2'],
  original: ['o1', 'o2'],
  allowSuppressed: [false, true],
  labels: ['l1', 'l2'],
  hierarchy: ['h1', 'h2'],
  encoding: ['latin1', 'windows-1252'],
  texts: ['t1', 't2'],
  kind: ['auto', 'relational'],
  roles: ['roles1', 'roles2'],
  'columns.identifier': [[], ['id']],
  'columns.quasi': [['age'], ['zip']],
  'columns.sensitive': [[], ['disease']],
  buckets: ['b1', 'b2'],
  external: ['e1', 'e2'],
  'otherRelease.file': ['other1', 'other2'],
  'otherRelease.relation': ['earlier', 'later'],
  statements: [[], [{ column: 'disease', where: {}, value: 'flu', weight: 0 }]],
  'claim.k': [2, 3],
  'claim.m': [1, 2],
  'claim.privacyConstraints': [[['a']], [['b']]],
  'claim.utilityConstraints': [[['a', 'b']], [['a', 'c']]],
  attacks: [['mda'], ['mda', 'rba']],
  ratio: [1, 2],
  delta: [1, 2],
  'reassociation.placements': [1, 2],
  'reassociation.recordChunks': ['aba', 'rga'],
  'reassociation.merging': [false, true],
  'context.select': ['nearest', 'all'],
  'context.width': [2, 3],
  'context.order': ['meaningful', 'meaningless'],
  sources: [['wordnet'], ['wordnet', 'corpus:a']],
  embeddings: ['v1', 'v2'],
  'languageModel.name': ['small', 'large'],
  'languageModel.endpoint': ['http://127.0.0.1:1/v1', 'http://127.0.0.1:2/v1'],
  'languageModel.repeats': [2, 3],
  passages: ['p1', 'p2'],
  population: [1000, 2000],
  smoothing: ['cautious', 'half'],
  seed: ['a', 'b'],
  precision: [0.9, 0.8],
  gate: [['learned=0.05'], ['learned=0.05', 'linked=0.1']],
};
const NO_FIGURE: Readonly<Record<string, readonly [unknown, unknown]>> = {
  $schema: ['a', 'b'],
  name: ['a', 'b'],
  'egress.allow': [[], ['wikipedia']],
  'output.attacked': [true, false],
  'output.json': [false, true],
  'output.csv': [false, true],
  'output.redact': [false, true],
};
/** It has one value. */
const CONSTANT = ['version'];

type Settings = Readonly<Record<string, unknown>>;

/** Settings by dotted keys as a request, its keys in this order. */
function requestOf(settings: Settings): AuditRequest {
  const request: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(settings)) {
    const [first = '', second] = path.split('.');
    if (second === undefined) request[first] = value;
    else request[first] = { ...(request[first] as object), [second]: value };
  }
  return auditRequest.parse(request);
}

/** Files hold what they are called, without their folder. */
const identity = (settings: Settings, more: { readonly inTurn?: string[]; readonly unveilVersion?: string } = {}): string => {
  const request = requestOf(settings);
  return identityOf({
    request,
    digestOf: (path) => path.split('/').at(-1) ?? '',
    sources: request.sources,
    vectors: request.embeddings ?? null,
    inTurn: [],
    unveilVersion: '1',
    ...more,
  }).auditId;
};

const BASE: Settings = {
  release: 'r1',
  'otherRelease.file': 'other1',
  'otherRelease.relation': 'earlier',
  'languageModel.name': 'small',
  'languageModel.endpoint': 'http://127.0.0.1:1/v1',
};

function leavesOf(schema: unknown, path: string): string[] {
  const { properties } = schema as { readonly properties?: Readonly<Record<string, unknown>> };
  if (properties === undefined) return [path];
  return Object.entries(properties).flatMap(([key, each]) => leavesOf(each, path === '' ? key : `${path}.${key}`));
}

test('every key of the request is decided here', () => {
  const schema = z.toJSONSchema(auditRequest, { io: 'input', unrepresentable: 'any' });
  const decided = [...Object.keys(FIGURES), ...Object.keys(NO_FIGURE), ...CONSTANT];
  expect(leavesOf(schema, '').toSorted()).toEqual(decided.toSorted());
});

test.each(Object.entries(FIGURES))('another %s is another audit', (key, [one, other]) => {
  expect(identity({ ...BASE, [key]: one })).not.toBe(identity({ ...BASE, [key]: other }));
});

test.each(Object.entries(NO_FIGURE))('another %s is the same audit', (key, [one, other]) => {
  expect(identity({ ...BASE, [key]: one })).toBe(identity({ ...BASE, [key]: other }));
});

test('any two requests have one identity exactly if they agree in every key that can change a figure, in whatever order it is given', () => {
  const settings = fc
    .record(Object.fromEntries(Object.entries({ ...FIGURES, ...NO_FIGURE }).map(([key, values]) => [key, fc.constantFrom(...values)])))
    .chain((all) => fc.shuffledSubarray(Object.keys(all), { minLength: 20 }).map((keys) => ({ all, keys })));
  const given = ({ all, keys }: { all: Settings; keys: readonly string[] }): Settings =>
    Object.fromEntries([...new Set([...keys, ...Object.keys(BASE)])].map((key) => [key, all[key] ?? BASE[key]]));
  const figures = (one: Settings): unknown => {
    const { $schema, name, egress, output, ...rest } = requestOf(one);
    return rest;
  };
  fc.assert(
    fc.property(settings, settings, fc.boolean(), fc.constantFrom(...Object.keys(FIGURES)), (one, other, near, key) => {
      const first = given(one);
      // Mostly they differ in everything: half of the time in one key at most.
      const second = near ? { ...given({ all: one.all, keys: [...one.keys].reverse() }), [key]: other.all[key] } : given(other);
      const equal = JSON.stringify(sortedKeys(figures(first))) === JSON.stringify(sortedKeys(figures(second)));
      expect(identity(first) === identity(second)).toBe(equal);
    }),
    { seed: 20261119, numRuns: 300 },
  );
});

const sortedKeys = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, each]) => [key, sortedKeys(each)]),
      );

test('a folder is no matter, nor the order of columns and limits; files that files name are, and the version of unveil', () => {
  expect(identity({ release: '/home/a/r1', labels: '/b/l1' })).toBe(identity({ labels: 'l1', release: 'r1' }));
  expect(identity({ release: 'r', 'columns.quasi': ['a', 'b'] })).toBe(identity({ release: 'r', 'columns.quasi': ['b', 'a'] }));
  expect(identity({ release: 'r', gate: ['learned=0.05', 'linked=0.1'] })).toBe(
    identity({ release: 'r', gate: ['linked=0.1', 'learned=0.05'] }),
  );
  expect(identity({ release: 'r' }, { inTurn: ['zip', 'age'] })).not.toBe(identity({ release: 'r' }, { inTurn: ['age', 'zip'] }));
  expect(identity({ release: 'r' }, { unveilVersion: '2' })).not.toBe(identity({ release: 'r' }));
});

test('the same content in two roles is two audits', () => {
  expect(identity({ release: 'r', roles: 'x' })).not.toBe(identity({ release: 'r', external: 'x' }));
});

test('the files of a request are all of those, each once', () => {
  const files = ['release', 'original', 'labels', 'hierarchy', 'texts', 'roles', 'buckets', 'external', 'otherRelease.file'];
  const settings = Object.fromEntries(files.map((key) => [key, `the ${key}`]));
  expect(filesOf(requestOf({ ...settings, 'otherRelease.relation': 'later' })).toSorted()).toEqual(Object.values(settings).toSorted());
  expect(filesOf(requestOf({ release: 'a', original: 'a' }))).toEqual(['a']);
});

test('an admission begins with its identity, and is told by team, key and what is written', () => {
  const { output } = requestOf({ release: 'r' });
  const same = 'a'.repeat(32);
  const of = (more: object) => admissionId(same, { team: null, key: 'inbox/a.txt', output, ...more });
  const all = [of({}), of({ team: 'x' }), of({ key: 'inbox/b.txt' }), of({ output: { ...output, redact: true } })];
  expect(new Set(all).size).toBe(4);
  for (const id of all) expect(id).toMatch(/^a{32}[0-9a-f]{8}$/);
  expect(of({ output: { redact: false, csv: false, json: false, attacked: true } })).toBe(all[0]);
});
