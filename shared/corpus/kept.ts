/** Bytes of an entry besides its list: key, objects and its slot in the map. Short lists are mostly this. */
const ENTRY_BYTES = 500;

/** A clean-up keeps this share. It removes many entries at once, because finding the oldest entry walks over removed slots. */
const KEPT_SHARE = 7 / 8;

/** Cache of decoded lists, bounded in bytes. The oldest entry leaves first, unless it was used since. */
export class KeptDecoded<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly bytes: number; used: boolean }>();
  readonly #bound: number;
  #bytes = 0;

  constructor(bound: number) {
    this.#bound = bound;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.used = true;
    return entry.value;
  }

  /** Ignores values larger than the whole bound, and keys that are present. */
  put(key: string, value: T, listBytes: number): void {
    const bytes = listBytes + ENTRY_BYTES;
    if (bytes > this.#bound || this.#entries.has(key)) return;
    this.#entries.set(key, { value, bytes, used: false });
    this.#bytes += bytes;
    if (this.#bytes <= this.#bound) return;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#bound * KEPT_SHARE) return;
      this.#entries.delete(oldest);
      if (entry.used) {
        entry.used = false;
        this.#entries.set(oldest, entry);
      } else this.#bytes -= entry.bytes;
    }
  }
}
