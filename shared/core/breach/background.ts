import type { Random } from '../random/random.ts';
import type { Background } from './breaches.ts';

/** How many terms of each kind the weak attacker draws: 20 in all, 190 pairs. */
const WEAK_DRAWS = 10;

/** The share of the records that the moderate attacker knows, in audits and experiments alike: the sources leave it open. */
export const MODERATE_SHARE = 0.1;

/** Indexes of a part of `count` things, at random: the share, but never all of them. */
function drawPart(count: number, share: number, random: Random): number[] {
  const wanted = Math.min(count - 1, Math.max(0, Math.round(count * share)));
  return drawn(count, wanted, random);
}

/** `wanted` of `count` indexes without repetition, each set of them equally likely: a shuffle that stops early. */
function drawn(count: number, wanted: number, random: Random): number[] {
  const all = Array.from({ length: count }, (_, at) => at);
  const first = Math.min(wanted, count);
  for (let at = 0; at < first; at += 1) {
    const other = at + random.below(count - at);
    [all[at], all[other]] = [all[other] as number, all[at] as number];
  }
  return all.slice(0, first);
}

/**
 * Moderate: knows some of the records, a strict part of them, and so every combination of m of their items. A pair lies in
 * one of these when a known record of at least m items holds both.
 */
export function moderate(records: readonly (readonly string[])[], m: number, share: number, random: Random): Background {
  const holders = new Map<string, number[]>();
  // No single item holds a pair.
  if (m < 2) return { holds: () => false };
  for (const at of drawPart(records.length, share, random).sort((a, b) => a - b)) {
    const record = records[at] as readonly string[];
    if (record.length < m) continue;
    for (const item of record) {
      const known = holders.get(item);
      if (known === undefined) holders.set(item, [at]);
      else known.push(at);
    }
  }
  return { holds: (x, y) => meet(holders.get(x) ?? [], holders.get(y) ?? []) };
}

/** Do two ascending lists share a number? */
function meet(x: readonly number[], y: readonly number[]): boolean {
  for (let a = 0, b = 0; a < x.length && b < y.length; ) {
    const difference = (x[a] as number) - (y[b] as number);
    if (difference === 0) return true;
    if (difference < 0) a += 1;
    else b += 1;
  }
  return false;
}

/** Weak: every combination of m out of 10 items drawn from the data and 10 nouns drawn from a dictionary. */
export function weak(items: readonly string[], nouns: readonly string[], m: number, random: Random): Background {
  const known = new Set([
    ...drawn(items.length, WEAK_DRAWS, random).map((at) => items[at] as string),
    ...drawn(nouns.length, WEAK_DRAWS, random).map((at) => nouns[at] as string),
  ]);
  // With fewer terms than m there is no combination to know.
  return { holds: (x, y) => m >= 2 && known.size >= m && known.has(x) && known.has(y) };
}
