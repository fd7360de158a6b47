import { BadInput } from '../../../../core/model/bad-input.ts';
import { compareCodePoints } from '../../../../core/model/code-points.ts';
import { indexItems } from '../../../../core/model/item-index.ts';
import type { Generalisation, Transaction } from '../../../../core/model/transaction.ts';
import { Groups, type SemanticDistance, SUPPRESSED } from './groups.ts';
import { HeldTogether } from './held-together.ts';
import { findPartner, type Workspace } from './partner.ts';
import { type PrivacyConstraint, type UtilityConstraint, uniteSets } from './policy.ts';

interface CoatSettings {
  readonly k: number;
  readonly privacy: readonly PrivacyConstraint[];
  readonly utility: readonly UtilityConstraint[];
  /** Maximum share of distinct items that may be suppressed. */
  readonly maxSuppressed: number;
  /** Weights the loss of a generalised item by the mean distance of its members; default weight 1. */
  readonly semantic?: SemanticDistance;
}

/**
 * COAT (Loukides, Gkoulalas-Divanis and Malin, 2011): generalise within the utility constraints, or suppress, until every
 * privacy constraint and each of its subsets is supported k times or not at all. The constraints are gone through in
 * their order, each until it is satisfied, and again while any is not: a merge can give a subset of an earlier
 * constraint its first few transactions. Each step merges two groups or suppresses one, so it ends.
 */
export function coat(transactions: readonly Transaction[], settings: CoatSettings): Generalisation {
  const index = indexItems(transactions);
  const groups = new Groups(index, uniteSets(settings.utility), settings.semantic);
  const space: Workspace = {
    classOf: new Uint32Array(index.transactions),
    classInside: new Uint32Array(index.transactions),
    isIn: new Uint8Array(index.transactions),
    overlap: new Uint32Array(index.names.length),
    promising: new Uint32Array(index.names.length),
  };
  const constraints = settings.privacy.map((constraint) => ({
    constraint,
    items: [...new Set(constraint.items)].map((item) => index.numberOf.get(item)).filter((item) => item !== undefined),
  }));
  for (let again = true; again; ) {
    again = false;
    for (const [at, { constraint, items }] of constraints.entries()) {
      for (let weak = weakest(groups, items, settings.k, space); weak !== null; weak = weakest(groups, items, settings.k, space)) {
        again = true;
        const partner = findPartner(groups, weak.group, weak.together, settings.k, space);
        if (partner !== null) groups.merge(weak.group, partner);
        else suppress(groups, weak.group, settings, constraint, at);
      }
    }
  }
  return outcome(groups);
}

/** Least supported group in an unsatisfied subset (ties by place); null if the constraint is satisfied. */
function weakest(groups: Groups, items: readonly number[], k: number, space: Workspace) {
  const together = [...new Set(items.map((item) => groups.groupOf[item]))].filter((group) => group !== SUPPRESSED);
  const held = new HeldTogether(
    together.map((group) => groups.lists[group]),
    space.classOf,
  );
  const unsatisfied = held.below(k, held.counts());
  held.release();
  // An unsatisfied subset is contained in an unsatisfied class.
  const inside = together.filter((_, bit) => unsatisfied.some((which) => held.holds(which, bit)));
  const group = inside.reduce<number | null>(
    (least, each) => (least === null || groups.supports[each] < groups.supports[least] ? each : least),
    null,
  );
  return group === null ? null : { group, together };
}

function suppress(groups: Groups, group: number, { maxSuppressed }: CoatSettings, constraint: PrivacyConstraint, at: number): void {
  const after = groups.suppressed + groups.members(group).length;
  const items = groups.index.names.length;
  if (after > maxSuppressed * items + 1e-9) {
    throw new BadInput(
      `privacy constraint ${at + 1} cannot be satisfied: ${after} of ${items} items would have to be suppressed, ` +
        `and at most ${maxSuppressed} of them may be. Wider utility constraints, a smaller k or a higher limit would allow it`,
      constraint.place,
    );
  }
  groups.suppress(group);
}

function outcome(groups: Groups): Generalisation {
  const { names } = groups.index;
  const nameOf = (item: number): string => names[item];
  const standsFor = new Map<string, string | readonly string[] | null>();
  for (const [item, name] of names.entries()) {
    const group = groups.groupOf[item];
    if (group === SUPPRESSED) standsFor.set(name, null);
    else if (group === item && groups.members(group).length > 1) {
      const members = groups.members(group).map(nameOf).sort(compareCodePoints);
      for (const member of members) standsFor.set(member, members);
    } else if (groups.members(group).length === 1) standsFor.set(name, name);
  }
  return standsFor;
}
