// delta-presence as a goal against every node counted by hand, and top and bottom coding against the numbers themselves.
import { seeded } from '../../shared/core/random/random.ts';
import { keepsPresence } from '../../shared/kinds/relational/core/anonymise/keep-presence.ts';
import { makeTableRelease } from '../../shared/kinds/relational/core/anonymise/make-release.ts';
import { requirementOf } from '../../shared/kinds/relational/core/anonymise/recodable.ts';
import { searchLattice } from '../../shared/kinds/relational/core/anonymise/search-lattice.ts';
import { knownTable } from '../../shared/kinds/relational/core/check/check-table.ts';
import { presenceIn } from '../../shared/kinds/relational/core/check/presence.ts';
import { tableOf, valueAt } from '../../shared/kinds/relational/core/model/table.ts';
import { knownFrom, recodableFrom } from '../helpers/relational.ts';

const OPTIONS = { method: 'lattice', limit: null, loss: 'prec', seed: 's', order: 'keep', suppressed: 'drop' } as const;

test('delta-presence: nodes, minima and the release are those found by counting both tables', () => {
  let [satisfied, made] = [0, 0];
  for (let seed = 0; seed < 40; seed += 1) {
    const random = seeded('presence goal', seed);
    const people = Array.from({ length: 40 }, () => [`a${random.below(4)}`, `b${random.below(4)}`]);
    const inside = people.filter(() => random.unit() < 0.5);
    const lines = (name: string): string[] => Array.from({ length: 4 }, (_, at) => `${name}${at};${name}:${at >> 1};*`);
    const hierarchies = { a: lines('a'), b: lines('b') };
    const delta = { min: random.below(2) === 0 ? 0 : 0.2, max: 0.7 };
    const claim = { k: 2, delta };
    const rows = inside.map((cells) => [...cells, 'v']);
    const known = knownFrom({ columns: ['a', 'b', 'value'], rows, quasi: ['a', 'b'], sensitive: 'value', hierarchies, claim });
    const open = tableOf(['a', 'b'], people);
    const label = (value: string, level: number): string =>
      hierarchies[value[0] as 'a' | 'b'].find((line) => line.startsWith(`${value};`))?.split(';')[level] ?? '';
    const wanted: string[] = [];
    for (let a = 0; a < 3; a += 1)
      for (let b = 0; b < 3; b += 1) {
        const cells = ([one = '', two = '']: readonly string[]): string => `${label(one, a)} ${label(two, b)}`;
        const shares = [...Map.groupBy(people, cells)].map(([key, all]) => {
          const own = inside.filter((each) => cells(each) === key).length;
          return { own, share: own / all.length };
        });
        if (shares.every(({ own, share }) => (own === 0 || own >= 2) && share >= delta.min && share <= delta.max)) wanted.push(`${a},${b}`);
      }
    satisfied += wanted.length;
    const data = recodableFrom(known);
    const found = searchLattice(data, requirementOf(claim, known.sensitive), {
      limit: 0,
      loss: 'prec',
      accept: keepsPresence(data, open, delta),
    });
    expect(found.satisfying).toBe(wanted.length);
    if (found.best[0] !== undefined) expect(wanted).toContain(found.best[0].levels.join());
    if (wanted.length === 0) {
      expect(() => makeTableRelease(known, { ...OPTIONS, open })).toThrow(/within the claim of delta-presence/);
      continue;
    }
    const release = makeTableRelease(known, { ...OPTIONS, open });
    expect(presenceIn(knownTable(release.table, known.roles, known.hierarchies), open, delta).failing).toEqual([]);
    made += 1;
  }
  expect(satisfied).toBeGreaterThan(40);
  expect(made).toBeGreaterThan(5);
});

test('top and bottom coding: one value from the bound on, whichever hierarchy is above', () => {
  const ages = [17, 18, 25, 26, 27, 64, 66, 79, 80, 81, 95, 21, 28, 65, 72];
  const lines = ages.map((age) => `${age};${Math.floor(age / 10)}0s;*`);
  for (const claim of [{ k: 1, l: { form: 'distinct', l: 1 } as const }, { k: 2 }, { k: 5 }]) {
    const given = knownFrom({
      columns: ['age', 'value'],
      rows: ages.map((age) => [String(age), 'v']),
      quasi: ['age'],
      sensitive: 'value',
      hierarchies: { age: lines },
      types: { age: 'number' },
      claim,
    });
    const age = given.roles.columns.get('age');
    if (age === undefined) throw new Error('no age');
    const roles = { ...given.roles, columns: new Map([...given.roles.columns, ['age', { ...age, top: 80, bottom: 20 }]]) };
    const known = { ...given, roles };
    const { table } = makeTableRelease(known, OPTIONS);
    const cells = ages.map((_, row) => valueAt(table.columns[0], row));
    const coded = ages.map((each) => (each >= 80 ? '>=80' : each <= 20 ? '<=20' : null));
    // On the top all are *; below it an end is never anything but itself, and nobody else has it.
    for (const [row, end] of coded.entries()) {
      if (cells[row] === '*') continue;
      if (end === null) expect(cells[row]).not.toMatch(/[<>]/);
      else expect(cells[row]).toBe(end);
    }
    if (claim.k < 3) expect(cells.filter((cell) => cell === '>=80').length).toBe(3);
    expect(() => makeTableRelease(known, { ...OPTIONS, method: 'mondrian' })).toThrow(/not for mondrian/);
  }
});
