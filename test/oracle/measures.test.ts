import type { Entry, Transaction } from '../../shared/core/model/transaction.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';
import { impliedConstraints, protections } from '../../shared/kinds/set-generalised/core/measure/protections.ts';
import { ItemBook, uniqueness } from '../../shared/kinds/set-generalised/core/measure/uniqueness.ts';
import { isBroken, isBrokenOfNobody, uniqueShare } from './twins/measures.ts';

const ITEMS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const some = (random: Random, share: number): string[] => ITEMS.filter(() => random.unit() < share);

/** An original, a release of it, and what an attack that is right three times of four makes of the release. */
function randomCase(random: Random) {
  const sets = [
    ['a', 'b', 'c'],
    ['d', 'e'],
  ];
  const original: Transaction[] = Array.from({ length: 2 + random.below(9) }, () => ({ items: some(random, 0.45) }));
  const release = original.map(({ items }): Transaction => {
    const alone: Entry[] = items.filter((item) => !sets.some((set) => set.includes(item as string)));
    return { items: [...alone, ...sets.filter((set) => set.some((item) => items.includes(item)))] };
  });
  const attacked = release.map(({ items }, at): Transaction => {
    const stays = (item: string): boolean => (original[at]?.items.includes(item) ? random.unit() < 0.9 : random.unit() < 0.3);
    return { items: items.map((entry) => (typeof entry === 'string' ? entry : entry.filter((item, index) => index === 0 || stays(item)))) };
  });
  return { original, release, attacked };
}

test('protections broken and truly broken: 2,000 releases', () => {
  let broken = 0;
  let [truly, unheld] = [0, 0];
  for (let index = 0; index < 2_000; index += 1) {
    const random = seeded('protections', index);
    const { original, release, attacked } = randomCase(random);
    const constraints = [{ items: some(random, 0.5), k: 2 + random.below(3) }, ...impliedConstraints(release, 3)];
    const found = protections(constraints, release, original)(attacked);
    const places = (truth: readonly Transaction[] | null) =>
      constraints.flatMap((constraint, at) => (isBroken(constraint, release, attacked, truth) ? [at] : []));
    expect({ index, ...found }).toEqual({
      index,
      constraints: constraints.length,
      broken: places(null),
      trulyBroken: places(original),
      unheld: constraints.flatMap((constraint, at) => (isBrokenOfNobody(constraint, release, attacked, original) ? [at] : [])),
      notComputable: [],
    });
    expect(protections(constraints, release, null)(attacked)).toMatchObject({ broken: found.broken, trulyBroken: null });
    broken += found.broken.length;
    truly += found.trulyBroken?.length ?? 0;
    unheld += found.unheld?.length ?? 0;
  }
  expect(truly).toBeGreaterThan(100);
  expect(unheld).toBeGreaterThan(20);
  expect(broken).toBeGreaterThan(truly + 100);
});

test('uniqueness before, after and after with what the original holds: 500 releases, m from 1 to 4', () => {
  let total = 0;
  for (let index = 0; index < 500; index += 1) {
    const random = seeded('uniqueness', index);
    const { original, release, attacked } = randomCase(random);
    const [m, k] = [1 + random.below(4), 1 + random.below(4)];
    const book = new ItemBook();
    for (const [transactions, held] of [
      [release, null],
      [attacked, null],
      [attacked, original],
    ] as const) {
      const share = uniqueness(transactions, { m, k }, held, book);
      expect({ index, m, k, share }).toEqual({ index, m, k, share: uniqueShare(transactions, m, k, held) });
      total += share ?? 0;
    }
  }
  expect(total).toBeGreaterThan(200);
  expect(total).toBeLessThan(1_300);
});
