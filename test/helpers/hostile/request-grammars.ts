import fc from 'fast-check';
import { cell, item, joined, number } from './grammars.ts';

// Random values and roles: mostly valid keys and values, sometimes others.

const anyJson = fc.jsonValue({ maxDepth: 3 });
/** An object of the right keys, some with the right values. */
const near = (right: Readonly<Record<string, fc.Arbitrary<unknown>>>, required: readonly string[]): fc.Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(
      Object.entries(right).map(([key, value]) => [key, fc.oneof({ weight: 40, arbitrary: value }, { weight: 1, arbitrary: anyJson })]),
    ),
    { requiredKeys: [...required] },
  );

/** Mostly valid, sometimes not. */
const mostly = (right: fc.Arbitrary<unknown>, ...wrong: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 25, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...wrong) });
const someOf = (...right: readonly unknown[]): fc.Arbitrary<unknown> => mostly(fc.constantFrom(...right), '', 'none', -1, null, {});
const share = mostly(fc.double({ min: 0, max: 1, noNaN: true }), 1.5, -0.1, Number.NaN, '0.5');
const list = (each: fc.Arbitrary<unknown>, maxLength = 3): fc.Arbitrary<unknown> => fc.array(each, { minLength: 1, maxLength });

const role = near(
  {
    role: someOf('identifier', 'quasi', 'sensitive', 'other'),
    type: someOf('number', 'word', 'ordinal'),
    hierarchy: someOf(null, 'intervals:5,10,20', 'intervals:NaN', 'h.csv', 'wordnet'),
    order: list(cell, 4),
  },
  ['role'],
);
export const roles = near(
  {
    columns: fc.dictionary(fc.constantFrom('age', 'zip', 'disease', '__proto__', 'constructor'), role),
    claim: near(
      {
        k: mostly(fc.integer({ min: 1, max: 9 }), 0, 1.5),
        l: near(
          {
            form: someOf('distinct', 'entropy', 'recursive', 'negative-positive'),
            l: mostly(fc.double({ min: 1, max: 9, noNaN: true }), 0),
            c: mostly(fc.double({ min: 0.1, max: 9, noNaN: true }), 0),
          },
          ['form', 'l'],
        ),
        t: near({ distance: someOf('equal', 'ordered', 'kl'), t: mostly(fc.double({ min: 0, max: 9, noNaN: true }), -1) }, [
          'distance',
          't',
        ]),
      },
      [],
    ),
    missing: list(cell),
  },
  ['columns'],
).map((each) => JSON.stringify(each));

export const auditRequest = near(
  {
    release: mostly(fc.constantFrom('release.txt', 'data/b.csv'), '', 'a'.repeat(5000), 7),
    claim: near(
      {
        k: mostly(fc.integer({ min: 2, max: 9 }), 1, -1),
        m: mostly(fc.integer({ min: 1, max: 3 }), 0, 99),
        privacyConstraints: fc.oneof(fc.constant<unknown>('p.txt'), list(list(item))),
      },
      [],
    ),
    attacks: list(
      fc.oneof(
        someOf('gba', 'rba', 'calibrated', 'mda'),
        near({ name: someOf('gba', 'tba'), ratio: mostly(fc.double({ min: 0.1, max: 9, noNaN: true }), 0, -1), delta: share }, ['name']),
      ),
    ),
    context: near({ select: someOf('nearest', 'all', 'conjunctive'), width: mostly(fc.integer({ min: 1, max: 1000 }), 0, 1001) }, []),
    sources: list(someOf('wordnet', 'corpus:x', 'wikipedia')),
    egress: near({ allow: list(fc.constantFrom('wikipedia', 'x')) }, []),
    gate: fc.oneof(
      list(someOf('learned=0.05@confidence=0.8', 'singled-out=0.2@knows=2', 'people=0.1@certainty=0.9@claimed', 'recall=0.3', 'x')),
      near({ recall: share, precision: share, lenient: fc.boolean() }, ['recall', 'precision']),
      near({ people: share, certainty: mostly(fc.double({ min: 0.5, max: 1, noNaN: true }), 0.4) }, ['people', 'certainty']),
    ),
    seed: item,
    precision: share,
    $schema: item,
    constructor: anyJson,
  },
  ['release'],
).map((each) =>
  typeof each === 'object' && each !== null && Object.hasOwn(each, 'constructor') && Object.keys(each).length % 8 !== 0
    ? Object.fromEntries(Object.entries(each).filter(([key]) => key !== 'constructor'))
    : each,
);

const settings = fc.oneof(
  fc.dictionary(fc.constant('ratio'), list(fc.double({ min: 0.1, max: 3, noNaN: true }))),
  fc.dictionary(fc.constant('context.width'), list(fc.integer({ min: 1, max: 5 }))),
  fc.dictionary(
    fc.constantFrom('seed', '__proto__.x', 'claim.k', 'name', 'release'),
    list(fc.oneof(item, fc.boolean() as fc.Arbitrary<unknown>)),
  ),
);
export const campaign = near(
  {
    version: mostly(fc.constant(1), 2, '1'),
    defaults: near({ attacks: list(someOf('gba', 'rba')), claim: near({ k: fc.integer({ min: 2, max: 9 }) }, []), seed: item }, []),
    grid: settings,
    audits: list(
      near(
        {
          name: mostly(fc.stringMatching(/^[a-z][a-z0-9.-]{1,12}$/), '../x', ''),
          release: mostly(fc.constantFrom('a.txt', 'data/c.csv'), '../b.txt', '/etc/passwd'),
          grid: settings,
        },
        ['name', 'release'],
      ),
      4,
    ),
  },
  ['audits'],
);

export const providerAnswer = fc.oneof(
  near(
    {
      query: near({ searchinfo: near({ totalhits: fc.nat() }, []), statistics: near({ articles: fc.nat() }, []) }, []),
      error: near({ code: fc.constantFrom('maxlag', 'ratelimited', '__proto__') }, []),
    },
    [],
  ),
  near(
    {
      esearchresult: near({ count: number, warninglist: near({ quotedphrasesnotfound: fc.array(item) }, []) }, []),
      einforesult: near({ dbinfo: anyJson }, []),
      error: item,
    },
    [],
  ),
  near({ hitCount: fc.oneof(fc.nat(), number), errCode: item }, []),
  near({ meta: near({ count: fc.nat() }, []), error: item }, []),
  anyJson,
);

const key = fc
  .tuple(
    fc.constantFrom('inbox/', 'inbox/campaigns/', 'inbox/team/', 'other/', ''),
    joined(fc.oneof(item, fc.constantFrom('..', 'audit', 'release', 'a.b')), '/', 3),
    fc.constantFrom('.txt', '.jsonl', '.json', '/audit.json', '.csv.gz', '.rejected.json', '/', '.parquet', ''),
  )
  .map((parts) => parts.join(''));
export const bucketEvent = near(
  {
    time: fc.constantFrom('2026-01-01T00:00:00Z', 'never'),
    detail: near({ bucket: near({ name: item }, ['name']), object: near({ key, 'version-id': item, size: fc.nat() }, ['key']) }, [
      'bucket',
      'object',
    ]),
  },
  ['detail'],
);
const id = fc.constantFrom('0123456789abcdef0123', 'x123456789abcdef0123', '../../etc', '__proto__', '');
export const machineInput = fc.oneof(
  near({ auditId: id, day: fc.constantFrom('2026-01-01', '2026-13-01', 'x') }, ['auditId', 'day']),
  near({ slice: fc.integer({ min: -1, max: 9 }), start: fc.nat(), end: fc.nat() }, ['slice', 'start', 'end']),
  near({ bucket: item, key, versionId: item, etag: item, sha256: item, size: fc.nat() }, ['bucket', 'key']),
  anyJson,
);
