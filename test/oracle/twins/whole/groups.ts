// Groups with sensitive items: holders are dealt in every possible way, and those named are counted over every order of equals.
import { countsOver } from '../../../helpers/counts-over.ts';
import { mean, orders, some, sum, WORTH } from './by-hand.ts';
import { distanceIn, subsetsOfSize } from './counts.ts';
import { type Figure, trials, type WholeTwin } from './twin.ts';

interface Group {
  readonly transactions: readonly (readonly string[])[];
  /** By transaction. */
  readonly holds: readonly (readonly string[])[];
}

const QUASI = ['milk', 'wine', 'meat', 'cream', 'tea', 'salt', 'rice'];
const SENSITIVE = ['viagra', 'test'];

export const groupsTwin: WholeTwin = {
  kind: 'groups',
  tables: ['trials'],
  draw(random) {
    const groups = Array.from({ length: 1 + random.below(5) }, (): Group => {
      const size = 2 + random.below(4);
      const transactions = Array.from({ length: size }, () => some(random, QUASI, 0.45));
      return { transactions, holds: transactions.map(() => some(random, SENSITIVE, 0.3)) };
    });
    const documents = Array.from({ length: 40 }, () => some(random, [...QUASI, ...SENSITIVE, 'other'], 0.3).join(' '));
    const original = random.unit() < 0.8;
    return {
      audit: {
        release: JSON.stringify({
          groups: groups.map((group) => ({
            transactions: group.transactions,
            sensitive: Object.fromEntries(SENSITIVE.map((item) => [item, countOf(group, item)] as const).filter(([, count]) => count > 0)),
          })),
        }),
        original: original
          ? groups
              .flatMap(({ transactions, holds }, cluster) =>
                transactions.map((items, at) => `${JSON.stringify({ cluster, items: [...items, ...(holds[at] as string[])] })}\n`),
              )
              .join('')
          : null,
        request: { kind: 'groups', sources: ['corpus'] },
        sources: [countsOver(documents)],
      },
      checks: [trials(expectedOf(groups, original, documents))],
    };
  },
};

const countOf = ({ holds }: Group, item: string): number => holds.filter((own) => own.includes(item)).length;

function expectedOf(groups: readonly Group[], original: boolean, documents: readonly string[]) {
  const rows = new Map<string, Record<string, Figure>>();
  const people = sum(groups.map(({ transactions }) => transactions.length));
  const told = SENSITIVE.flatMap((item) =>
    groups.filter((group) => countOf(group, item) > 0).map((group) => ({ item, group, count: countOf(group, item) })),
  );
  if (told.length === 0) {
    for (const attack of ['group', 'learned', 'semantic-aba', 'semantic-rga', 'semantic-mra'])
      rows.set(attack, { status: 'not computable' });
    return rows;
  }
  const all = sum(told.map(({ count }) => count));
  const byChance = sum(told.map(({ group, count }) => (count * count) / group.transactions.length)) / all;
  rows.set('group', {
    status: 'decided',
    value: byChance,
    greatest: Math.max(...told.map(({ group, count }) => count / group.transactions.length)),
    baseline_value: sum(SENSITIVE.map((item) => sum(groups.map((group) => countOf(group, item))) ** 2 / people)) / all,
  });
  const named = (scores: (item: string, group: Group) => readonly (number | null)[]): Record<string, Figure> => ({
    status: 'decided',
    value:
      sum(
        told.map(({ item, group, count }) =>
          rightOf(
            scores(item, group),
            group.holds.map((own) => own.includes(item)),
            count,
          ),
        ),
      ) / all,
    baseline_value: byChance,
  });
  const learned = new Map(SENSITIVE.map((item) => [item, learn(groups, item)]));
  if (original)
    rows.set(
      'learned',
      named((item, group) => learned.get(item)?.get(group) as number[]),
    );
  const distance = distanceIn(documents);
  const known = told.some(({ item, group }) => group.transactions.flat().some((quasi) => distance(item, quasi) !== null));
  for (const [attack, worth] of Object.entries(WORTH))
    rows.set(
      `semantic-${attack}`,
      !original || !known
        ? { status: 'not computable' }
        : named((item, group) =>
            group.transactions.map((items) => {
              const far = items.map((quasi) => distance(item, quasi)).filter((each) => each !== null);
              return far.length === 0 ? null : -worth(far);
            }),
          ),
    );
  return rows;
}

/** Expected holders among the first, averaged over all orders of tied scores; missing scores come last. */
function rightOf(scores: readonly (number | null)[], holds: readonly boolean[], count: number): number {
  const worth = (member: number): number => scores[member] ?? -1e9;
  const allowed = [...orders([...scores.keys()])].filter((order) =>
    order.every((member, at) => at === 0 || worth(order[at - 1]) >= worth(member) - 1e-9),
  );
  return mean(allowed.map((order) => order.slice(0, count).filter((member) => holds[member]).length));
}

/** Twenty rounds of naive Bayes on the other groups; inclusion by adding up every set of members that may be the holders. */
function learn(groups: readonly Group[], item: string): Map<Group, number[]> {
  const counts = new Map(groups.map((group) => [group, countOf(group, item)]));
  let chances = new Map(
    groups.map((group) => [group, group.transactions.map(() => (counts.get(group) as number) / group.transactions.length)]),
  );
  for (let round = 0; round < 20; round += 1) {
    const before = chances;
    chances = new Map(
      groups.map((group) => {
        const others = groups
          .filter((other) => other !== group)
          .flatMap((other) => other.transactions.map((items, at) => ({ items, chance: before.get(other)?.[at] as number })));
        const expected = sum(others.map(({ chance }) => chance));
        const weight = (quasi: string): number => {
          const holders = others.filter(({ items }) => items.includes(quasi));
          const a = sum(holders.map(({ chance }) => chance));
          return Math.log((a + 0.5) / (expected + 1)) - Math.log((holders.length - a + 0.5) / (others.length - expected + 1));
        };
        const odds = group.transactions.map((items) => Math.exp(sum(items.map(weight))));
        const sets = subsetsOfSize([...group.transactions.keys()], counts.get(group) as number);
        const product = (members: readonly number[]): number => members.reduce((total, member) => total * odds[member], 1);
        const whole = sum(sets.map(product));
        return [group, group.transactions.map((_, at) => sum(sets.filter((members) => members.includes(at)).map(product)) / whole)];
      }),
    );
  }
  return chances;
}
