import { densityOf, reassociationPoint } from '../../shared/app/disassociated/experiment.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { randomRecords } from '../helpers/disassociation-data.ts';

const records = randomRecords(seeded('experiment'), { records: 300, terms: 40, longest: 6 });
const setting = { k: 3, m: 2, maxCluster: 25, seed: 'unveil' };

test('a point of the re-association curves: every rate beside its random expectation, none above its best', async () => {
  const results = await reassociationPoint(records, setting, { sources: [], embeddings: null, smoothing: 'cautious' });
  expect(results.map(({ attack }) => attack.name)).toEqual(['optimal', 'aba', 'rga', 'mra', 'random']);
  for (const { rates, breakage, exposed } of results) {
    for (const { value, random, best } of Object.values(rates)) {
      expect(random).not.toBeNull();
      expect(value ?? 2).toBeLessThanOrEqual((best ?? 0) + 1e-12);
      expect(best ?? 2).toBeLessThanOrEqual(1);
    }
    for (const share of [breakage, exposed]) expect(share ?? 2).toBeLessThanOrEqual(1);
  }
});

test('density is mean length by distinct terms', () => {
  expect(densityOf([['a', 'b'], ['a'], ['c', 'a', 'b']])).toBeCloseTo(2 / 3, 12);
});
