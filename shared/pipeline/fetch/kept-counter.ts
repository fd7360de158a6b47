import { countKeys } from '../../core/keys/count-key.ts';
import { decodeRow, encodeRow, NO_PARTNERS, partnersOf, withPartners } from '../../core/relatedness/term-row.ts';
import type { CountRequest, Counts, HitCounter, SourceVersion } from '../../ports/hit-counter.ts';
import type { CacheKey } from '../../ports/score-cache.ts';
import type { TermRows } from '../../ports/term-rows.ts';
import { type Addition, Asked, type Held, partedBelow, type Wanted } from './asked.ts';

/** Partners in a row: 4 KB, what one read is billed for. */
const MOST_PARTNERS = 400;
/** A row that others keep writing at the same time is left to them: it costs another audit a count. */
const TRIES = 4;
/** Epoch seconds that a row lives after it was last written. */
const LIFE_S = 180 * 86_400;

interface KeptOptions {
  secret(): Promise<Uint8Array>;
  readonly rows: TermRows;
  /** Epoch seconds. */
  readonly now: number;
  /** Whether rows are cheaper than counting, for this number of terms and pairs (cloud/counters). */
  readonly pays: (terms: number, pairs: number) => boolean;
}

/** A source as planning pinned it, opened when it is asked. */
interface LazySource {
  readonly source: SourceVersion;
  readonly size: number;
  open(): Promise<HitCounter>;
}

/**
 * A source whose counts are kept in rows by term, under keyed hashes. A pair stands with the rarer of its terms (of two as rare: the smaller
 * key), so every audit looks in the same row. Missing pairs are counted and added.
 */
export class KeptCounter implements HitCounter {
  readonly source: SourceVersion;
  readonly #lazy: LazySource;
  readonly #options: KeptOptions;
  #sought: Sought = { found: 0, missed: 0, anew: 0 };

  constructor(lazy: LazySource, options: KeptOptions) {
    this.source = lazy.source;
    this.#lazy = lazy;
    this.#options = options;
  }

  get sought(): Sought {
    return this.#sought;
  }

  async size(): Promise<number> {
    return this.#lazy.size;
  }

  async count(term: string, other?: string): Promise<number> {
    if (other === undefined) return (await this.countAll({ terms: [term], pairs: new Uint32Array(0) })).terms[0];
    return (await this.countAll({ terms: [term, other], pairs: Uint32Array.of(0, 1) })).pairs[0];
  }

  async countAll(request: CountRequest): Promise<Counts> {
    const pairs = request.pairs.length / 2;
    if (!this.#options.pays(request.terms.length, pairs)) {
      this.#add({ found: 0, missed: 0, anew: pairs });
      return (await this.#lazy.open()).countAll(request);
    }
    const one = countKeys(await this.#options.secret(), this.source).one;
    const asked = new Asked(request, request.terms.map(one), await this.#read(request.terms.map(one)));
    for (let level = 0, rows = asked.heads(); rows.length > 0; level += 1) {
      rows = await this.#readBelow(asked.lookIn(rows, level));
    }
    this.#add({ found: pairs - asked.open.length, missed: asked.open.length, anew: 0 });
    const missing = asked.missing();
    if (missing !== null) {
      asked.fill(await (await this.#lazy.open()).countAll(missing));
      await this.#keep(0, asked.additions());
    }
    return asked.counts;
  }

  #add({ found, missed, anew }: Sought): void {
    this.#sought = { found: this.#sought.found + found, missed: this.#sought.missed + missed, anew: this.#sought.anew + anew };
  }

  async #read(keys: readonly CacheKey[]): Promise<Held[]> {
    const stored = await this.#options.rows.get(keys, this.#options.now);
    return keys.map((key, at) => {
      const held = stored[at] ?? null;
      return { key, stored: held, row: held === null ? null : decodeRow(held.bytes) };
    });
  }

  async #readBelow(wanted: readonly Wanted[]): Promise<Wanted[]> {
    const held = await this.#read(wanted.map(({ held: { key } }) => key));
    return wanted.map(({ pairs }, at) => ({ held: held[at], pairs }));
  }

  /** Adds to rows, and parts those that grow too long: the rows below first, so that a row never says it is parted before it is. */
  async #keep(level: number, additions: readonly Addition[]): Promise<void> {
    let open = additions;
    for (let attempt = 0; open.length > 0 && attempt < TRIES; attempt += 1) {
      const below: Addition[] = [];
      const changes = open.flatMap((addition) => {
        const { held, head, partners } = addition;
        const before = held.row ?? head;
        const after = before.parted ? before : withPartners(before, partners);
        if (before.parted || after.counts.length > MOST_PARTNERS) {
          below.push(...partedBelow(held.key, level, before.parted ? partners : partnersOf(after)));
        }
        if (after === held.row) return [];
        const row = after.counts.length > MOST_PARTNERS ? { ...NO_PARTNERS, count: after.count, flags: after.flags, parted: true } : after;
        return [{ addition, change: { key: held.key, bytes: encodeRow(row), over: held.stored } }];
      });
      if (below.length > 0) {
        const rows = await this.#read(below.map(({ held: { key } }) => key));
        await this.#keep(
          level + 1,
          below.map((addition, at) => ({ ...addition, held: rows[at] })),
        );
      }
      if (changes.length === 0) return;
      const { rows, now } = this.#options;
      const written = await rows.put(
        changes.map(({ change }) => change),
        now,
        now + LIFE_S,
      );
      const lost = changes.flatMap(({ addition }, at) => (written[at] === true ? [] : [addition]));
      const again = await this.#read(lost.map(({ held: { key } }) => key));
      open = lost.map((addition, at) => ({ ...addition, held: again[at] }));
    }
  }
}

/** Score-cache statistics: hits, misses, bypassed. */
interface Sought {
  readonly found: number;
  readonly missed: number;
  readonly anew: number;
}

export interface SoughtOf extends Sought {
  readonly source: string;
}
