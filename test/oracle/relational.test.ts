// Anonymisers and checks of tables against every node, every partition, every way to carry mass.

import { type Random, seeded } from '../../shared/core/random/random.ts';
import { LOSSES } from '../../shared/kinds/relational/core/anonymise/methods.ts';
import { mondrian } from '../../shared/kinds/relational/core/anonymise/mondrian.ts';
import { muArgus } from '../../shared/kinds/relational/core/anonymise/mu-argus.ts';
import { requirementOf } from '../../shared/kinds/relational/core/anonymise/recodable.ts';
import { mingen, samarati, searchLattice } from '../../shared/kinds/relational/core/anonymise/search-lattice.ts';
import { distanceOf } from '../../shared/kinds/relational/core/check/closeness.ts';
import type { TableClaim } from '../../shared/kinds/relational/core/model/roles.ts';
import { golden, hierarchyFrom, knownFrom, recodableFrom } from '../helpers/relational.ts';
import {
  cellLevelPrec,
  earthMovers,
  minimalNodes,
  mondrianClasses,
  muArgusCells,
  type Row,
  satisfyingNodes,
  type Tree,
} from './twins/relational.ts';

/** A random hierarchy: neighbours merged on every level, `*` on top. */
function randomTree(column: string, values: number, random: Random): string[] {
  let groups = Array.from({ length: values }, (_, at) => at);
  const lines = Array.from({ length: values }, (_, at) => [`${column}${at}`]);
  for (let level = 1; level <= random.below(3); level += 1) {
    groups = groups.map((group) => Math.floor(group / (2 + random.below(1))));
    for (const [at, line] of lines.entries()) line.push(`${column}${level}:${groups[at]}`);
  }
  return lines.map((line) => [...line, '*'].join(';'));
}

function randomCase(seed: number) {
  const random = seeded('relational', seed);
  const quasi = ['a', 'b', 'c', 'd'].slice(0, 2 + random.below(3));
  const sizes = quasi.map(() => 2 + random.below(5));
  const hierarchies = Object.fromEntries(quasi.map((name, at) => [name, randomTree(name, sizes[at], random)]));
  const rows: Row[] = Array.from({ length: 8 + random.below(25) }, () => [
    ...quasi.map((name, at) => `${name}${random.below(sizes[at])}`),
    `v${random.below(4)}`,
  ]);
  const known = knownFrom({ columns: [...quasi, 'value'], rows, quasi, sensitive: 'value', hierarchies });
  const trees: Tree[] = quasi.map((name) => new Map(hierarchies[name]?.map((line) => [line.split(';')[0], line.split(';')])));
  return {
    random,
    known,
    data: recodableFrom(known),
    rows,
    trees,
    tops: trees.map((tree) => ([...tree.values()][0] as string[]).length - 1),
  };
}

const CLAIMS: readonly (readonly [string, TableClaim, (counts: number[], size: number) => boolean])[] = [
  ['k = 3', { k: 3 }, (_, size) => size >= 3],
  ['k = 2, distinct l = 2', { k: 2, l: { form: 'distinct', l: 2 } }, (counts, size) => size >= 2 && counts.length >= 2],
  [
    'entropy l = 2',
    { l: { form: 'entropy', l: 2 } },
    (counts, size) => -counts.reduce((sum, count) => sum + (count / size) * Math.log(count / size), 0) >= Math.log(2) - 1e-12,
  ],
  ['recursive (2, 2)', { k: 2, l: { form: 'recursive', c: 2, l: 2 } }, (counts, size) => size >= 2 && counts[0] < 2 * (size - counts[0])],
];

describe.each(CLAIMS)('%s', (_, claim, rule) => {
  test.each([0, 0.2])('pruned search equals every node, suppressing up to a share of %p', (share) => {
    for (let seed = 0; seed < 12; seed += 1) {
      const { known, data, rows, trees, tops } = randomCase(seed);
      const limit = Math.floor(share * rows.length);
      const holds = (records: readonly number[]): boolean => {
        const counts = Map.groupBy(records, (at) => rows[at]?.at(-1));
        return rule(
          [...counts.values()].map(({ length }) => length).sort((a, b) => b - a),
          records.length,
        );
      };
      const wanted = satisfyingNodes(rows, trees, tops, holds, limit);
      const requirement = requirementOf(claim, known.sensitive);
      const found = searchLattice(data, requirement, { limit, loss: 'prec' });
      expect(found.satisfying).toBe(wanted.length);
      expect(found.minimal.map((levels) => levels.join()).sort()).toEqual(minimalNodes(wanted));
      const greatest = Math.max(...wanted.map(({ prec }) => prec));
      if (wanted.length > 0) expect(1 - (found.best[0]?.loss as number)).toBeCloseTo(greatest, 10);
      expect(mingen(data, requirement, limit).best).toEqual(found.best);
      for (const loss of LOSSES) {
        const pruned = searchLattice(data, requirement, { limit, loss });
        expect(pruned.best).toEqual(searchLattice(data, requirement, { limit, loss, prune: false }).best);
      }
      if (limit > 0 && claim.l !== undefined && claim.l.form !== 'distinct') {
        expect(() => samarati(data, requirement, limit)).toThrow(/use lattice/);
        continue;
      }
      const low = samarati(data, requirement, limit);
      const height = (levels: readonly number[]): number => levels.reduce((sum, level) => sum + level, 0);
      expect(low.height).toBe(wanted.length === 0 ? null : Math.min(...wanted.map(({ levels }) => height(levels))));
      const lowest = wanted.filter(({ levels }) => height(levels) === low.height);
      expect(low.ofThatHeight).toBe(lowest.length);
      if (lowest.length > 0) expect(1 - (low.best[0]?.loss as number)).toBeCloseTo(Math.max(...lowest.map(({ prec }) => prec)), 10);
    }
  });
});

test('MinGen cell by cell comes to the Prec of the golden tables', () => {
  const { 'four patients': four, 'twelve patients': twelve } = golden;
  const treesOf = (quasi: string[], lines: Record<string, string[]>): Tree[] =>
    quasi.map((name) => new Map(lines[name]?.map((line) => [line.split(';')[0], line.split(';')])));
  const precOf = (table: typeof four, hierarchies: Record<string, string[]>, k: number): number => {
    const trees = treesOf(table.quasi, hierarchies);
    return cellLevelPrec(
      table.original,
      trees,
      trees.map((tree) => ([...tree.values()][0] as string[]).length - 1),
      k,
    );
  };
  expect(precOf(four, four.hierarchies, 2)).toBeCloseTo(four['mingen, cell level (k = 2)'].prec, 11);
  for (const k of [2, 3])
    expect(precOf(twelve, twelve['hierarchies (ours)'], k)).toBeCloseTo(twelve['mingen, cell level (ours): best prec'][`k = ${k}`], 11);
});

test('mu-Argus equals counting anew after each suppression', () => {
  for (let seed = 0; seed < 25; seed += 1) {
    const { data, rows } = randomCase(100 + seed);
    for (const k of [2, 3]) {
      const found = muArgus(data, k);
      const cells = rows.map((_, row) =>
        data.columns.map(({ hierarchy, leaf }, at) => String(hierarchy.codes[found.levels[at]]?.[leaf[row]])),
      );
      expect(found.suppressed.map((cell) => cell.join())).toEqual(muArgusCells(cells, k));
    }
  }
});

test('Mondrian equals sorting each class anew', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const random = seeded('mondrian', seed);
    const rows = Array.from({ length: 10 + random.below(60) }, () => [random.below(8), random.below(30), random.below(3)]);
    const known = knownFrom({ columns: ['a', 'b', 'c'], rows: rows.map((row) => row.map(String)), quasi: ['a', 'b', 'c'] });
    const columns = known.quasi.map((column) => ({ column, type: 'number' as const, hierarchy: null, order: null }));
    for (const k of [2, 5]) {
      const found = mondrian(columns, [], rows.length, { k, rules: [] });
      expect(found.classes.map((part) => [...part].join())).toEqual(mondrianClasses(rows, k));
    }
  }
});

test('distances between shares equal the cheapest way to carry them', () => {
  const hierarchy = hierarchyFrom(['0;x;p;*', '1;x;p;*', '2;y;p;*', '3;z;q;*', '4;z;q;*']);
  for (let seed = 0; seed < 60; seed += 1) {
    const random = seeded('carry', seed);
    const file = [0, 1, 2, 3, 4, random.below(5)];
    const own = Array.from({ length: 6 }, () => random.below(5));
    const rows = [...own.map((value) => ['q', String(value)]), ...file.map((value) => ['all', String(value)])];
    const known = knownFrom({ columns: ['q', 'v'], rows, quasi: ['q'], sensitive: 'v', types: { v: 'number' } });
    const [column] = known.sensitive;
    if (column === undefined) throw new Error('one column is sensitive');
    // The class against a file that is twelve units: its own six, and the other six.
    const units = [...own, ...file];
    const counts = new Int32Array(column.sensitive.values.length);
    for (const value of own) {
      const code = column.sensitive.values.indexOf(String(value));
      counts[code] += 1;
    }
    const tally = { known: 6, counts, present: [...counts.keys()].filter((code) => counts[code] > 0) };
    const values = [...new Set(units)].sort((a, b) => a - b);
    const level = (a: number, b: number): number => [0, 1, 2, 3].find((each) => labelOn(a, each) === labelOn(b, each)) ?? 3;
    const labelOn = (value: number, at: number): number => hierarchy.codes[at]?.[value] as number;
    // Common items stay in place: only differences are moved, so half the units suffice.
    const carried = (ground: (a: number, b: number) => number): number => earthMovers(own, file, ground) / 2;
    const meaning = { type: 'number', hierarchy, order: null } as const;
    const found = (name: Parameters<typeof distanceOf>[0]): number => distanceOf(name, column.sensitive, meaning)(tally);
    expect(found('equal')).toBeCloseTo(
      carried((a, b) => (a === b ? 0 : 1)),
      10,
    );
    expect(found('hierarchical')).toBeCloseTo(
      carried((a, b) => level(a, b) / 3),
      10,
    );
    expect(found('ordered')).toBeCloseTo(
      carried((a, b) => Math.abs(values.indexOf(a) - values.indexOf(b)) / (values.length - 1)),
      10,
    );
    expect(found('by-value')).toBeCloseTo(
      carried((a, b) => Math.abs(a - b) / ((values.at(-1) as number) - values[0])),
      10,
    );
  }
});
