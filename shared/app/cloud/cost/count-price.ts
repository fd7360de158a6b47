import { PRICE } from './prices.ts';

/** What a function that counts is made of. */
interface CountPrice {
  /** Dollars to count a question from the index. */
  readonly anew: number;
  /** Dollars to read its rows, and to write them the first time. */
  readonly read: number;
  readonly write: number;
}

/** An index is read in windows of this size (adapters/aws/s3-byte-source), each a request: two a term at most, its entry and its list. */
const WINDOW = 256 * 1024;
const WINDOWS_A_TERM = 2;
/** Pairs that a processor counts in a second, as audits ask for them (docs/figures/corpus-counts.md). */
const PAIRS_A_SECOND = 1e6;
const COUNTING_GB = 1769 / 1024;

/** What a question costs either way. A row has up to 4 KB, is read at half a unit and, while young, written at one. */
export function countPrice({ terms, pairs, indexBytes }: { terms: number; pairs: number; indexBytes: number }): CountPrice {
  const windows = Math.min(WINDOWS_A_TERM * terms, Math.ceil(indexBytes / WINDOW));
  return {
    anew: windows * PRICE.get + (pairs / PAIRS_A_SECOND) * COUNTING_GB * PRICE.lambdaGbSecond,
    read: (terms * PRICE.readUnit) / 2,
    write: terms * PRICE.writeUnit,
  };
}
