/** What an entry takes beside its lists: its key, the objects around it, its place in the map. Short lists are mostly this. */
const ENTRY_BYTES = 500;

/** Room is made for many at a time: a map walks over the places of what left it, and finding the oldest each time would walk over them all. */
const KEPT_SHARE = 7 / 8;

/** What was decoded, up to a bound: the first in leaves first, unless it was asked for since. */
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

  /** What is larger than all the room, or there already, is not kept. */
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
