import { generalise, type Transaction } from '../../shared/core/model/transaction.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { indexRelease, isMuchGeneralised } from '../../shared/kinds/set-generalised/core/calibrated/indexed-release.ts';
import { practiceVerdict, supportsAreMissing } from '../../shared/kinds/set-generalised/core/calibrated/practice-verdict.ts';
import { coat } from '../../shared/kinds/set-generalised/core/coat/coat.ts';
import { randomItems } from '../../shared/kinds/set-generalised/core/coat/policy.ts';
import { practiceNotice } from '../../shared/kinds/set-generalised/publish/notices.ts';

/** Items as rare and as frequent as words are: most in one transaction, some in many. */
function documents(seed: string): Transaction[] {
  const random = seeded('supports', seed);
  return Array.from({ length: 200 }, (_, at) => {
    const items = new Set<string>();
    for (let drawn = 0; drawn < 20; drawn += 1)
      items.add(random.below(2) === 0 ? `own${at}-${drawn}` : `shared${Math.floor(600 * random.unit() * random.unit() * random.unit())}`);
    return { items: [...items] };
  });
}

const missing = (release: readonly Transaction[]): boolean =>
  supportsAreMissing(indexRelease(release, { seed: '1', ordered: true, neighbours: isMuchGeneralised(release) }));

test.each(['a', 'b', 'c'])(
  'an anonymiser that merges rare items with the next more frequent ones leaves a gap, one that merges few does not: draw %s',
  (seed) => {
    const original = documents(seed);
    const protectedBy = (share: number): readonly Transaction[] => {
      const privacy = randomItems(original, share, seed);
      const utility = [[...new Set(original.flatMap(({ items }) => items as string[]))]];
      return generalise(original, coat(original, { k: 4, privacy, utility, maxSuppressed: 0 }));
    };
    expect(missing(original)).toBe(false);
    expect(missing(protectedBy(0.002))).toBe(false);
    expect(missing(protectedBy(0.05))).toBe(true);
  },
);

test.each([
  [{ 1: 99 }, true, false],
  [{ 1: 60, 2: 40 }, true, true],
  [{ 1: 60, 2: 40 }, false, false],
  [{ 1: 100, 3: 1, 7: 50 }, true, true],
  [{ 1: 100, 3: 1, 6: 1, 7: 50 }, true, false],
])('of items in so many transactions %j, with much generalised: %s, a gap: %s', (counts, neighbours, gap) => {
  const supports = Object.entries(counts).flatMap(([support, count]) => Array<number>(count).fill(Number(support)));
  const release = Array.from(
    { length: 10 },
    (_, row): Transaction => ({ items: supports.flatMap((support, item) => ((row + item) % 10 < support ? [`i${item}`] : [])) }),
  );
  expect(supportsAreMissing(indexRelease(release, { seed: '1', ordered: true, neighbours }))).toBe(gap);
});

test('where supports are missing nothing is promised, the bound is widened and the results say why', () => {
  const distance = { area: 0.6, error: 0.02, weights: [1, 1] };
  const alike = practiceVerdict(600, 3, distance, false, false, false, 0.1);
  const gap = practiceVerdict(600, 3, distance, false, true, false, 0.1);
  expect(alike.cannotPromise).toBeNull();
  expect(gap.widened).toBeGreaterThan(4 * alike.widened);
  expect(gap.cannotPromise).toBe('other supports');
  const attack = (practice: typeof gap) => [{ attack: { name: 'calibrated-precise' }, status: 'decided', details: { practice } }] as never;
  expect(practiceNotice(attack(gap), 0.9)[0]?.message).toContain(
    'cannot be promised: much is generalised, and hardly an item is published alone that is in a few transactions',
  );
  expect(practiceNotice(attack(alike), 0.9)[0]?.message).not.toContain('hardly an item');
  const untold = practiceVerdict(600, 3, distance, false, false, true, 0.1);
  expect(practiceNotice(attack(untold), 0.9)[0]?.message).toContain('cannot be promised: too little tells original items from added ones');
});
