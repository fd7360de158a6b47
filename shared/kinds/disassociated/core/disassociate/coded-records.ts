import { compareCodePoints } from '../../../../core/model/code-points.ts';

/** Transactions as numbers: term t is the t-th in code-point order, record r holds `items[starts[r]]` to `items[starts[r + 1] - 1]`, ascending. */
export interface CodedRecords {
  readonly terms: readonly string[];
  readonly starts: Int32Array;
  readonly items: Int32Array;
}

/** Takes transactions as they are read and numbers their terms; the order of the terms is known only at the end. */
class RecordCoder {
  readonly #numberOf = new Map<string, number>();
  #starts = new Int32Array(1024);
  #items = new Int32Array(4096);
  #records = 0;
  #filled = 0;

  add(items: readonly string[]): void {
    if (this.#records + 1 === this.#starts.length) this.#starts = doubled(this.#starts, 0);
    if (this.#filled + items.length > this.#items.length) this.#items = doubled(this.#items, items.length);
    for (const item of items) {
      let number = this.#numberOf.get(item);
      if (number === undefined) {
        number = this.#numberOf.size;
        this.#numberOf.set(item, number);
      }
      this.#items[this.#filled++] = number;
    }
    this.#records += 1;
    this.#starts[this.#records] = this.#filled;
  }

  finish(): CodedRecords {
    const inOrderOfArrival = [...this.#numberOf.keys()];
    const terms = inOrderOfArrival.toSorted(compareCodePoints);
    const ranks = new Map(terms.map((term, rank) => [term, rank]));
    const rankOf = Int32Array.from(inOrderOfArrival, (term) => ranks.get(term) as number);
    const starts = this.#starts.slice(0, this.#records + 1);
    const items = this.#items.slice(0, this.#filled);
    for (let at = 0; at < items.length; at += 1) items[at] = rankOf[items[at]];
    for (let record = 0; record < this.#records; record += 1) items.subarray(starts[record], starts[record + 1]).sort();
    return { terms, starts, items };
  }
}

function doubled(values: Int32Array, more: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * values.length + more);
  larger.set(values);
  return larger;
}

export function codeRecords(transactions: Iterable<readonly string[]>): CodedRecords {
  const coder = new RecordCoder();
  for (const items of transactions) coder.add(items);
  return coder.finish();
}
