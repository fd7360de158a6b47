import { PRICE } from './prices.ts';

/** What a function that counts is made of. */
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
/** Pairs that a processor counts in a second, as audits ask for them (docs/figures/corpus-counts.md). */
const PAIRS_A_SECOND = 1e6;
const COUNTING_GB = 1769 / 1024;

/** What a question costs either way. A row has up to 4 KB, is read at half a unit and, while young, written at one. */
export function countPrice({ terms, pairs, indexBytes }: { terms: number; pairs: number; indexBytes: number }): CountPrice {
  const windows = indexBytes <= KEPT_BYTES ? 0 : WINDOWS_A_TERM * terms;
  return {
    anew: windows * PRICE.get + (pairs / PAIRS_A_SECOND) * COUNTING_GB * PRICE.lambdaGbSecond,
    read: (terms * PRICE.readUnit) / 2,
    write: terms * PRICE.writeUnit,
  };
}
