import { mean } from '../../numeric/numeric.ts';
import type { Strategy } from './closeness.ts';

/** Average-based: the mean over all items. */
export const aba: Strategy = (closeness) => mean(closeness);
