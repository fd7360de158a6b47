import { powerOfTwo } from '../../numeric/numeric.ts';
import { countOf } from './supports.ts';

/** What generalised items cost, in units that bear comparison only: members times transactions, as NCP counts, and COAT's utility loss. */
export interface GroupLosses {
  readonly penalty: number;
  readonly utilityLoss: number;
}

export function groupLosses(groups: readonly (readonly number[])[], lists: readonly Uint32Array[]): GroupLosses {
  let [penalty, utilityLoss] = [0, 0];
  for (const members of groups) {
    const rows = countOf(members, lists);
    penalty += members.length * rows;
    utilityLoss += (powerOfTwo(members.length) - 1) * rows;
  }
  return { penalty, utilityLoss };
}

/** The losses of all, where some generalised items took the place of others. */
export const grown = (all: GroupLosses, before: GroupLosses, after: GroupLosses): GroupLosses => ({
  penalty: all.penalty - before.penalty + after.penalty,
  utilityLoss: all.utilityLoss - before.utilityLoss + after.utilityLoss,
});

/** What they may cost: so many times what others do. */
export class Limits {
  readonly #most: readonly GroupLosses[];

  constructor(...of: readonly { readonly losses: GroupLosses; readonly times: number }[]) {
    this.#most = of.map(({ losses: { penalty, utilityLoss }, times }) => ({ penalty: times * penalty, utilityLoss: times * utilityLoss }));
  }

  allow({ penalty, utilityLoss }: GroupLosses): boolean {
    return this.#most.every((most) => penalty <= most.penalty && utilityLoss <= most.utilityLoss);
  }
}
