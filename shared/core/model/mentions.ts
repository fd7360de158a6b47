import type { Entry } from './transaction.ts';

/** Names in a request: codes of labels, sets of items. Names that occur nowhere must be reported. */
export class Mentions {
  readonly #codes: ReadonlySet<string>;
  readonly #wanted: Set<string>;
  readonly #seen = new Set<string>();

  constructor(codes: Iterable<string>, sets: readonly (readonly string[])[]) {
    this.#codes = new Set(codes);
    this.#wanted = new Set([...this.#codes, ...sets.flat()]);
  }

  /** Items of the release, or of its original. */
  add(items: readonly Entry[]): void {
    if (this.#wanted.size === 0) return;
    for (const entry of items) {
      if (typeof entry === 'string') this.#see(entry);
      else for (const item of entry) this.#see(item);
    }
  }

  #see(item: string): void {
    if (this.#wanted.has(item)) this.#seen.add(item);
  }

  /** Labels were given, and none of their codes was seen. */
  noCode(): boolean {
    if (this.#codes.size === 0) return false;
    for (const code of this.#codes) if (this.#seen.has(code)) return false;
    return true;
  }

  /** Positions of the sets that name an item that was not seen. */
  unknownSets(sets: readonly (readonly string[])[]): number[] {
    return sets.flatMap((items, at) => (items.every((item) => this.#seen.has(item)) ? [] : [at]));
  }
}
