import { seeded } from '../../shared/core/random/random.ts';
import type { TableEvidence } from '../../shared/kinds/set-generalised/core/calibrated/evidence.ts';
import { judgedMoments, practiceDistance } from '../../shared/kinds/set-generalised/core/calibrated/practice-verdict.ts';
import { scalingOf } from '../../shared/kinds/set-generalised/core/calibrated/scaling.ts';

test('where every table of the release is told from practice the area is 1, and its error a number: no rounding beyond it', () => {
  const random = seeded('apart');
  const table = (rows: number, mean: number): TableEvidence => ({
    key: '',
    rows,
    columns: 2,
    values: Float64Array.from({ length: 2 * rows }, () => mean + random.unit()),
    alike: new Float64Array(),
  });
  const columns = [{ name: 'one', kind: 'outside' as const }];
  for (let count = 17; count < 60; count += 1) {
    // Shapes that are as frequent in both by weights that are no whole numbers.
    const practice = Array.from({ length: 3 * count }, (_, at) => table(2 + (at % 3), 0));
    const release = Array.from({ length: count }, (_, at) => table(2 + (at % 7 < 4 ? 0 : at % 3), 9));
    const distance = practiceDistance(practice, release, judgedMoments(columns, scalingOf([...practice, ...release], [0])));
    expect(distance?.area).toBeLessThanOrEqual(1);
    expect(distance?.area).toBeCloseTo(1, 9);
    expect(distance?.error).toBeCloseTo(0, 6);
  }
});
