// Uniqueness by a few items, against direct counting.
import { seeded } from '../../shared/core/random/random.ts';
import { knownItemFindings } from '../../shared/core/scoring/scoring-findings.ts';
import { ScoringRecords } from '../../shared/core/scoring/scoring-index.ts';

/** `held`: what each record may hold; those of the first letters are published alone. */
const found = (held: readonly (readonly string[])[]) => {
  const open = held.map((items) => items.filter((item) => !item.startsWith('?')));
  const records = ScoringRecords.of(held.map((items) => new Map(items.map((item) => [item.replace('?', ''), 1]))));
  return knownItemFindings(records, (record) => open[record] ?? [], 'seed');
};

test('of 30 made releases everybody with up to three items has all of them known: alone or not is no matter of a draw', () => {
  for (let seed = 0; seed < 30; seed += 1) {
    const random = seeded('known items', String(seed));
    const release = Array.from({ length: 60 }, () => [
      ...new Set(Array.from({ length: random.below(4) }, () => `${random.below(4) === 0 ? '?' : ''}i${random.below(8)}`)),
    ]);
    const alone = release.filter((items) => {
      const known = items.filter((item) => !item.startsWith('?'));
      const holders = release.filter((other) => known.every((item) => other.includes(item) || other.includes(`?${item}`)));
      return known.length > 0 && holders.length === 1;
    });
    const three = found(release).find(({ facts }) => facts === 3);
    expect(three).toMatchObject({ way: 'singled out', confidence: 1, people: alone.length, of: 60, right: alone.length });
  }
});

test('nobody stands alone in a crowd of twins, and each person does who has an item of one’s own', () => {
  expect(found(Array.from({ length: 20 }, () => ['a', 'b', 'c'])).map(({ people }) => people)).toEqual([0, 0, 0]);
  expect(found(Array.from({ length: 20 }, (_, at) => [`own ${at}`])).map(({ people }) => people)).toEqual([20, 20, 20]);
});
