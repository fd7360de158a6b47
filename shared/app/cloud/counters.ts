import type { PlannedSource } from '../../contracts/cloud-work.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import type { ScoreCache } from '../../ports/score-cache.ts';
import type { TermRows } from '../../ports/term-rows.ts';
import { CachedCounter } from '../fetch/cached-counter.ts';
import { KeptCounter } from '../fetch/kept-counter.ts';
import { countPrice } from './cost/count-price.ts';

/** Where counts come from: indexes, what rows of the score cache hold of them, and the answers of live sources in it. */
export interface CountPorts {
  readonly secret: Uint8Array;
  readonly rows: TermRows;
  readonly cache: ScoreCache;
  /** Epoch seconds. */
  readonly now: number;
  /** What an audit may spend on rows of a corpus where counting is cheaper: other audits find what it counted. */
  readonly keepUsd: number;
  open(planned: PlannedSource): Promise<HitCounter>;
}

/**
 * The sources of an audit, in their order, for a part of its units. A corpus is opened when it has to count; a live source says what the
 * cache holds.
 */
export const countersOf = (
  sources: readonly PlannedSource[],
  { secret, rows, cache, now, keepUsd, open }: CountPorts,
  part: number,
): HitCounter[] =>
  sources.map((planned) => {
    const { source, size, index } = planned;
    if (index === null) return new CachedCounter(source, { secret, cache, now });
    const pays = spending(keepUsd * part, index.size);
    return new KeptCounter({ source, size, open: () => open(planned) }, { secret, rows, now, pays });
  });

/** Rows are read and kept where that is cheaper than counting by the second audit, and else until the money is spent. */
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
