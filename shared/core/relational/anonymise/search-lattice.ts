import { BadInput } from '../../model/bad-input.ts';
import { countRecords, type Frequencies, failingRecords, rollUp } from './frequencies.ts';
import { heightOf, Lattice } from './lattice.ts';
import { isLess, type LossName, NodeLoss, needsClasses } from './node-loss.ts';
import { isMonotone, type Recodable, type Requirement } from './recodable.ts';

interface SearchOptions {
  /** The most records that may be suppressed. */
  readonly limit: number;
  readonly loss: LossName;
  /** False: every node is looked at, as an oracle does. */
  readonly prune?: boolean;
}

export interface FoundNode {
  readonly levels: readonly number[];
  readonly loss: number;
  readonly suppressed: number;
}

interface LatticeSearch {
  readonly nodes: number;
  readonly satisfying: number;
  /** Nodes of the full lattice, and of all smaller ones, whose classes were counted. */
  readonly counted: number;
  /** Nothing below them satisfies. */
  readonly minimal: readonly (readonly number[])[];
  /** All nodes of least loss; the first, lexicographically least, is the one to take. Empty: no node satisfies. */
  readonly best: readonly FoundNode[];
}

/** Subsets of quasi-identifiers have lattices of their own; beyond so many nodes of them the full lattice is searched at once. */
const MOST_PROJECTED = 10_000_000;
/** Classes that are kept to roll others up from. */
const MOST_KEPT = 20_000_000;

/**
 * Lattice search as Incognito's (LeFevre et al., 2005): subsets of the quasi-identifiers by size, nodes by height, counts rolled up from a
 * node below. What satisfies marks all above; a node one of whose projections fails is dropped. A requirement that generalising may break
 * (value rules beside suppression) marks and drops nothing.
 */
export function searchLattice(data: Recodable, requirement: Requirement, { limit, loss, prune = true }: SearchOptions): LatticeSearch {
  const all = [...data.columns.keys()];
  const lattice = latticeOf(data, all);
  const monotone = prune && isMonotone(requirement, limit);
  const base = countRecords(data, requirement);
  const state = { counted: 0 };
  const candidates = monotone ? projections(data, requirement, limit, base, lattice, state) : null;
  const price = new NodeLoss(data, loss);
  const wantsCounts = limit > 0 || needsClasses(loss) || !monotone;
  const satisfies = new Uint8Array(lattice.nodes);
  let best: FoundNode[] = [];
  const offer = (found: FoundNode): void => {
    const [held] = best;
    if (held === undefined || isLess(found.loss, held.loss)) best = [found];
    else if (!isLess(held.loss, found.loss)) best.push(found);
  };
  const kept = new Kept(data, base, lattice);
  for (const [height, nodes] of lattice.byHeight().entries()) {
    kept.begin(height);
    for (const node of nodes) {
      const levels = lattice.levels(node);
      const marked = monotone && lattice.below(node, levels).some((below) => satisfies[below] === 1);
      if (!marked && candidates !== null && candidates[node] === 0) continue;
      if (marked && !wantsCounts) {
        satisfies[node] = 1;
        offer({ levels, loss: price.of(levels, null, []), suppressed: 0 });
        continue;
      }
      const frequencies = kept.roll(node, levels, all);
      state.counted += 1;
      const failing: number[] = [];
      const suppressed = failingRecords(data, frequencies, requirement, limit, (group) => failing.push(group));
      if (suppressed > limit) continue;
      satisfies[node] = 1;
      offer({ levels, loss: price.of(levels, frequencies, failing), suppressed });
    }
  }
  best.sort((a, b) => lattice.number(a.levels) - lattice.number(b.levels));
  return {
    nodes: lattice.nodes,
    satisfying: satisfies.reduce((total, each) => total + each, 0),
    counted: state.counted,
    minimal: minimalOf(lattice, satisfies),
    best,
  };
}

export const latticeOf = (data: Recodable, columns: readonly number[]): Lattice =>
  new Lattice(columns.map((column) => data.columns[column]?.hierarchy.top ?? 0));

/** Which nodes of the full lattice are left when all projections on one column less were looked at; all of them if there would be too many. */
function projections(
  data: Recodable,
  requirement: Requirement,
  limit: number,
  base: Frequencies,
  full: Lattice,
  state: { counted: number },
): Uint8Array | null {
  const size = data.columns.length;
  if (full.tops.reduce((product, top) => product * (top + 2), 1) > MOST_PROJECTED) return null;
  // By subset, as bits of the columns: which of its nodes satisfy.
  const known = new Map<number, { readonly lattice: Lattice; readonly satisfies: Uint8Array }>();
  const masks = Array.from({ length: (1 << size) - 2 }, (_, at) => at + 1).sort((a, b) => bits(a) - bits(b) || a - b);
  for (const mask of masks) {
    const columns = [...data.columns.keys()].filter((at) => (mask >> at) & 1);
    const lattice = latticeOf(data, columns);
    const satisfies = new Uint8Array(lattice.nodes);
    const start = rollUp(
      data,
      base,
      columns,
      columns.map(() => 0),
    );
    const kept = new Kept(data, start, lattice);
    for (const [height, nodes] of lattice.byHeight().entries()) {
      kept.begin(height);
      for (const node of nodes) {
        const levels = lattice.levels(node);
        if (lattice.below(node, levels).some((below) => satisfies[below] === 1)) {
          satisfies[node] = 1;
          continue;
        }
        if (!survives(mask, columns, levels, known)) continue;
        state.counted += 1;
        if (failingRecords(data, kept.roll(node, levels, columns), requirement, limit) <= limit) satisfies[node] = 1;
      }
    }
    known.set(mask, { lattice, satisfies });
  }
  const mask = (1 << size) - 1;
  const left = new Uint8Array(full.nodes);
  for (let node = 0; node < full.nodes; node += 1) left[node] = survives(mask, [...data.columns.keys()], full.levels(node), known) ? 1 : 0;
  return left;
}

function survives(
  mask: number,
  columns: readonly number[],
  levels: readonly number[],
  known: ReadonlyMap<number, { readonly lattice: Lattice; readonly satisfies: Uint8Array }>,
): boolean {
  if (columns.length === 1) return true;
  return columns.every((column, at) => {
    const { lattice, satisfies } = known.get(mask & ~(1 << column)) as { lattice: Lattice; satisfies: Uint8Array };
    return satisfies[lattice.number(levels.toSpliced(at, 1))] === 1;
  });
}

const bits = (mask: number): number => {
  let count = 0;
  for (let left = mask; left > 0; left >>= 1) count += left & 1;
  return count;
};

/** Frequencies of this height and the one below, as many as fit: the smallest of those below is rolled up. */
class Kept {
  readonly #data: Recodable;
  readonly #base: Frequencies;
  readonly #lattice: Lattice;
  #below = new Map<number, Frequencies>();
  #here = new Map<number, Frequencies>();
  #classes = 0;

  constructor(data: Recodable, base: Frequencies, lattice: Lattice) {
    this.#data = data;
    this.#base = base;
    this.#lattice = lattice;
  }

  begin(height: number): void {
    this.#below = height === 0 ? new Map() : this.#here;
    this.#here = new Map();
    this.#classes = 0;
    for (const { count } of this.#below.values()) this.#classes += count;
  }

  roll(node: number, levels: readonly number[], columns: readonly number[]): Frequencies {
    let from = this.#base;
    for (const below of this.#lattice.below(node, levels)) {
      const known = this.#below.get(below);
      if (known !== undefined && known.count < from.count) from = known;
    }
    const found = heightOf(levels) === 0 ? this.#base : rollUp(this.#data, from, columns, levels);
    if (this.#classes + found.count <= MOST_KEPT) {
      this.#here.set(node, found);
      this.#classes += found.count;
    }
    return found;
  }
}

function minimalOf(lattice: Lattice, satisfies: Uint8Array): (readonly number[])[] {
  const minimal: (readonly number[])[] = [];
  const satisfiedBelow = new Uint8Array(lattice.nodes);
  // Numbers of what lies below are less, so one pass in order is enough.
  for (let node = 0; node < lattice.nodes; node += 1) {
    const levels = lattice.levels(node);
    if (lattice.below(node, levels).some((below) => satisfies[below] === 1 || satisfiedBelow[below] === 1)) satisfiedBelow[node] = 1;
    else if (satisfies[node] === 1) minimal.push(levels);
  }
  return minimal;
}

/** MinGen looks at every node and rolls nothing up cleverly: an exact minimum, up to so many nodes. */
const MINGEN_NODES = 100_000;

export function mingen(data: Recodable, requirement: Requirement, limit: number): LatticeSearch {
  const { nodes } = latticeOf(data, [...data.columns.keys()]);
  if (nodes > MINGEN_NODES)
    throw new BadInput(`mingen looks at every node, and there are ${nodes}: at most ${MINGEN_NODES}; lattice finds the same minimum`);
  return searchLattice(data, requirement, { limit, loss: 'prec', prune: false });
}
