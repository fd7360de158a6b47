import type { PointValue } from '../../../app/experiment/point.ts';
import { numberSetting, type PointSettings } from '../../../app/experiment/settings.ts';
import { TABLE_ATTACKS } from '../../../core/attack/attacks.ts';
import { seeded } from '../../../core/random/random.ts';
import { ATTACKED_WITH } from './attack-point.ts';

/** Milliseconds that each attack takes on one random square table of `size` rows: the best of three. */
export function tableTimePoint(settings: PointSettings, seed: string, now: () => number): PointValue[] {
  const size = numberSetting(settings, 'size');
  const random = seeded(seed, 'table', size);
  const table = { rows: size, columns: size, cells: Float64Array.from({ length: size * size }, () => 0.2 + random.unit()) };
  return TABLE_ATTACKS.filter(({ name }) => ATTACKED_WITH.some((each) => each === name)).map((attack) => {
    const times = [0, 1, 2].map(() => {
      const started = now();
      attack.run(table, { seed });
      return now() - started;
    });
    return { series: attack.name, measure: 'milliseconds', value: Math.min(...times) };
  });
}
