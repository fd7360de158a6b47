import type { Linked } from './linking.ts';

/** A pair of groups of equal rows, and whether it is in some greatest matching of the rows. */
interface RowMatching {
  readonly pairs: number;
  /** Rows of the left (right) that a greatest matching pairs. */
  readonly matched: number;
  /** Every row of both sides has a partner in it. */
  readonly perfect: boolean;
  /** For each group of the left: which of its partners are possible, in some greatest matching. */
  readonly possible: readonly Int32Array[];
  /** Groups of which some greatest matching leaves a row free: gone from the left, new on the right. */
  readonly leftFree: Uint8Array;
  readonly rightFree: Uint8Array;
}

/**
 * Rows of two releases of the same people as a bipartite graph of distinct rows with multiplicities. A pair is possible if it is in some
 * greatest matching: it carries flow, or lies on an alternating cycle (one strong component of the residual graph), or on an alternating
 * path from a free row (Dulmage and Mendelsohn, 1958).
 */
export function matchRows(linked: Linked): RowMatching {
  const graph = new Transport(linked);
  const matched = graph.send();
  const { leftSizes, rightSizes, partners } = linked;
  const leftRows = leftSizes.reduce((sum, size) => sum + size, 0);
  const rightRows = rightSizes.reduce((sum, size) => sum + size, 0);
  const leftFree = graph.reachable('left');
  const rightFree = graph.reachable('right');
  const component = graph.components();
  let pairs = 0;
  const possible = partners.map((groups, left) =>
    groups.filter((right, at) => {
      pairs += (leftSizes[left] as number) * (rightSizes[right] as number);
      if (graph.flow(left, at) > 0) return true;
      if (component[left] === component[leftSizes.length + right]) return true;
      // A free row of either side may take the pair: what is left free then is another one.
      return leftFree[left] === 1 || rightFree[right] === 1;
    }),
  );
  return { pairs, matched, perfect: matched === leftRows && matched === rightRows, possible, leftFree, rightFree };
}

/** Flow from rows of the left to rows of the right, by blocking flows (Dinic); arcs between partners are unbounded. */
class Transport {
  readonly #linked: Linked;
  readonly #left: number;
  readonly #right: number;
  /** Flow on each arc, the arcs of a group of the left side by side. */
  readonly #starts: Int32Array;
  readonly #to: Int32Array;
  readonly #flow: Float64Array;
  /** For each group of the right its arcs. */
  readonly #back: readonly number[][];
  readonly #from: Int32Array;
  readonly #leftOver: Float64Array;
  readonly #rightOver: Float64Array;

  constructor(linked: Linked) {
    this.#linked = linked;
    const { leftSizes, rightSizes, partners } = linked;
    this.#left = leftSizes.length;
    this.#right = rightSizes.length;
    this.#starts = new Int32Array(this.#left + 1);
    for (const [at, groups] of partners.entries()) this.#starts[at + 1] = (this.#starts[at] as number) + groups.length;
    const arcs = this.#starts[this.#left] as number;
    this.#to = new Int32Array(arcs);
    this.#from = new Int32Array(arcs);
    const back: number[][] = Array.from({ length: this.#right }, () => []);
    for (const [left, groups] of partners.entries()) {
      for (const [at, right] of groups.entries()) {
        const arc = (this.#starts[left] as number) + at;
        this.#to[arc] = right;
        this.#from[arc] = left;
        back[right]?.push(arc);
      }
    }
    this.#back = back;
    this.#flow = new Float64Array(arcs);
    this.#leftOver = Float64Array.from(leftSizes);
    this.#rightOver = Float64Array.from(rightSizes);
  }

  flow(left: number, at: number): number {
    return this.#flow[(this.#starts[left] as number) + at] as number;
  }

  send(): number {
    let sent = 0;
    for (;;) {
      const level = this.#levels();
      if (level === null) return sent;
      const next = Int32Array.from({ length: this.#left }, (_, left) => this.#starts[left] as number);
      const nextBack = new Int32Array(this.#right);
      for (let left = 0; left < this.#left; left += 1) {
        while ((this.#leftOver[left] as number) > 0) {
          const units = this.#augment(left, level, next, nextBack);
          if (units === 0) break;
          sent += units;
        }
      }
    }
  }

  /** Steps from the free rows of the left; null when no free row of the right is reached. */
  #levels(): Int32Array | null {
    const level = new Int32Array(this.#left + this.#right).fill(-1);
    const queue: number[] = [];
    for (let left = 0; left < this.#left; left += 1) {
      if ((this.#leftOver[left] as number) === 0) continue;
      level[left] = 0;
      queue.push(left);
    }
    let found = false;
    for (let at = 0; at < queue.length; at += 1) {
      const node = queue[at] as number;
      for (const other of this.#residual(node)) {
        if (level[other] !== -1) continue;
        level[other] = (level[node] as number) + 1;
        queue.push(other);
        if (other >= this.#left && (this.#rightOver[other - this.#left] as number) > 0) found = true;
      }
    }
    return found ? level : null;
  }

  *#residual(node: number): Generator<number> {
    if (node < this.#left) {
      for (let arc = this.#starts[node] as number; arc < (this.#starts[node + 1] as number); arc += 1)
        yield this.#left + (this.#to[arc] as number);
    } else {
      for (const arc of this.#back[node - this.#left] as number[]) if ((this.#flow[arc] as number) > 0) yield this.#from[arc] as number;
    }
  }

  /** One path down the levels, by its own stack: as many units as it carries. */
  #augment(start: number, level: Int32Array, next: Int32Array, nextBack: Int32Array): number {
    const path: number[] = [];
    let node = start;
    for (;;) {
      if (node >= this.#left && (this.#rightOver[node - this.#left] as number) > 0) return this.#carry(start, path, node - this.#left);
      const arc = this.#advance(node, level, next, nextBack);
      if (arc !== -1) {
        path.push(arc);
        node = node < this.#left ? this.#left + (this.#to[arc] as number) : (this.#from[arc] as number);
        continue;
      }
      const last = path.pop();
      if (last === undefined) return 0;
      // Back to where the last arc came from, past it.
      const before = node < this.#left ? this.#left + (this.#to[last] as number) : (this.#from[last] as number);
      if (before < this.#left) next[before] = (next[before] as number) + 1;
      else nextBack[before - this.#left] = (nextBack[before - this.#left] as number) + 1;
      node = before;
    }
  }

  #advance(node: number, level: Int32Array, next: Int32Array, nextBack: Int32Array): number {
    const wanted = (level[node] as number) + 1;
    if (node < this.#left) {
      for (let arc = next[node] as number; arc < (this.#starts[node + 1] as number); arc += 1) {
        next[node] = arc;
        if (level[this.#left + (this.#to[arc] as number)] === wanted) return arc;
      }
      next[node] = this.#starts[node + 1] as number;
      return -1;
    }
    const right = node - this.#left;
    const arcs = this.#back[right] as number[];
    for (let at = nextBack[right] as number; at < arcs.length; at += 1) {
      nextBack[right] = at;
      const arc = arcs[at] as number;
      if ((this.#flow[arc] as number) > 0 && level[this.#from[arc] as number] === wanted) return arc;
    }
    nextBack[right] = arcs.length;
    return -1;
  }

  /** Arcs of a path go forward and back in turn. */
  #carry(start: number, path: readonly number[], end: number): number {
    let units = Math.min(this.#leftOver[start] as number, this.#rightOver[end] as number);
    for (const [at, arc] of path.entries()) if (at % 2 === 1) units = Math.min(units, this.#flow[arc] as number);
    for (const [at, arc] of path.entries()) this.#flow[arc] = (this.#flow[arc] as number) + (at % 2 === 0 ? units : -units);
    this.#leftOver[start] = (this.#leftOver[start] as number) - units;
    this.#rightOver[end] = (this.#rightOver[end] as number) - units;
    return units;
  }

  /** Groups of one side that some greatest matching leaves free: by alternating paths from the free ones. */
  reachable(side: 'left' | 'right'): Uint8Array {
    const left = side === 'left';
    const over = left ? this.#leftOver : this.#rightOver;
    const seen = Uint8Array.from(over, (rest) => (rest > 0 ? 1 : 0));
    const queue = [...seen.keys()].filter((group) => seen[group] === 1);
    const crossed = new Uint8Array(left ? this.#right : this.#left);
    for (const group of queue) {
      for (const other of left ? this.#partnersOf(group) : this.#holdersOf(group)) {
        if (crossed[other] === 1) continue;
        crossed[other] = 1;
        for (const arc of left ? (this.#back[other] as number[]) : this.#arcsOf(other)) {
          const back = (left ? this.#from[arc] : this.#to[arc]) as number;
          if ((this.#flow[arc] as number) === 0 || seen[back] === 1) continue;
          seen[back] = 1;
          queue.push(back);
        }
      }
    }
    return seen;
  }

  #partnersOf(left: number): Int32Array {
    return this.#linked.partners[left] as Int32Array;
  }

  #holdersOf(right: number): number[] {
    return (this.#back[right] as number[]).map((arc) => this.#from[arc] as number);
  }

  #arcsOf(left: number): number[] {
    return Array.from(
      { length: (this.#starts[left + 1] as number) - (this.#starts[left] as number) },
      (_, at) => (this.#starts[left] as number) + at,
    );
  }

  /** Strong components of the residual graph (Tarjan, without recursion). */
  components(): Int32Array {
    const nodes = this.#left + this.#right;
    const index = new Int32Array(nodes).fill(-1);
    const low = new Int32Array(nodes);
    const component = new Int32Array(nodes).fill(-1);
    const stack: number[] = [];
    let [counter, components] = [0, 0];
    for (let root = 0; root < nodes; root += 1) {
      if (index[root] !== -1) continue;
      const open: { readonly node: number; readonly arcs: Iterator<number> }[] = [];
      const enter = (node: number): void => {
        index[node] = counter;
        low[node] = counter;
        counter += 1;
        stack.push(node);
        open.push({ node, arcs: this.#residual(node) });
      };
      enter(root);
      while (open.length > 0) {
        const { node, arcs } = open.at(-1) as (typeof open)[number];
        const step = arcs.next();
        if (step.done !== true) {
          const other = step.value;
          if (index[other] === -1) enter(other);
          else if (component[other] === -1) low[node] = Math.min(low[node] as number, index[other] as number);
          continue;
        }
        open.pop();
        const above = open.at(-1)?.node;
        if (above !== undefined) low[above] = Math.min(low[above] as number, low[node] as number);
        if (low[node] !== index[node]) continue;
        for (let member = stack.pop() as number; ; member = stack.pop() as number) {
          component[member] = components;
          if (member === node) break;
        }
        components += 1;
      }
    }
    return component;
  }
}
