import { ByteBuffer } from './byte-buffer.ts';
import type { Take } from './index-output.ts';

const ROOM = 1 << 14;

/** Positions of two bytes each, as a run has them, become P as they pass; H is left behind (`postings.ts`). */
export class NarrowPositions {
  readonly high = new ByteBuffer();
  readonly #low = new Uint8Array(ROOM);
  /** Positions so far, the last of them that is in H, and whether the upper byte of the latest is still to come. */
  #seen = 0;
  #last = -1;
  #halfway = false;

  begin(): void {
    this.high.length = 0;
    this.#seen = 0;
    this.#last = -1;
  }

  /** The next positions, cut anywhere. */
  add(raw: Uint8Array, start: number, end: number, to: Take): void {
    const low = this.#low;
    let at = start;
    if (this.#halfway && at < end) {
      if (raw[at] !== 0) this.#addHigh(this.#seen - 1);
      this.#halfway = false;
      at += 1;
    }
    while (at < end) {
      const stop = Math.min(end, at + 2 * ROOM);
      let put = 0;
      for (; at + 1 < stop; at += 2, put += 1) {
        low[put] = raw[at] as number;
        if (raw[at + 1] !== 0) this.#addHigh(this.#seen + put);
      }
      if (at < stop) {
        low[put] = raw[at] as number;
        this.#halfway = true;
        put += 1;
        at += 1;
      }
      this.#seen += put;
      to(low, 0, put);
    }
  }

  #addHigh(position: number): void {
    this.high.varint(position - this.#last - 1);
    this.#last = position;
  }
}
