import { BadInput } from '../../../../core/model/bad-input.ts';
import { compareCodePoints } from '../../../../core/model/code-points.ts';
import { seeded, shuffle } from '../../../../core/random/random.ts';
import type { Sensitive } from '../model/classes.ts';

type Bucket = readonly number[];

/**
 * Anatomy (Xiao and Tao, 2006): while l values are left, a bucket takes one record of each of the l most frequent. Each remaining record joins the
 * first bucket without its value. Records are drawn in seeded order, or in file order if `seed` is null.
 */
export function anatomy(sensitive: Sensitive, l: number, seed: string | null): readonly Bucket[] {
  const { codes, values, missing, totals, known } = sensitive;
  const records = codes.length;
  if (known < records) {
    const record = codes.findIndex((code) => missing[code] === 1) + 1;
    throw new BadInput(
      `record ${record} has no known value of "${sensitive.name}": anatomy puts values into buckets, so each record needs one`,
    );
  }
  const common = totals.findIndex((total) => total * l > records);
  if (common >= 0) {
    throw new BadInput(
      `not eligible for l = ${l}: one value of "${sensitive.name}" is held by ${totals[common]} > ${records}/${l} records; at most 1/l of them may share one`,
    );
  }
  const left = values.map((): number[] => []);
  for (let row = records - 1; row >= 0; row -= 1) left[codes[row]].push(row);
  if (seed !== null) for (const [code, rows] of left.entries()) shuffle(rows, seeded(seed, 'anatomy', values[code]));
  const byText = [...values.keys()].sort((a, b) => compareCodePoints(values[a], values[b]));
  const rank = new Int32Array(values.length);
  for (const [at, code] of byText.entries()) rank[code] = at;
  const count = (code: number): number => left[code].length;
  const heap = new Heap((a, b) => count(a) > count(b) || (count(a) === count(b) && rank[a] < rank[b]));
  for (const code of byText) if (count(code) > 0) heap.push(code);
  const buckets: number[][] = [];
  while (heap.size >= l) {
    const drawn = Array.from({ length: l }, () => heap.pop());
    buckets.push(drawn.map((code) => left[code]?.pop() as number));
    for (const code of drawn) if (count(code) > 0) heap.push(code);
  }
  const rest = byText.flatMap((code) => left[code].toReversed());
  for (const row of rest) {
    const lacking = buckets.find((bucket) => bucket.every((other) => codes[other] !== codes[row]));
    // If no value has more than records / l records, at most l - 1 remain and each finds a bucket.
    if (lacking === undefined) throw new Error(`record ${row + 1} fits no bucket`);
    lacking.push(row);
  }
  return buckets;
}

/** Max-heap: the value to draw from next. */
class Heap {
  readonly #items: number[] = [];
  readonly #before: (a: number, b: number) => boolean;

  constructor(before: (a: number, b: number) => boolean) {
    this.#before = before;
  }

  get size(): number {
    return this.#items.length;
  }

  push(item: number): void {
    let at = this.#items.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#before(item, this.#items[above])) break;
      this.#items[at] = this.#items[above];
      at = above;
    }
    this.#items[at] = item;
  }

  pop(): number {
    const top = this.#items[0];
    const item = this.#items.pop() as number;
    if (this.#items.length === 0) return top;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= this.#items.length) break;
      if (below + 1 < this.#items.length && this.#before(this.#items[below + 1], this.#items[below])) below += 1;
      if (!this.#before(this.#items[below], item)) break;
      this.#items[at] = this.#items[below];
      at = below;
    }
    this.#items[at] = item;
    return top;
  }
}
