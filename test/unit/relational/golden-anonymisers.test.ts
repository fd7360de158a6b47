// What every anonymiser makes of the small tables of test/golden/relational.json.
import { anatomy } from '../../../shared/kinds/relational/core/anonymise/anatomy.ts';
import { datafly } from '../../../shared/kinds/relational/core/anonymise/datafly.ts';
import { mondrian } from '../../../shared/kinds/relational/core/anonymise/mondrian.ts';
import { muArgus } from '../../../shared/kinds/relational/core/anonymise/mu-argus.ts';
import { type Requirement, requirementOf } from '../../../shared/kinds/relational/core/anonymise/recodable.ts';
import { mingen, samarati, searchLattice } from '../../../shared/kinds/relational/core/anonymise/search-lattice.ts';
import type { TableClaim } from '../../../shared/kinds/relational/core/model/roles.ts';
import { golden, knownFrom, recodableFrom } from '../../helpers/relational.ts';

const four = golden['four patients'];
const fourKnown = knownFrom({ ...four, rows: four.original });
const twelve = golden['twelve patients'];
const twelveKnown = knownFrom({ ...twelve, rows: twelve.original, hierarchies: twelve['hierarchies (ours)'] });
const seven = golden['seven persons'];
const sevenKnown = knownFrom({ ...seven, quasi: seven.columns });
const ordered = (nodes: readonly (readonly number[])[]): readonly (readonly number[])[] =>
  [...nodes].sort((a, b) => a.join().localeCompare(b.join()));

describe('four patients', () => {
  const data = recodableFrom(fourKnown);
  const need = (claim: TableClaim): Requirement => requirementOf(claim, fourKnown.sensitive);

  test('the lattice', () => {
    const two = searchLattice(data, need({ k: 2 }), { limit: 0, loss: 'prec' });
    expect(two.nodes).toBe(four.nodes);
    expect(two.satisfying).toBe(four['2-anonymous nodes']);
    expect(ordered(two.minimal)).toEqual(four['minimal for k = 2']);
    expect(searchLattice(data, need({ k: 4 }), { limit: 0, loss: 'prec' }).minimal).toEqual(four['minimal for k = 4']);
    const diverse = need({ k: 2, l: { form: 'distinct', l: 2 } });
    expect(searchLattice(data, diverse, { limit: 0, loss: 'prec' }).minimal).toEqual(four['minimal for k = 2, distinct l = 2']);
  });

  test('mingen and samarati', () => {
    const [least] = mingen(data, need({ k: 2 }), 0).best;
    const expected = four['mingen, attribute level (k = 2)'];
    expect(least).toMatchObject({ levels: expected.levels, loss: expect.closeTo(1 - expected.prec, 11) });
    const found = samarati(data, need({ k: 2 }), 0);
    expect(found.height).toBe(four['samarati (k = 2)'].height);
    expect(found.best[0]?.levels).toEqual(four['samarati (k = 2)'].levels);
  });

  test('datafly', () => {
    const { levels, steps } = four['datafly (k = 2, limit 2)'];
    expect(datafly(data, need({ k: 2 }), 2)).toEqual({ levels, steps, suppressed: 0 });
  });
});

describe('twelve patients', () => {
  const data = recodableFrom(twelveKnown);
  const claims: Record<string, TableClaim> = {
    'k = 2': { k: 2 },
    'k = 3': { k: 3 },
    'k = 4': { k: 4 },
    'distinct l = 2': { l: { form: 'distinct', l: 2 } },
    'distinct l = 3': { l: { form: 'distinct', l: 3 } },
    'entropy l = 2': { l: { form: 'entropy', l: 2 } },
    't = 0.25, equal distance': { t: { distance: 'equal', t: 0.25 } },
  };

  test.each(Object.entries(claims))('lattice, %s', (name, claim) => {
    const expected = twelve['lattice (ours)'][name];
    const requirement = requirementOf(claim, twelveKnown.sensitive);
    const found = searchLattice(data, requirement, { limit: 0, loss: 'prec' });
    expect(found.satisfying).toBe(expected.satisfying);
    expect(ordered(found.minimal)).toEqual(ordered(expected.minimal));
    if (expected['best prec'] === undefined) return;
    expect(found.best.map(({ levels }) => levels)).toEqual(expected['best prec'].nodes);
    expect(found.best[0]?.loss).toBeCloseTo(1 - expected['best prec'].prec, 11);
    const low = samarati(data, requirement, 0);
    expect({ height: low.height, nodes: low.best.map(({ levels }) => levels) }).toEqual(expected.samarati);
  });

  test.each([
    ['limit 4', 4],
    ['limit 0', 0],
  ])('datafly, %s', (name, limit) => {
    const expected = twelve['datafly (ours; k = 4)'][name];
    const found = datafly(data, { k: 4, rules: [] }, limit);
    expect({ levels: found.levels, steps: found.steps.length, suppressed: found.suppressed }).toEqual({
      levels: expected.levels,
      steps: expected.steps,
      suppressed: 0,
    });
  });

  test.each(['k = 2', 'k = 3', 'k = 4'])('mondrian, %s', (name) => {
    const known = knownFrom({ ...twelve, rows: twelve.original, quasi: ['zip', 'age'], types: { zip: 'number', age: 'number' } });
    const columns = known.quasi.map((column) => ({ column, type: 'number' as const, hierarchy: null, order: null }));
    const found = mondrian(columns, [], 12, { k: Number(name.slice(4)), rules: [] });
    const classes = found.classes.map((rows, at) => ({ records: [...rows].map((row) => row + 1), cells: found.cells[at] }));
    expect(classes).toEqual(twelve['mondrian (ours; zip and age as numbers)'][name]);
  });

  test('anatomy', () => {
    const [column] = twelveKnown.sensitive;
    if (column === undefined) throw new Error('one column is sensitive');
    const found = anatomy(column.sensitive, 2, null);
    expect(
      found.map((bucket) => ({
        values: bucket.map((row) => twelve.original[row].at(-1)),
        records: bucket.map((row) => row + 1),
      })),
    ).toEqual(twelve['anatomy (ours)']['l = 2']);
    expect(() => anatomy(column.sensitive, 3, null)).toThrow(/not eligible for l = 3: .* is held by 5 > 12\/3/);
  });
});

describe('seven persons', () => {
  const data = recodableFrom(sevenKnown);

  test.each(Object.keys(seven.lattice))('lattice, %s', (name) => {
    const [k, limit] = (/k = (\d+), at most (\d+)/.exec(name) ?? []).slice(1).map(Number) as [number, number];
    const expected = seven.lattice[name];
    const found = searchLattice(data, { k, rules: [] }, { limit, loss: 'prec' });
    expect(found.nodes).toBe(seven.nodes);
    expect(found.satisfying).toBe(expected.satisfying);
    expect(ordered(found.minimal)).toEqual(ordered(expected.minimal));
    expect(found.best.map(({ levels, suppressed }) => [levels, suppressed])).toEqual(expected['best prec'].nodes);
    expect(found.best[0]?.loss).toBeCloseTo(1 - expected['best prec'].prec, 11);
    const low = samarati(data, { k, rules: [] }, limit);
    expect({ height: low.height, nodes: low.best.map(({ levels, suppressed }) => [levels, suppressed]) }).toEqual(expected.samarati);
  });

  test.each(Object.keys(seven.datafly))('datafly, %s', (name) => {
    const [k, limit] = (/k = (\d+), limit (\d+)/.exec(name) ?? []).slice(1).map(Number) as [number, number];
    const found = datafly(data, { k, rules: [] }, limit);
    const { levels, steps, suppressed } = seven.datafly[name];
    expect(found.levels).toEqual(levels);
    expect(found.steps.map(({ generalised }) => generalised)).toEqual(steps);
    expect(found.suppressed).toBe(suppressed.length);
  });
});

describe('mu-argus', () => {
  test.each([
    ['seven persons, k = 2', sevenKnown],
    ['four patients, k = 2', fourKnown],
  ])('%s', (name, known) => {
    const expected = golden['mu-argus'][name];
    const found = muArgus(recodableFrom(known), 2);
    expect(found.levels).toEqual(expected.levels);
    const cells = found.suppressed.map(([row, column]) => [row + 1, column]).sort((a, b) => a[0] - b[0]);
    expect(cells).toEqual(expected['suppressed cells [record, column]']);
  });

  test('its known failure: all sixteen rows of four bits', () => {
    const rows = Array.from({ length: 16 }, (_, at) => [...at.toString(2).padStart(4, '0')]);
    const hierarchies = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, ['0;*', '1;*']]));
    const known = knownFrom({ columns: ['a', 'b', 'c', 'd'], rows, quasi: ['a', 'b', 'c', 'd'], hierarchies });
    expect(muArgus(recodableFrom(known), 2)).toEqual({ levels: [0, 0, 0, 0], suppressed: [] });
    expect(known.classes.count).toBe(golden['mu-argus fails']['records unique in its output']);
  });
});
