// Naming holders by rank and linking by known items, against slow, obvious forms.

import { seeded } from '../../shared/core/random/random.ts';
import { expectedHits } from '../../shared/core/statistics/expected-hits.ts';
import { makeGroups } from '../../shared/kinds/groups/core/cahd.ts';
import { groupFindings } from '../../shared/kinds/groups/core/group-findings.ts';
import { checkDegree, differencesFrom } from '../../shared/kinds/groups/core/grouped-release.ts';
import { LinkIndex } from '../../shared/kinds/groups/core/link-index.ts';
import { linkByQuasi } from './twins/link-by-quasi.ts';

/** All permutations. */
function* orders(members: readonly number[]): Generator<readonly number[]> {
  if (members.length === 0) yield [];
  for (const first of members) for (const rest of orders(members.filter((each) => each !== first))) yield [first, ...rest];
}

test('expected holders among the first: the mean over all orders in which no member stands behind one of lower score', () => {
  const random = seeded('hits');
  for (let round = 0; round < 150; round += 1) {
    const size = 1 + random.below(5);
    const scores = Array.from({ length: size }, () => (random.below(5) === 0 ? Number.NaN : random.below(3)));
    const holds = scores.map(() => random.below(2) === 0);
    const count = random.below(size + 1);
    const worth = (member: number): number => (Number.isNaN(scores[member]) ? -1 : scores[member]);
    const allowed = [...orders([...scores.keys()])].filter((order) =>
      order.every((member, place) => place === 0 || worth(order[place - 1]) >= worth(member)),
    );
    const hits = allowed.map((order) => order.slice(0, count).filter((member) => holds[member]).length);
    expect(expectedHits(scores, holds, count)).toBeCloseTo(hits.reduce((a, b) => a + b, 0) / hits.length, 9);
  }
});

const records = (seed: string, size: number): { readonly items: readonly string[] }[] => {
  const random = seeded(seed);
  return Array.from({ length: size }, () => ({
    items: ['a', 'b', 'c', 'd', 'e', 'f', 's', 't'].filter((item) => random.below(item === 's' || item === 't' ? 12 : 3) === 0),
  }));
};

/** A p that its refusal does not come from, as the rarest item decides. */
const degreeOf = (made: readonly { readonly items: readonly string[] }[]): number => {
  const most = Math.max(...['s', 't'].map((item) => made.filter(({ items }) => items.includes(item)).length));
  return Math.min(4, Math.floor(made.length / Math.max(1, most)));
};

test('200 releases: the checks, which are not the anonymiser, hold; links equal the slow form', () => {
  let checked = 0;
  for (let round = 0; round < 200; round += 1) {
    const transactions = records(`groups ${round}`, 20 + (round % 40));
    const sensitive = ['s', 't'].filter((item) => transactions.some(({ items }) => items.includes(item)));
    const p = degreeOf(transactions);
    if (sensitive.length === 0 || p < 2) continue;
    checked += 1;
    const { release, original } = makeGroups(transactions, sensitive, { p, alpha: 3, seed: 'x', order: 'shuffle' });
    expect(checkDegree(release, p)).toEqual([]);
    expect(differencesFrom(release, original)).toEqual([]);
    const index = new LinkIndex(release);
    for (const known of [['a'], ['b', 'c'], ['a', 'd', 'e']]) {
      const [fast, slow] = [index.link(known), linkByQuasi(release, known)];
      expect(fast.matches).toBe(slow.matches);
      for (const [item, probability] of slow.probability) expect(fast.probability.get(item) ?? 0).toBeCloseTo(probability, 9);
    }
  }
  expect(checked).toBeGreaterThan(150);
});

test('the order of transactions in a group changes no figure; a source that knows the holders names them all', () => {
  const transactions = Array.from({ length: 120 }, (_, at) => ({ items: [`q${at % 30}`, `r${at % 7}`, ...(at % 30 === 0 ? ['s'] : [])] }));
  const made = ['shuffle', 'keep'] as const;
  const [shuffled, kept] = made.map((order) => {
    const { release, original, groupOf } = makeGroups(transactions, ['s'], { p: 3, alpha: 3, seed: 'x', order });
    const holders = release.groups.map(({ transactions: published }, group) => {
      const own = original.filter((_, t) => groupOf[t] === group);
      return published.map((items) => {
        const at = own.findIndex(({ quasi }) => JSON.stringify(quasi) === JSON.stringify(items));
        return own.splice(at, 1)[0]?.sensitive ?? [];
      });
    });
    const near = (_: string, quasi: string): number => (quasi === 'q0' ? 1 : 0);
    const placings = [{ name: 'known', worth: (each: readonly number[]) => Math.max(...each) }];
    return groupFindings(release, { holders, near, placings, seed: 'x' });
  });
  const figures = (found: typeof kept) =>
    found?.trials.filter(({ attack }) => attack !== 'link').map(({ attack, value }) => [attack, value]);
  expect(figures(shuffled)).toEqual(figures(kept));
  expect(shuffled?.items[0]).toMatchObject({ item: 's', total: 4, right: { known: 1 } });
  expect(shuffled?.trials.find(({ attack }) => attack === 'known')?.baseline?.value).toBeLessThan(0.4);
});
