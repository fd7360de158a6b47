import { BadInput } from '../../model/bad-input.ts';
import { countRecords, failingRecords, rollUp } from './frequencies.ts';
import { isLess, NodeLoss } from './node-loss.ts';
import { isMonotone, type Recodable, type Requirement } from './recodable.ts';
import { type FoundNode, latticeOf } from './search-lattice.ts';

interface SamaratiSearch {
  /** The least height with a satisfying node; null: there is none. */
  readonly height: number | null;
  readonly ofThatHeight: number;
  /** Those of greatest Prec, lexicographically least first. */
  readonly best: readonly FoundNode[];
}

/** Binary search for the least height at which a node satisfies (Samarati, 2001): right only where generalising keeps what is required. */
export function samarati(data: Recodable, requirement: Requirement, limit: number): SamaratiSearch {
  if (!isMonotone(requirement, limit)) {
    throw new BadInput(
      'samarati searches heights by halves, which needs a requirement that generalising keeps: with suppression only k and distinct l; use lattice',
    );
  }
  const columns = [...data.columns.keys()];
  const lattice = latticeOf(data, columns);
  const base = countRecords(data, requirement);
  const price = new NodeLoss(data, 'prec');
  const heights = lattice.byHeight();
  const satisfyingAt = (height: number, first: boolean): FoundNode[] => {
    const found: FoundNode[] = [];
    for (const node of heights[height] ?? []) {
      const levels = lattice.levels(node);
      const frequencies = rollUp(data, base, columns, levels);
      const failing: number[] = [];
      const suppressed = failingRecords(data, frequencies, requirement, limit, (group) => failing.push(group));
      if (suppressed > limit) continue;
      found.push({ levels, loss: price.of(levels, frequencies, failing), suppressed });
      if (first) break;
    }
    return found;
  };
  let [low, high] = [0, heights.length - 1];
  if (satisfyingAt(high, true).length === 0) return { height: null, ofThatHeight: 0, best: [] };
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (satisfyingAt(middle, true).length > 0) high = middle;
    else low = middle + 1;
  }
  const found = satisfyingAt(low, false);
  const least = found.reduce((best, { loss }) => Math.min(best, loss), Infinity);
  return { height: low, ofThatHeight: found.length, best: found.filter(({ loss }) => !isLess(least, loss)) };
}
