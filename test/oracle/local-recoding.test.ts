// Local recoding: every class holds, nobody is left out beyond the limit, and it never loses more than one node for all; weights against sums by hand.
import { seeded } from '../../shared/core/random/random.ts';
import { recodeLocally } from '../../shared/kinds/relational/core/anonymise/local-recoding.ts';
import { makeTableRelease } from '../../shared/kinds/relational/core/anonymise/make-release.ts';
import { recodableOf, requirementOf } from '../../shared/kinds/relational/core/anonymise/recodable.ts';
import { searchLattice } from '../../shared/kinds/relational/core/anonymise/search-lattice.ts';
import { checkTable, knownTable } from '../../shared/kinds/relational/core/check/check-table.ts';
import type { TableClaim } from '../../shared/kinds/relational/core/model/roles.ts';
import { hierarchyFrom, knownFrom, recodableFrom } from '../helpers/relational.ts';

const CLAIMS: readonly TableClaim[] = [
  { k: 3 },
  { k: 2, l: { form: 'distinct', l: 2 } },
  { k: 2, t: { distance: 'equal', t: 0.4 } },
  { k: 3, alpha: { most: 0.6 }, l: { form: 'entropy', l: 1.5 } },
];
const QUASI = ['a', 'b', 'c'];
const LINES = QUASI.map((name) => Array.from({ length: 8 }, (_, at) => `${name}${at};${name}:${at >> 1};${name}::${at >> 2};*`));

function randomTable(seed: number, claim: TableClaim) {
  const random = seeded('local recoding', seed);
  const rows = Array.from({ length: 20 + random.below(60) }, () => [
    ...QUASI.map((name) => `${name}${Math.floor(8 * random.unit() ** 2)}`),
    `v${random.below(3)}`,
  ]);
  const hierarchies = Object.fromEntries(QUASI.map((name, at) => [name, LINES[at] ?? []]));
  return knownFrom({ columns: [...QUASI, 'value'], rows, quasi: QUASI, sensitive: 'value', hierarchies, claim });
}

test.each(CLAIMS)('%j: holds, within the limit, and loses no more than the global node', (claim) => {
  let [better, compared] = [0, 0];
  for (let seed = 0; seed < 25; seed += 1) {
    const known = randomTable(seed, claim);
    const data = recodableFrom(known);
    const requirement = requirementOf(claim, known.sensitive);
    for (const limit of [0, 3]) {
      const [global] = searchLattice(data, requirement, { limit, loss: 'ncp' }).best;
      const found = recodeLocally(data, requirement, limit, 'ncp');
      if (found === null) {
        expect(global).toBeUndefined();
        continue;
      }
      const published = found.parts.flatMap(({ records }) => [...records]);
      expect([...published, ...found.suppressed].sort((a, b) => a - b)).toEqual([...data.columns[0].leaf.keys()]);
      expect(found.suppressed.length).toBeLessThanOrEqual(limit);
      // The loss is that of the cells as they are published.
      let total = found.suppressed.length;
      for (const { records, levels } of found.parts)
        for (const row of records)
          for (const [at, level] of levels.entries()) {
            const { leaves, hierarchy, leaf } = data.columns[at];
            const covered = leaves[level][hierarchy.codes[level][leaf[row]]];
            total += covered <= 1 ? 0 : covered / hierarchy.values.length / QUASI.length;
          }
      expect(found.loss).toBeCloseTo(total / data.rows, 9);
      if (global !== undefined) {
        compared += 1;
        expect(found.loss).toBeLessThanOrEqual(global.loss + 1e-9);
        if (found.loss < global.loss - 1e-9) better += 1;
      }
      const made = makeTableRelease(known, {
        method: 'lattice',
        limit,
        loss: 'ncp',
        local: true,
        seed: 's',
        order: 'shuffle',
        suppressed: 'drop',
      });
      const claims = checkTable(knownTable(made.table, known.roles, known.hierarchies)).claims;
      // Shares of the whole file move with suppressed records, as in every method.
      if (claim.t === undefined || made.suppressed.length === 0) expect(claims.every(({ holds }) => holds === true)).toBe(true);
    }
  }
  expect(compared).toBeGreaterThan(20);
  expect(better).toBeGreaterThan(5);
});

test('a column of weight stays finer: the loss is the weighted mean', () => {
  const known = randomTable(1, { k: 2 });
  const trees = LINES.map(hierarchyFrom);
  const requirement = requirementOf({ k: 2 }, known.sensitive);
  for (const heavy of QUASI.keys()) {
    const weights = QUASI.map((_, at) => (at === heavy ? 1000 : 1));
    const data = recodableOf(known.quasi, trees, known.sensitive, known.table.rows, weights);
    const plain = recodableOf(known.quasi, trees, known.sensitive, known.table.rows);
    const weighted = searchLattice(data, requirement, { limit: 0, loss: 'prec' }).best[0];
    const least = Math.min(
      ...searchLattice(plain, requirement, { limit: 0, loss: 'height', prune: false }).minimal.map((levels) => levels[heavy] ?? 0),
    );
    expect(weighted.levels[heavy]).toBe(least);
    const mean = weighted.levels.reduce((sum, level, at) => sum + (weights[at] * level) / 3, 0) / 1002;
    expect(weighted.loss).toBeCloseTo(mean, 12);
  }
});
