import { type Entry, isGeneralised } from '../model/transaction.ts';

export const HEADER_LINE =
  'no item of the first line stands in any other line, as in a header: it is read as a transaction; take it out, of the original as well, if it names columns';

/** Lines after the first that must each share an item with another: where items are rare, a first line alone says nothing. */
const OTHERS = 10;

/** Whether the first line alone, of the first few, has no item in common with any line. Cost: a look-up an item until its first item comes again. */
export class LoneFirstLine {
  /** The line of each item of the first few. */
  readonly #lineOf = new Map<string, number>();
  readonly #shared = new Set<number>();
  #lines = 0;
  #over = false;

  add(entries: readonly Entry[]): void {
    if (this.#over) return;
    for (const entry of entries) {
      if (!isGeneralised(entry)) this.#meet(entry);
      else if (this.#lines === 0) this.#over = true;
      else for (const member of entry) this.#meet(member);
    }
    this.#lines += 1;
    this.#over ||= this.#shared.has(0);
    if (this.#over) this.#lineOf.clear();
  }

  get found(): boolean {
    return !this.#over && this.#shared.size === OTHERS;
  }

  #meet(item: string): void {
    const line = this.#lineOf.get(item);
    if (line === undefined) {
      if (this.#lines <= OTHERS) this.#lineOf.set(item, this.#lines);
    } else if (line !== this.#lines) {
      this.#shared.add(line);
      if (this.#lines <= OTHERS) this.#shared.add(this.#lines);
    }
  }
}
