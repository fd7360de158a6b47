import { BadInput } from '../../../../core/model/bad-input.ts';
import { countRecords, type Frequencies, failingRecords, rollUp } from './frequencies.ts';
import { heightOf, Lattice } from './lattice.ts';
import type { LossName } from './methods.ts';
import { isLess, NodeLoss, needsClasses } from './node-loss.ts';
import { isMonotone, type Recodable, type Requirement } from './recodable.ts';

interface SearchOptions {
  /** The most records that may be suppressed. */
  readonly limit: number;
  readonly loss: LossName;
  /** False: examine every node (for oracles). */
  readonly prune?: boolean;
  /** A further condition on nodes, which generalising may break. */
  readonly accept?: ((levels: readonly number[]) => boolean) | undefined;
}

export interface FoundNode {
  readonly levels: readonly number[];
  readonly loss: number;
  readonly suppressed: number;
}

interface LatticeSearch {
  readonly nodes: number;
  readonly satisfying: number;
  /** Nodes counted, in the full lattice and its projections. */
  readonly counted: number;
  /** Satisfying nodes with no satisfying node below. */
  readonly minimal: readonly (readonly number[])[];
  /** Nodes of least loss in lexicographic order; take the first. Empty: no node satisfies. */
  readonly best: readonly FoundNode[];
}

/** With more nodes than this in the lattices of all subsets of quasi-identifiers, only the full lattice is searched. */
const MOST_PROJECTED = 10_000_000;
/** Maximum number of class entries kept for roll-ups. */
const MOST_KEPT = 20_000_000;

/**
 * Incognito (LeFevre et al., 2005): subsets of the quasi-identifiers by size, nodes by height, counts rolled up from a lower node. A satisfying
 * node marks all above it; a node with a failing projection is dropped. A requirement that is not monotone (value rules with suppression) marks and
 * drops nothing.
 */
export function searchLattice(
  data: Recodable,
  requirement: Requirement,
  { limit, loss, prune = true, accept }: SearchOptions,
): LatticeSearch {
  const all = [...data.columns.keys()];
  const lattice = latticeOf(data, all);
  const monotone = prune && accept === undefined && isMonotone(requirement, limit);
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
      if (suppressed > limit || accept?.(levels) === false) continue;
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

const latticeOf = (data: Recodable, columns: readonly number[]): Lattice =>
  new Lattice(columns.map((column) => data.columns[column]?.hierarchy.top ?? 0));

/** Nodes of the full lattice whose projections all satisfy; all nodes if there are too many projections. */
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
  // Satisfying nodes by subset of columns (a bit mask).
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

/** Cache of the frequencies of this height and the one below. The smallest one below is rolled up. */
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
  // Lower nodes have smaller numbers, so one pass in order is enough.
  for (let node = 0; node < lattice.nodes; node += 1) {
    const levels = lattice.levels(node);
    if (lattice.below(node, levels).some((below) => satisfies[below] === 1 || satisfiedBelow[below] === 1)) satisfiedBelow[node] = 1;
    else if (satisfies[node] === 1) minimal.push(levels);
  }
  return minimal;
}

/** MinGen examines every node for the exact minimum; limit on the number of nodes. */
const MINGEN_NODES = 100_000;

export function mingen(data: Recodable, requirement: Requirement, limit: number): LatticeSearch {
  const { nodes } = latticeOf(data, [...data.columns.keys()]);
  if (nodes > MINGEN_NODES)
    throw new BadInput(`mingen looks at every node, and there are ${nodes}: at most ${MINGEN_NODES}; lattice finds the same minimum`);
  return searchLattice(data, requirement, { limit, loss: 'prec', prune: false });
}

interface SamaratiSearch {
  /** Least height with a satisfying node; null: none. */
  readonly height: number | null;
  readonly ofThatHeight: number;
  /** Nodes of greatest Prec, in lexicographic order. */
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
