import { hashText } from '../random/random.ts';

/**
 * Set of ids at 24 to 48 bytes each, whatever their length: 96 bits of a hash in an open table. Among a billion ids a collision has a probability
 * of 1 in 10^11.
 */
export class SeenIds {
  #words = new Uint32Array(3 * 1024);
  #count = 0;

  /** False when the id was there already. */
  add(id: string): boolean {
    const [a, b, c] = hashText(id);
    // All zero marks an empty place.
    if (!this.#insert(this.#words, (a | 1) >>> 0, b, c)) return false;
    this.#count += 1;
    if (this.#count * 6 > this.#words.length) this.#grow();
    return true;
  }

  #insert(words: Uint32Array, a: number, b: number, c: number): boolean {
    const places = words.length / 3;
    for (let place = b & (places - 1); ; place = (place + 1) & (places - 1)) {
      const at = place * 3;
      if (words[at] === 0) {
        words[at] = a;
        words[at + 1] = b;
        words[at + 2] = c;
        return true;
      }
      if (words[at] === a && words[at + 1] === b && words[at + 2] === c) return false;
    }
  }

  #grow(): void {
    const old = this.#words;
    this.#words = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 3) {
      const [a, b, c] = [old[at] ?? 0, old[at + 1] ?? 0, old[at + 2] ?? 0];
      if (a !== 0) this.#insert(this.#words, a, b, c);
    }
  }
}
