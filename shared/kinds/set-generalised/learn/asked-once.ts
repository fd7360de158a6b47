import { isConjunction } from '../../../core/relatedness/conjunction.ts';
import { numberIn } from '../../../core/statistics/clusters.ts';
import { normaliseTerm } from '../../../core/text/tokens.ts';
import type { HitCounter } from '../../../ports/hit-counter.ts';
import type { ReleaseView, SliceUnits } from './release-view.ts';

/** Pairs that are remembered of a source at most: 32 bytes each. Beyond, pairs are asked again. */
const MOST = 500_000;
const NONE = -1;

/** A number for each of many pairs of terms, in an open hash table: a Map of as many takes four times the memory. */
class PairNumbers {
  /** By the term as it is written, and in its normal form. */
  readonly #terms = new Map<string, number>();
  readonly #normal = new Map<string, number>();
  /** Two numbers of terms each, the lesser first. */
  #keys = new Int32Array(2048).fill(NONE);
  #values = new Float64Array(1024);
  #size = 0;

  termOf(term: string): number {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const own = numberIn(this.#normal, normaliseTerm(term));
    this.#terms.set(term, own);
    return own;
  }

  get(a: number, b: number): number | undefined {
    const place = this.#placeOf(a, b);
    return this.#keys[2 * place] === NONE ? undefined : this.#values[place];
  }

  set(a: number, b: number, value: number): void {
    if (this.#size >= MOST) return;
    const place = this.#placeOf(a, b);
    if (this.#keys[2 * place] === NONE) this.#size += 1;
    this.#put(place, a, b, value);
    if (2 * this.#size > this.#values.length) this.#grow();
  }

  #put(place: number, a: number, b: number, value: number): void {
    this.#keys[2 * place] = Math.min(a, b);
    this.#keys[2 * place + 1] = Math.max(a, b);
    this.#values[place] = value;
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    this.#keys = new Int32Array(2 * keys.length).fill(NONE);
    this.#values = new Float64Array(2 * values.length);
    for (let at = 0; at < values.length; at += 1) {
      const [a, b] = [keys[2 * at], keys[2 * at + 1]];
      if (a !== NONE) this.#put(this.#placeOf(a, b), a, b, values[at]);
    }
  }

  /** Of the pair, or the free place where it belongs. */
  #placeOf(a: number, b: number): number {
    const keys = this.#keys;
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    const mixed = Math.imul(high, 0x9e3779b1) ^ Math.imul(low, 0x85ebca6b);
    const mask = this.#values.length - 1;
    let place = (mixed ^ (mixed >>> 15)) & mask;
    while (keys[2 * place] !== NONE && (keys[2 * place] !== low || keys[2 * place + 1] !== high)) place = (place + 1) & mask;
    return place;
  }
}

/** Counts of pairs by source: those that scoring left, and those that learning asked for. */
export class LeftCounts {
  readonly #bySource: readonly PairNumbers[];

  constructor(sources: number) {
    this.#bySource = Array.from({ length: sources }, () => new PairNumbers());
  }

  async add(units: SliceUnits, labels: ReadonlyMap<string, string> | undefined): Promise<void> {
    const scored = await units.scored();
    for (const [at, { members, context }] of units.groups.entries()) {
      const counts = scored.get(units.units[at])?.counts;
      if (counts === undefined) continue;
      const items = [...members, ...context];
      const terms = items.map((item) => labels?.get(item) ?? item);
      const numbers = this.#bySource.map((pairs) => terms.map((term) => pairs.termOf(term)));
      for (const [pair, source] of counts.source.entries()) {
        const [member, item] = [pair % members.length, members.length + Math.floor(pair / members.length)];
        // A flagged count is of another form of the term than learning may ask for; parts of a conjunction have labels of their own.
        if (source < 0 || counts.flags[pair] !== 0 || isConjunction(items[member]) || isConjunction(items[item])) continue;
        this.#bySource[source].set(numbers[source][member], numbers[source][item], counts.both[pair]);
      }
    }
  }

  /** The source at this place of the audit's, asked for each pair once. Counts of pairs lose their flags. */
  askedOnce(place: number, counter: HitCounter): HitCounter {
    const known = this.#bySource[place];
    return {
      source: counter.source,
      size: () => counter.size(),
      count: (term, other) => counter.count(term, other),
      async countAll({ terms, pairs }) {
        const numbers = terms.map((term) => known.termOf(term));
        const open = new PairNumbers();
        const asked: number[] = [];
        /** By pair: its count, or where it is among those asked. */
        const found = new Float64Array(pairs.length / 2);
        const places = new Int32Array(found.length).fill(NONE);
        for (let at = 0; at < found.length; at += 1) {
          const [a, b] = [numbers[pairs[2 * at]], numbers[pairs[2 * at + 1]]];
          const count = known.get(a, b);
          if (count !== undefined) found[at] = count;
          else {
            places[at] = open.get(a, b) ?? asked.length / 2;
            if (2 * places[at] === asked.length) {
              asked.push(pairs[2 * at], pairs[2 * at + 1]);
              open.set(a, b, places[at]);
            }
          }
        }
        const counts = await counter.countAll({ terms, pairs: Uint32Array.from(asked) });
        for (let at = 0; at < found.length; at += 1) if (places[at] !== NONE) found[at] = counts.pairs[places[at]];
        for (let at = 0; at < counts.pairs.length; at += 1) {
          known.set(numbers[asked[2 * at]], numbers[asked[2 * at + 1]], counts.pairs[at]);
        }
        return { ...counts, pairs: found, pairFlags: new Uint8Array(found.length) };
      },
    };
  }
}

export async function leftOf(
  slices: AsyncIterable<SliceUnits> | Iterable<SliceUnits>,
  { sources, labels }: ReleaseView,
): Promise<LeftCounts> {
  const left = new LeftCounts(sources.length);
  for await (const units of slices) await left.add(units, labels);
  return left;
}
