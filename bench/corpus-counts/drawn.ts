// What the bench of counts asks: terms by how many pieces hold them, pairs of them, and phrases of running text.
import type { PieceList } from '../../shared/core/corpus/piece-list.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';

export interface Band {
  readonly name: string;
  readonly terms: (random: Random, count: number) => string[];
  /** Whether the terms of a lone pair are drawn by frequency too. */
  readonly byFrequency: boolean;
  /** What is asked of it: pairs a second in tables, alone; times FTS5, times a Set. */
  readonly table: number;
  readonly lone: number;
  readonly fts: number;
  readonly set: number;
}

export function documentFrequencies(pieces: readonly (readonly string[])[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const tokens of pieces) for (const token of new Set(tokens)) counts.set(token, (counts.get(token) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

export function bandsOver(frequencies: readonly [string, number][]): Band[] {
  const distinctDraws = (count: number, draw: () => string): string[] => {
    const drawn = new Set<string>();
    while (drawn.size < count) drawn.add(draw());
    return [...drawn];
  };
  const ends: number[] = [];
  let total = 0;
  for (const [, df] of frequencies) {
    total += df;
    ends.push(total);
  }
  const byFrequency = (random: Random): string => (frequencies[drawnBy(ends, random)] as [string, number])[0];
  const middle = frequencies.slice(100, 5000).map(([term]) => term);
  const rare = frequencies.filter(([, df]) => df >= 20 && df <= 500).map(([term]) => term);
  const from = (terms: readonly string[]) => (random: Random, count: number) =>
    distinctDraws(Math.min(count, terms.length), () => terms[random.below(terms.length)] as string);
  return [
    {
      name: 'drawn by frequency',
      terms: (random, count) => distinctDraws(count, () => byFrequency(random)),
      byFrequency: true,
      table: 8e6,
      lone: 350_000,
      fts: 80,
      set: 30,
    },
    { name: 'rank 100 to 5,000', terms: from(middle), byFrequency: false, table: 25e6, lone: 400_000, fts: 20, set: 10 },
    { name: 'in 20 to 500 pieces', terms: from(rare), byFrequency: false, table: 25e6, lone: 1.5e6, fts: 15, set: 2 },
  ];
}

/** A place, drawn by its weight; `ends`: the weights added up. */
function drawnBy(ends: readonly number[], random: Random): number {
  const wanted = random.unit() * (ends.at(-1) as number);
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] as number) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Distinct pairs of different terms, each term drawn by its frequency or all alike. */
export function lonePairs(random: Random, lists: readonly PieceList[], count: number, byFrequency: boolean): Uint32Array {
  const ends: number[] = [];
  let total = 0;
  for (const list of lists) {
    total += byFrequency ? list.count : 1;
    ends.push(total);
  }
  const seen = new Set<number>();
  const pairs: number[] = [];
  while (pairs.length < 2 * count) {
    const [x, y] = [drawnBy(ends, random), drawnBy(ends, random)];
    const key = Math.min(x, y) * lists.length + Math.max(x, y);
    if (x === y || seen.has(key)) continue;
    seen.add(key);
    pairs.push(x, y);
  }
  return Uint32Array.from(pairs);
}

/** 500 groups of 4 members and 12 contexts, each member with each context, as an audit asks them. */
export function auditPlan(random: Random, terms: number): Uint32Array {
  const pairs: number[] = [];
  for (let group = 0; group < 500; group += 1) {
    const members = Array.from({ length: 4 }, () => random.below(terms));
    const contexts = Array.from({ length: 12 }, () => random.below(terms));
    for (const member of members) for (const context of contexts) pairs.push(member, context);
  }
  return Uint32Array.from(pairs);
}

/** Distinct phrases of two to four words, drawn from running text. */
export function drawnPhrases(pieces: readonly (readonly string[])[], count: number): string[] {
  const random = seeded('phrases');
  const phrases = new Set<string>();
  while (phrases.size < count) {
    const tokens = pieces[random.below(pieces.length)] as readonly string[];
    const start = random.below(Math.max(1, tokens.length - 4));
    phrases.add(tokens.slice(start, start + 2 + random.below(3)).join(' '));
  }
  return [...phrases];
}
