/** Reads bits, the highest of each byte first. Throws RangeError at the end. */
export class BitReader {
  readonly bytes: Uint8Array;
  #at = 0;
  #held = 0;
  #bits = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Up to 24 bits. */
  read(count: number): number {
    while (this.#bits < count) {
      if (this.#at >= this.bytes.length) throw new RangeError('the data ends in the middle of a block');
      this.#held = (this.#held << 8) | this.bytes[this.#at];
      this.#at += 1;
      this.#bits += 8;
    }
    this.#bits -= count;
    return (this.#held >>> this.#bits) & ((1 << count) - 1);
  }

  read48(): number {
    return this.read(24) * 0x1000000 + this.read(24);
  }

  alignToByte(): void {
    this.#bits -= this.#bits % 8;
  }

  /** Bytes that were read to their last bit. */
  get wholeBytes(): number {
    return this.#at - Math.ceil(this.#bits / 8);
  }

  get bitsLeftInByte(): number {
    return this.#bits % 8;
  }
}
