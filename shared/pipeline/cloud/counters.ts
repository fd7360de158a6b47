import type { PlannedSource } from '../../contracts/cloud-work.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import type { ScoreCache } from '../../ports/score-cache.ts';
import type { TermRows } from '../../ports/term-rows.ts';
import { CachedCounter } from '../fetch/cached-counter.ts';
import { KeptCounter } from '../fetch/kept-counter.ts';
import { PRICE } from './cost/prices.ts';

export interface CountPorts {
  /** Of the cache's keys; asked for only by what looks there. */
  secret(): Promise<Uint8Array>;
  readonly rows: TermRows;
  readonly cache: ScoreCache;
  /** Epoch seconds. */
  readonly now: number;
  /** US dollars that an audit may spend on storing counts of a corpus that are cheaper to count anew: other audits read them. */
  readonly keepUsd: number;
  open(planned: PlannedSource): Promise<HitCounter>;
}

/**
 * The sources of an audit, in order, for a `part` (0 to 1) of its units. A corpus is opened when it has to count; of a live source only the cache is
 * read.
 */
export const countersOf = (
  sources: readonly PlannedSource[],
  { secret, rows, cache, now, keepUsd, open }: CountPorts,
  part: number,
): Promise<HitCounter[]> =>
  Promise.all(
    sources.map(async (planned) => {
      const { source, size, index } = planned;
      if (index === null) return new CachedCounter(source, { secret: await secret(), cache, now });
      const pays = spending(keepUsd * part, index.size);
      return new KeptCounter({ source, size, open: () => open(planned) }, { secret, rows, now, pays });
    }),
  );

/** Uses the cache where that pays for the second audit, and elsewhere until the dollars are spent. */
function spending(dollars: number, indexBytes: number): (terms: number, pairs: number) => boolean {
  let left = dollars;
  return (terms, pairs) => {
    const { anew, read, write } = countPrice({ terms, pairs, indexBytes });
    if (read + write < anew) return true;
    if (read + write > left) return false;
    left -= read + write;
    return true;
  };
}

/** Dollars for one question. */
interface CountPrice {
  /** Dollars to count a question from the index. */
  readonly anew: number;
  /** Dollars to read its rows, and to write them the first time. */
  readonly read: number;
  readonly write: number;
}

/** A window of the index is a request: two a term, its entry and its list. */
const WINDOWS_A_TERM = 2;
/** A function keeps so much of an index (adapters/aws/s3-byte-source): of one that is smaller, as WordNet's, each window is read once. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** Pairs that a processor counts in a second, as audits ask for them (2026-11-19). */
const PAIRS_A_SECOND = 1e6;
const COUNTING_GB = 1769 / 1024;

/** A row has up to 4 KB, is read at half a unit and, while young, written at one. */
export function countPrice({ terms, pairs, indexBytes }: { terms: number; pairs: number; indexBytes: number }): CountPrice {
  const windows = indexBytes <= KEPT_BYTES ? 0 : WINDOWS_A_TERM * terms;
  return {
    anew: windows * PRICE.get + (pairs / PAIRS_A_SECOND) * COUNTING_GB * PRICE.lambdaGbSecond,
    read: (terms * PRICE.readUnit) / 2,
    write: terms * PRICE.writeUnit,
  };
}
