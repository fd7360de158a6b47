// Bounds on values, (alpha, k), (k, e) and confidence bounding: checks and searches against classes and nodes looked at one by one.
import { seeded } from '../../shared/core/random/random.ts';
import { cuttable } from '../../shared/kinds/relational/core/anonymise/make-release.ts';
import { mondrian } from '../../shared/kinds/relational/core/anonymise/mondrian.ts';
import { requirementOf } from '../../shared/kinds/relational/core/anonymise/recodable.ts';
import { searchLattice } from '../../shared/kinds/relational/core/anonymise/search-lattice.ts';
import { checkTable } from '../../shared/kinds/relational/core/check/check-table.ts';
import type { TableClaim } from '../../shared/kinds/relational/core/model/roles.ts';
import { knownFrom, recodableFrom } from '../helpers/relational.ts';
import { minimalNodes, type Row, satisfyingNodes, type Tree } from './twins/relational.ts';

const shareOf = (values: readonly string[], value: string): number => values.filter((each) => each === value).length / values.length;
const span = (values: readonly string[]): number => Math.max(...values.map(Number)) - Math.min(...values.map(Number));

const CLAIMS: readonly (readonly [string, TableClaim, (values: readonly string[]) => boolean])[] = [
  [
    '(0.5, 3)-anonymity',
    { k: 3, alpha: { most: 0.5 } },
    (values) => values.length >= 3 && values.every((value) => shareOf(values, value) <= 0.5),
  ],
  ['alpha for one value', { k: 2, alpha: { most: 0.25, values: ['10'] } }, (values) => values.length >= 2 && shareOf(values, '10') <= 0.25],
  [
    'confidence bounding',
    {
      confidence: [
        { value: '10', most: 0.4 },
        { value: '25', most: 0.3, column: 'value' },
      ],
    },
    (values) => shareOf(values, '10') <= 0.4 && shareOf(values, '25') <= 0.3,
  ],
  ['(3, 15)-anonymity', { ke: { k: 3, e: 15 } }, (values) => new Set(values).size >= 3 && span(values) >= 15],
  [
    'k, l, t and a range together',
    { k: 2, l: { form: 'distinct', l: 2 }, alpha: { most: 0.7 }, ke: { k: 2, e: 10 } },
    (values) =>
      values.length >= 2 && new Set(values).size >= 2 && values.every((value) => shareOf(values, value) <= 0.7) && span(values) >= 10,
  ],
];

const VALUES = ['10', '15', '25', '30'];

function randomCase(seed: number, claim: TableClaim) {
  const random = seeded('bounds', seed);
  const quasi = ['a', 'b', 'c'].slice(0, 2 + random.below(2));
  const sizes = quasi.map(() => 2 + random.below(4));
  const lines = (name: string, size: number): string[] =>
    Array.from({ length: size }, (_, at) => `${name}${at};${name}:${Math.floor(at / 2)};*`);
  const hierarchies = Object.fromEntries(quasi.map((name, at) => [name, lines(name, sizes[at])]));
  const rows: Row[] = Array.from({ length: 10 + random.below(25) }, () => [
    ...quasi.map((name, at) => `${name}${random.below(sizes[at])}`),
    VALUES[random.below(VALUES.length)],
  ]);
  const types = { value: 'number' } as const;
  const known = knownFrom({ columns: [...quasi, 'value'], rows, quasi, sensitive: 'value', hierarchies, types, claim });
  const trees: Tree[] = quasi.map((name) => new Map(hierarchies[name]?.map((line) => [line.split(';')[0], line.split(';')])));
  return { known, rows, trees };
}

describe.each(CLAIMS)('%s', (_, claim, rule) => {
  test('checked class by class, searched node by node, and kept by every cut', () => {
    let satisfied = 0;
    for (let seed = 0; seed < 40; seed += 1) {
      const { known, rows, trees } = randomCase(seed, claim);
      const valuesOf = (records: readonly number[]): string[] => records.map((at) => rows[at]?.at(-1) ?? '');
      const classes = Map.groupBy(rows.keys(), (at) => rows[at]?.slice(0, -1).join());
      expect(checkTable(known).claims.every(({ holds }) => holds === true)).toBe(
        [...classes.values()].every((records) => rule(valuesOf([...records]))),
      );
      const requirement = requirementOf(claim, known.sensitive);
      for (const limit of [0, 4]) {
        const wanted = satisfyingNodes(
          rows,
          trees,
          trees.map(() => 2),
          (records) => rule(valuesOf(records)),
          limit,
        );
        const found = searchLattice(recodableFrom(known), requirement, { limit, loss: 'prec' });
        expect(found.satisfying).toBe(wanted.length);
        expect(found.minimal.map((levels) => levels.join()).sort()).toEqual(minimalNodes(wanted));
        satisfied += wanted.length;
      }
      if (!rule(valuesOf([...rows.keys()]))) continue;
      for (const part of mondrian(cuttable(known), known.sensitive, rows.length, requirement).classes)
        expect(rule(valuesOf([...part]))).toBe(true);
    }
    expect(satisfied).toBeGreaterThan(40);
  });
});

test('a claim on numbers of a column of words, or on a value that nobody has, is refused', () => {
  const words = knownFrom({
    columns: ['a', 'value'],
    rows: [['x', 'flu']],
    quasi: ['a'],
    sensitive: 'value',
    claim: { ke: { k: 1, e: 0 } },
  });
  expect(() => checkTable(words)).toThrow(/is about numbers/);
});
