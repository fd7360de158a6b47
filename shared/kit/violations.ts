import type { Claim } from '../core/verdict/claim.ts';

/** One sort of violation. Each is put into words only when it is printed: there may be millions. */
interface Violations {
  /** A line above them. */
  readonly heading?: string;
  readonly count: number;
  json(at: number): object;
  text(at: number): string;
}

export const violations = <T>(found: readonly T[], json: (each: T) => object, text: (each: T) => string, heading?: string): Violations => ({
  ...(heading === undefined ? {} : { heading }),
  count: found.length,
  json: (at) => json(found[at]),
  text: (at) => text(found[at]),
});

interface CheckedList {
  readonly claims: readonly Claim[];
  readonly notes?: readonly string[];
  readonly found: readonly Violations[];
  /** The last lines. */
  readonly summary: readonly string[];
}

/** A check as it is printed: violations by sort, then the summary; as JSON a violation a line. */
export const checkedList = ({ claims, notes = [], found, summary }: CheckedList) => ({
  claims,
  notes,
  *json(): Generator<object> {
    for (const sort of found) for (let at = 0; at < sort.count; at += 1) yield sort.json(at);
  },
  *text(most: number): Generator<string> {
    for (const { heading, count, text } of found) {
      if (heading !== undefined && count > 0) yield heading;
      for (let at = 0; at < Math.min(count, most); at += 1) yield text(at);
      if (count > most) yield `  ... and ${count - most} more (--all, --json)`;
    }
    yield* summary;
  },
});
