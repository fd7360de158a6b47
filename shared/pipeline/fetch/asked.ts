import { NO_PARTNERS, type Partner, placeOf, type TermRow } from '../../core/relatedness/term-row.ts';
import type { CountRequest, Counts } from '../../ports/hit-counter.ts';
import type { CacheKey } from '../../ports/score-cache.ts';
import type { HeldRow } from '../../ports/term-rows.ts';

/** A row as it was read: null where there is none. */
export interface Held {
  readonly key: CacheKey;
  readonly stored: HeldRow | null;
  readonly row: TermRow | null;
}

/** Pairs of a request that are looked for in one row. */
export interface Wanted {
  readonly held: Held;
  readonly pairs: readonly number[];
}

/** Content of one row. */
export interface Addition {
  readonly held: Held;
  /** The row where there is none yet. */
  readonly head: TermRow;
  readonly partners: readonly Partner[];
}

const wordAt = (key: CacheKey, at: number): number => ((key[at] << 24) | (key[at + 1] << 16) | (key[at + 2] << 8) | key[at + 3]) >>> 0;

const halfByte = ({ high, low }: Pick<Partner, 'high' | 'low'>, level: number): number =>
  ((level < 8 ? high >>> (28 - 4 * level) : low >>> (60 - 4 * level)) & 15) >>> 0;

const keyBelow = (key: CacheKey, part: number): CacheKey => Uint8Array.from([...key, part]);

export function partedBelow(key: CacheKey, level: number, partners: readonly Partner[]): Addition[] {
  const parts = new Map<number, Partner[]>();
  for (const partner of partners) {
    const part = halfByte(partner, level);
    parts.set(part, [...(parts.get(part) ?? []), partner]);
  }
  return [...parts].map(([part, of]) => ({
    held: { key: keyBelow(key, part), stored: null, row: null },
    head: NO_PARTNERS,
    partners: of,
  }));
}

export class Asked {
  readonly counts: Counts;
  /** Pairs without an answer yet. */
  open: number[] = [];
  readonly #request: CountRequest;
  readonly #keys: readonly CacheKey[];
  readonly #heads: readonly Held[];

  constructor(request: CountRequest, keys: readonly CacheKey[], heads: readonly Held[]) {
    this.#request = request;
    this.#keys = keys;
    this.#heads = heads;
    this.counts = {
      terms: Float64Array.from(heads, ({ row }) => row?.count ?? Number.NaN),
      termFlags: Uint8Array.from(heads, ({ row }) => row?.flags ?? 0),
      pairs: new Float64Array(request.pairs.length / 2).fill(Number.NaN),
      pairFlags: new Uint8Array(request.pairs.length / 2),
    };
  }

  /** Rows of terms, with their pairs. */
  heads(): Wanted[] {
    const wanted = new Map<number, number[]>();
    for (let pair = 0; pair < this.counts.pairs.length; pair += 1) {
      const [x, y] = this.#termsOf(pair);
      if (this.#heads[x]?.row == null || this.#heads[y]?.row == null) this.open.push(pair);
      else pushTo(wanted, this.#owner(pair), pair);
    }
    return [...wanted].map(([term, pairs]) => ({ held: this.#heads[term], pairs }));
  }

  /** Takes what the rows have; answers the rows below them that have to be looked in. */
  lookIn(rows: readonly Wanted[], level: number): Wanted[] {
    const below: Wanted[] = [];
    for (const { held, pairs } of rows) {
      const parts = new Map<number, number[]>();
      for (const pair of pairs) {
        const tag = this.#tag(pair);
        const place = held.row === null ? -1 : placeOf(held.row, tag.high, tag.low);
        if (held.row?.parted === true) pushTo(parts, halfByte(tag, level), pair);
        else if (held.row === null || place < 0) this.open.push(pair);
        else {
          this.counts.pairs[pair] = held.row.counts[place];
          this.counts.pairFlags[pair] = held.row.pairFlags[place];
        }
      }
      for (const [part, those] of parts) below.push({ held: { key: keyBelow(held.key, part), stored: null, row: null }, pairs: those });
    }
    return below;
  }

  /** The question about what no row had; null when all is answered. */
  missing(): CountRequest | null {
    const terms = new Map<number, number>();
    const place = (term: number): number => {
      const known = terms.get(term) ?? terms.size;
      terms.set(term, known);
      return known;
    };
    for (const [term, { row }] of this.#heads.entries()) if (row === null) place(term);
    const pairs = Uint32Array.from(this.open.flatMap((pair) => this.#termsOf(pair).map(place)));
    if (terms.size === 0) return null;
    this.#placed = [...terms.keys()];
    return { terms: this.#placed.map((term) => this.#request.terms[term]), pairs };
  }
  #placed: readonly number[] = [];

  /** Takes the answer to what was missing. */
  fill({ terms, termFlags, pairs, pairFlags }: Counts): void {
    for (const [at, term] of this.#placed.entries()) {
      this.counts.terms[term] = terms[at];
      this.counts.termFlags[term] = termFlags[at];
    }
    for (const [at, pair] of this.open.entries()) {
      this.counts.pairs[pair] = pairs[at];
      this.counts.pairFlags[pair] = pairFlags[at];
    }
  }

  /** Missing pairs by row. */
  additions(): Addition[] {
    const partners = new Map<number, Partner[]>();
    for (const [term, { row }] of this.#heads.entries()) if (row === null) partners.set(term, []);
    for (const pair of this.open) {
      const count = this.counts.pairs[pair];
      pushTo(partners, this.#owner(pair), { ...this.#tag(pair), count, flags: this.counts.pairFlags[pair] });
    }
    return [...partners].map(([term, added]) => ({
      held: this.#heads[term],
      head: { ...NO_PARTNERS, count: this.counts.terms[term], flags: this.counts.termFlags[term] },
      partners: added,
    }));
  }

  #termsOf(pair: number): [number, number] {
    return [this.#request.pairs[2 * pair], this.#request.pairs[2 * pair + 1]];
  }

  /** The rarer has fewer partners: its row stays short, and one read brings most of what a table asks of it. */
  #owner(pair: number): number {
    const [x, y] = this.#termsOf(pair);
    const order = rank(this.counts.terms[x]) - rank(this.counts.terms[y]);
    return (order || compareKeys(this.#keys[x], this.#keys[y])) <= 0 ? x : y;
  }

  #tag(pair: number): { readonly high: number; readonly low: number } {
    const [x, y] = this.#termsOf(pair);
    const key = this.#keys[this.#owner(pair) === x ? y : x];
    return { high: wordAt(key, 0), low: wordAt(key, 4) };
  }
}

const rank = (count: number): number => (Number.isNaN(count) ? -1 : count);

function compareKeys(a: CacheKey, b: CacheKey): number {
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return a[at] - b[at];
  return 0;
}

function pushTo<T>(groups: Map<number, T[]>, key: number, value: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}
