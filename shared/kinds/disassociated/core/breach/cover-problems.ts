import { compareCodePoints } from '../../../../core/model/code-points.ts';
import type { Chunk, Cluster } from '../model.ts';

/** Of an item of a later record chunk: what an earlier chunk of the cluster gives away about it. Chunks count from 0. */
export interface CoverProblem {
  readonly item: string;
  readonly chunk: number;
  readonly against: number;
  /** s(item), within its chunk. */
  readonly support: number;
  /** The items at the least support: a row with one of them has all covering items too. In code-point order. */
  readonly covered: readonly string[];
  readonly coveredSupport: number;
  /** The others; none: the problem is trivial. */
  readonly covering: readonly string[];
}

interface Counted {
  readonly terms: readonly string[];
  readonly supports: readonly number[];
  readonly rows: readonly (readonly number[])[];
  /** Terms by support, greatest first: every set `I` is a beginning of this list. */
  readonly order: readonly number[];
  /** For each beginning of `order`, from one term on: how many rows hold all of it. Filled as far as it was asked for. */
  readonly together: number[];
  holders: number[];
}

/**
 * The cover problems of one cluster, in the order of its chunks. For an item x of a later chunk, `I` is what an earlier chunk
 * holds at least as often as x; there is a problem when the rarest of `I` never occurs without all the others. Ordered by
 * support, every `I` is a prefix of one list, so a chunk is counted once for all items that are compared with it.
 */
export function coverProblems({ recordChunks }: Cluster): CoverProblem[] {
  if (recordChunks.length < 2) return [];
  const counted = recordChunks.map(countChunk);
  const problems: CoverProblem[] = [];
  counted.forEach(({ terms, supports }, chunk) => {
    if (chunk === 0) return;
    terms.forEach((item, at) => {
      const support = supports[at];
      for (let against = 0; against < chunk; against += 1) {
        const problem = problemAgainst(counted[against], support);
        if (problem !== null) problems.push({ item, chunk, against, support, ...problem });
      }
    });
  });
  return problems;
}

function countChunk(chunk: Chunk): Counted {
  const terms = [...new Set(chunk.flat())].sort(compareCodePoints);
  const numberOf = new Map(terms.map((term, at) => [term, at]));
  const supports = new Array<number>(terms.length).fill(0);
  const rows = chunk.map((subRecord) =>
    subRecord.map((term) => {
      const number = numberOf.get(term) as number;
      supports[number] += 1;
      return number;
    }),
  );
  const order = terms.map((_, at) => at).sort((a, b) => supports[b] - supports[a] || a - b);
  return { terms, supports, rows, order, together: [], holders: rows.map((_, row) => row) };
}

function problemAgainst(chunk: Counted, support: number): Pick<CoverProblem, 'covered' | 'coveredSupport' | 'covering'> | null {
  const { terms, supports, order } = chunk;
  let size = 0;
  while (size < order.length && supports[order[size]] >= support) size += 1;
  if (size === 0) return null;
  const least = supports[order[size - 1]];
  if (togetherIn(chunk, size) !== least) return null;
  const within = order.slice(0, size).sort((a, b) => a - b);
  const named = (wanted: boolean): string[] => within.filter((term) => (supports[term] === least) === wanted).map((term) => terms[term]);
  return { covered: named(true), coveredSupport: least, covering: named(false) };
}

function togetherIn(chunk: Counted, size: number): number {
  while (chunk.together.length < size) {
    const term = chunk.order[chunk.together.length];
    chunk.holders = chunk.holders.filter((row) => chunk.rows[row].includes(term));
    chunk.together.push(chunk.holders.length);
  }
  return chunk.together[size - 1];
}
