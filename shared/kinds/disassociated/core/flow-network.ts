/**
 * A network of arcs with whole capacities and costs per unit, and the cheapest way to send flow through it.
 * Arcs are kept in pairs: arc `e` and its reverse `e ^ 1`, whose capacity is what can still be taken back.
 */
export class FlowNetwork {
  readonly #head: Int32Array;
  #next: number[] = [];
  #to: number[] = [];
  #capacity: number[] = [];
  #cost: number[] = [];

  constructor(nodes: number) {
    this.#head = new Int32Array(nodes).fill(-1);
  }

  /** The number by which `flowOf` knows the arc. */
  arc(from: number, to: number, capacity: number, cost: number): number {
    const arc = this.#to.length;
    this.#half(from, to, capacity, cost);
    this.#half(to, from, 0, -cost);
    return arc;
  }

  #half(from: number, to: number, capacity: number, cost: number): void {
    this.#next.push(this.#head[from]);
    this.#head[from] = this.#to.length;
    this.#to.push(to);
    this.#capacity.push(capacity);
    this.#cost.push(cost);
  }

  flowOf(arc: number): number {
    return this.#capacity[arc ^ 1];
  }

  /**
   * Sends as much as can be sent from source to sink, at least cost: successive shortest paths, found by Bellman and
   * Ford with a queue, so costs may be negative (cycles of negative cost may not). Augmentations number at most the
   * units sent; each costs at most nodes x arcs, in practice a few times the arcs.
   */
  send(source: number, sink: number): { readonly units: number; readonly cost: number } {
    const nodes = this.#head.length;
    const distance = new Float64Array(nodes);
    const entered = new Int32Array(nodes);
    const waiting = new Uint8Array(nodes);
    let units = 0;
    let cost = 0;
    for (;;) {
      distance.fill(Infinity);
      distance[source] = 0;
      const queue = [source];
      for (let first = 0; first < queue.length; first += 1) {
        const node = queue[first];
        waiting[node] = 0;
        for (let arc = this.#head[node]; arc !== -1; arc = this.#next[arc]) {
          if (this.#capacity[arc] <= 0) continue;
          const to = this.#to[arc];
          const through = distance[node] + this.#cost[arc];
          // Rounding must not make a cycle of cost zero look profitable.
          if (through >= distance[to] - 1e-12) continue;
          distance[to] = through;
          entered[to] = arc;
          if (waiting[to] === 0) {
            waiting[to] = 1;
            queue.push(to);
          }
        }
      }
      if (distance[sink] === Infinity) return { units, cost };
      let width = Infinity;
      for (let node = sink; node !== source; node = this.#to[entered[node] ^ 1]) width = Math.min(width, this.#capacity[entered[node]]);
      for (let node = sink; node !== source; ) {
        const arc = entered[node];
        this.#capacity[arc] -= width;
        this.#capacity[arc ^ 1] += width;
        node = this.#to[arc ^ 1];
      }
      units += width;
      cost += width * distance[sink];
    }
  }
}
