import type { Expected, Range } from '../../../core/attack/calibrated/outlook.ts';

/** What a calibrated attack says of itself where there is no original. */
export interface Outlooks {
  readonly expected?: Expected;
  readonly range?: Range;
  readonly estimatedDensity?: number;
}
