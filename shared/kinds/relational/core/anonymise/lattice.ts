import { BadInput } from '../../../../core/model/bad-input.ts';

/** Larger lattices are refused: the node states alone would fill the memory. */
const MOST_NODES = 10_000_000;

/** The nodes of a generalisation lattice, numbered in lexicographic order of their levels. */
export class Lattice {
  readonly tops: readonly number[];
  readonly nodes: number;
  readonly #steps: readonly number[];

  constructor(tops: readonly number[]) {
    this.tops = tops;
    const steps: number[] = [];
    let nodes = 1;
    for (let at = tops.length - 1; at >= 0; at -= 1) {
      steps[at] = nodes;
      nodes *= tops[at] + 1;
    }
    if (nodes > MOST_NODES)
      throw new BadInput(`the lattice has ${nodes} nodes; more than ${MOST_NODES} are refused: fewer levels, or mondrian`);
    this.#steps = steps;
    this.nodes = nodes;
  }

  levels(node: number): number[] {
    let left = node;
    return this.#steps.map((step) => {
      const level = Math.floor(left / step);
      left -= level * step;
      return level;
    });
  }

  number(levels: readonly number[]): number {
    return levels.reduce((total, level, at) => total + level * this.#steps[at], 0);
  }

  /** Neighbours one level lower in one column. */
  below(node: number, levels: readonly number[]): number[] {
    return this.#steps.flatMap((step, at) => (levels[at] > 0 ? [node - step] : []));
  }

  /** Nodes by height, in lexicographic order within a height. */
  byHeight(): number[][] {
    const heights: number[][] = Array.from({ length: this.tops.reduce((sum, top) => sum + top, 0) + 1 }, () => []);
    for (let node = 0; node < this.nodes; node += 1) heights[heightOf(this.levels(node))]?.push(node);
    return heights;
  }
}

export const heightOf = (levels: readonly number[]): number => levels.reduce((sum, level) => sum + level, 0);
