import type { Recoding } from './recoding.ts';

/**
 * Beside one node of the cut: the later nodes and how many transactions hold both. A climb asks one node again and again while
 * it raises the nodes beside it; each raise changes one entry of the row, so the row is mended, not counted anew.
 */
export class PairRow {
  readonly #recoding: Recoding;
  readonly #counts: Uint32Array;
  readonly #holds: Uint8Array;
  /** Later nodes in order; those with a count of 0 have left the cut. */
  #beside: number[] = [];
  #node = -1;
  #raises = -1;

  constructor(recoding: Recoding) {
    this.#recoding = recoding;
    this.#counts = new Uint32Array(recoding.hierarchy.names.length);
    this.#holds = new Uint8Array(recoding.lengths.length);
  }

  /** The first later node that some but fewer than k transactions hold together with this one; -1 when there is none. */
  firstRare(node: number, k: number): number {
    if (this.#node !== node || this.#recoding.raises > this.#raises + 1) this.#count(node);
    else if (this.#recoding.raises === this.#raises + 1) this.#mend();
    this.#raises = this.#recoding.raises;
    return this.#beside.find((other) => (this.#counts[other] as number) > 0 && (this.#counts[other] as number) < k) ?? -1;
  }

  #count(node: number): void {
    const { nodes, starts, lengths, holders, hierarchy } = this.#recoding;
    for (const other of this.#beside) this.#counts[other] = 0;
    this.#holds.fill(0);
    this.#beside = [];
    const from = hierarchy.first[node] as number;
    for (const t of holders[node] as Uint32Array) {
      this.#holds[t] = 1;
      const start = starts[t] as number;
      for (let at = start; at < start + (lengths[t] as number); at += 1) {
        const other = nodes[at] as number;
        if ((hierarchy.first[other] as number) <= from) continue;
        if (this.#counts[other] === 0) this.#beside.push(other);
        this.#counts[other] = (this.#counts[other] as number) + 1;
      }
    }
    this.#beside.sort((a, b) => (hierarchy.first[a] as number) - (hierarchy.first[b] as number));
    this.#node = node;
  }

  /** One raise later: the raised node stands for all below it. */
  #mend(): void {
    const { holders, hierarchy, lastRaised } = this.#recoding;
    const [first, end] = [hierarchy.first[lastRaised] as number, hierarchy.end[lastRaised] as number];
    const isBelow = (other: number): boolean => (hierarchy.first[other] as number) >= first && (hierarchy.first[other] as number) < end;
    let at = this.#beside.findIndex(isBelow);
    for (const other of this.#beside) if (isBelow(other)) this.#counts[other] = 0;
    this.#beside = this.#beside.filter((other) => !isBelow(other));
    if (first <= (hierarchy.first[this.#node] as number)) return;
    let together = 0;
    for (const t of holders[lastRaised] as Uint32Array) together += this.#holds[t] as number;
    if (together === 0) return;
    this.#counts[lastRaised] = together;
    if (at === -1) at = this.#beside.findIndex((other) => (hierarchy.first[other] as number) > first);
    this.#beside.splice(at === -1 ? this.#beside.length : at, 0, lastRaised);
  }
}
