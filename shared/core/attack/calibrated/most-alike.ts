export interface Neighbour {
  readonly term: number;
  readonly cosine: number;
}

/** The nearest of those that are shown, nearest first and at equal cosine in the order shown: at most `most` of them, each at least `least` near. */
export class MostAlike {
  readonly found: Neighbour[] = [];
  /** What is less near is not among them: who asks first makes no call. */
  bar: number;
  readonly #most: number;

  constructor(most: number, least: number) {
    this.#most = most;
    this.bar = least;
  }

  show(term: number, cosine: number): void {
    const { found } = this;
    if (!(cosine >= this.bar)) return;
    let place = found.length;
    while (place > 0 && (found[place - 1] as Neighbour).cosine < cosine) place -= 1;
    if (place >= this.#most) return;
    found.splice(place, 0, { term, cosine });
    if (found.length > this.#most) found.pop();
    if (found.length === this.#most) this.bar = Math.max(this.bar, (found.at(-1) as Neighbour).cosine);
  }
}
