import type { Linked } from './linking.ts';

/** Result of matching the rows of two releases. */
interface RowMatching {
  readonly pairs: number;
  readonly matched: number;
  /** The maximum matching is perfect. */
  readonly perfect: boolean;
  /** Partners of each left group that occur in some maximum matching. */
  readonly possible: readonly Int32Array[];
  /** Groups with a row that some maximum matching leaves free: gone (left) or new (right). */
  readonly leftFree: Uint8Array;
  readonly rightFree: Uint8Array;
  /** Rows of each group that one maximum matching leaves over. */
  readonly leftOver: Float64Array;
  readonly rightOver: Float64Array;
}

/**
 * Matches the rows of two releases of the same people: a bipartite graph of distinct rows with multiplicities. A pair is possible if it is in some
 * maximum matching: it carries flow, lies on an alternating cycle (a strong component of the residual graph), or on an alternating path from a free
 * row (Dulmage and Mendelsohn, 1958).
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
      pairs += leftSizes[left] * rightSizes[right];
      if (graph.flow(left, at) > 0) return true;
      if (component[left] === component[leftSizes.length + right]) return true;
      // If either side has a free row, the pair can be swapped in.
      return leftFree[left] === 1 || rightFree[right] === 1;
    }),
  );
  return { pairs, matched, perfect: matched === leftRows && matched === rightRows, possible, leftFree, rightFree, ...graph.over() };
}

/** Maximum flow from left to right rows (Dinic); arcs between partners are unbounded. */
class Transport {
  readonly #partners: Linked['partners'];
  readonly #left: number;
  readonly #right: number;
  /** Flow on each arc; arcs are grouped by left group. */
  readonly #starts: Int32Array;
  readonly #to: Int32Array;
  readonly #flow: Float64Array;
  readonly #back: readonly number[][];
  readonly #from: Int32Array;
  readonly #leftOver: Float64Array;
  readonly #rightOver: Float64Array;

  constructor({ leftSizes, rightSizes, partners }: Linked) {
    this.#partners = partners;
    this.#left = leftSizes.length;
    this.#right = rightSizes.length;
    this.#starts = new Int32Array(this.#left + 1);
    for (const [at, groups] of partners.entries()) this.#starts[at + 1] = this.#starts[at] + groups.length;
    const arcs = this.#starts[this.#left];
    this.#to = new Int32Array(arcs);
    this.#from = new Int32Array(arcs);
    const back: number[][] = Array.from({ length: this.#right }, () => []);
    for (const [left, groups] of partners.entries()) {
      for (const [at, right] of groups.entries()) {
        const arc = this.#starts[left] + at;
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
    return this.#flow[this.#starts[left] + at];
  }

  over(): { leftOver: Float64Array; rightOver: Float64Array } {
    return { leftOver: this.#leftOver, rightOver: this.#rightOver };
  }

  send(): number {
    let sent = 0;
    for (;;) {
      const level = this.#levels();
      if (level === null) return sent;
      const next = Int32Array.from({ length: this.#left }, (_, left) => this.#starts[left]);
      const nextBack = new Int32Array(this.#right);
      for (let left = 0; left < this.#left; left += 1) {
        while (this.#leftOver[left] > 0) {
          const units = this.#augment(left, level, next, nextBack);
          if (units === 0) break;
          sent += units;
        }
      }
    }
  }

  /** BFS levels from the free left rows; null if no free right row is reachable. */
  #levels(): Int32Array | null {
    const level = new Int32Array(this.#left + this.#right).fill(-1);
    const queue: number[] = [];
    for (let left = 0; left < this.#left; left += 1) {
      if (this.#leftOver[left] === 0) continue;
      level[left] = 0;
      queue.push(left);
    }
    let found = false;
    for (let at = 0; at < queue.length; at += 1) {
      const node = queue[at];
      for (const other of this.#residual(node)) {
        if (level[other] !== -1) continue;
        level[other] = level[node] + 1;
        queue.push(other);
        if (other >= this.#left && this.#rightOver[other - this.#left] > 0) found = true;
      }
    }
    return found ? level : null;
  }

  *#residual(node: number): Generator<number> {
    if (node < this.#left) {
      for (let arc = this.#starts[node]; arc < this.#starts[node + 1]; arc += 1) yield this.#left + this.#to[arc];
    } else {
      for (const arc of this.#back[node - this.#left]) if (this.#flow[arc] > 0) yield this.#from[arc];
    }
  }

  /** Augments along one path of the level graph (explicit stack); returns the units. */
  #augment(start: number, level: Int32Array, next: Int32Array, nextBack: Int32Array): number {
    const path: number[] = [];
    let node = start;
    for (;;) {
      if (node >= this.#left && this.#rightOver[node - this.#left] > 0) return this.#carry(start, path, node - this.#left);
      const arc = this.#advance(node, level, next, nextBack);
      if (arc !== -1) {
        path.push(arc);
        node = node < this.#left ? this.#left + this.#to[arc] : this.#from[arc];
        continue;
      }
      const last = path.pop();
      if (last === undefined) return 0;
      // Backtrack past the last arc.
      const before = node < this.#left ? this.#left + this.#to[last] : this.#from[last];
      if (before < this.#left) next[before] += 1;
      else nextBack[before - this.#left] += 1;
      node = before;
    }
  }

  #advance(node: number, level: Int32Array, next: Int32Array, nextBack: Int32Array): number {
    const wanted = level[node] + 1;
    if (node < this.#left) {
      for (let arc = next[node]; arc < this.#starts[node + 1]; arc += 1) {
        next[node] = arc;
        if (level[this.#left + this.#to[arc]] === wanted) return arc;
      }
      next[node] = this.#starts[node + 1];
      return -1;
    }
    const right = node - this.#left;
    const arcs = this.#back[right];
    for (let at = nextBack[right]; at < arcs.length; at += 1) {
      nextBack[right] = at;
      const arc = arcs[at];
      if (this.#flow[arc] > 0 && level[this.#from[arc]] === wanted) return arc;
    }
    nextBack[right] = arcs.length;
    return -1;
  }

  /** Arcs of a path alternate between forward and backward. */
  #carry(start: number, path: readonly number[], end: number): number {
    let units = Math.min(this.#leftOver[start], this.#rightOver[end]);
    for (const [at, arc] of path.entries()) if (at % 2 === 1) units = Math.min(units, this.#flow[arc]);
    for (const [at, arc] of path.entries()) this.#flow[arc] += at % 2 === 0 ? units : -units;
    this.#leftOver[start] -= units;
    this.#rightOver[end] -= units;
    return units;
  }

  /** Groups of one side that some maximum matching leaves free, by alternating paths. */
  reachable(side: 'left' | 'right'): Uint8Array {
    const left = side === 'left';
    const over = left ? this.#leftOver : this.#rightOver;
    const seen = Uint8Array.from(over, (rest) => (rest > 0 ? 1 : 0));
    const queue = [...seen.keys()].filter((group) => seen[group] === 1);
    const crossed = new Uint8Array(left ? this.#right : this.#left);
    for (const group of queue) {
      for (const other of left ? this.#partners[group] : this.#back[group].map((arc) => this.#from[arc])) {
        if (crossed[other] === 1) continue;
        crossed[other] = 1;
        for (const arc of left ? this.#back[other] : this.#partners[other].keys().map((at) => this.#starts[other] + at)) {
          const back = (left ? this.#from[arc] : this.#to[arc]) as number;
          if (this.#flow[arc] === 0 || seen[back] === 1) continue;
          seen[back] = 1;
          queue.push(back);
        }
      }
    }
    return seen;
  }

  /** Strongly connected components of the residual graph (iterative Tarjan). */
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
          else if (component[other] === -1) low[node] = Math.min(low[node], index[other]);
          continue;
        }
        open.pop();
        const above = open.at(-1)?.node;
        if (above !== undefined) low[above] = Math.min(low[above], low[node]);
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
