import type { Entry } from '../../shared/core/model/transaction.ts';
import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import type { KnownRelease } from '../audit-release.ts';

/**
 * How the sensitive items, or their partners, differ from what is published alone. `plain`: not at all. `dense`: partners stand in the same
 * transactions. `topics`: all are about one of three things. `phrases`: of several words. `alike`: partners mean much the same. `vague`: words
 * that are frequent everywhere else. `rarest`, `commonest`: by how often a source holds them, apart from all others.
 */
export const SHIFTS = ['plain', 'dense', 'topics', 'phrases', 'alike', 'vague', 'rarest', 'commonest'] as const;
export type Shift = (typeof SHIFTS)[number];

interface ShiftedWish {
  readonly shift: Shift;
  readonly seed: string;
  readonly k: number;
  readonly groups: number;
}

/** Parameters of a shift. */
interface ItemKnowledge {
  /** Unit vectors; null where there is none. */
  readonly vectorOf: (item: string) => Float32Array | null;
  /** Documents of a source with the item. */
  readonly countOf: (item: string) => number;
}

/** Generalises items of few transactions until each generalised item lies in at least k. */
export function shiftedRelease(
  documents: readonly (readonly string[])[],
  { shift, seed, k, groups }: ShiftedWish,
  knowledge: ItemKnowledge,
): KnownRelease {
  const random = seeded('shifted', shift, seed);
  const holders = new Map<string, number[]>();
  for (const [at, items] of documents.entries()) for (const item of items) holders.set(item, [...(holders.get(item) ?? []), at]);
  const held = (item: string): readonly number[] => holders.get(item) ?? [];
  const few = shuffle(
    [...holders.keys()].filter((item) => held(item).length <= k),
    random,
  );
  const sensitive = chosen(few, shift, 6 * groups, knowledge, random);
  const groupOf = new Map<string, readonly string[]>();
  const rowsOf = (members: readonly string[]): number[] => [...new Set(members.flatMap(held))];
  for (let at = 0, made = 0; made < groups && at < sensitive.length; at += 1) {
    const members = [sensitive[at]];
    if (groupOf.has(members[0])) continue;
    const size = 2 + random.below(3);
    for (let attempt = 0; attempt < 60 && (rowsOf(members).length < k || members.length < size); attempt += 1) {
      const partner = partnerOf(members, shift, sensitive, () => documents[rowsOf(members)[0]], knowledge, random);
      if (!groupOf.has(partner) && !members.includes(partner) && held(partner).length <= 3 * k) members.push(partner);
      if (members.length >= 8) break;
    }
    if (rowsOf(members).length < k || members.length < 2) continue;
    const published = shuffle([...members], random);
    for (const member of members) groupOf.set(member, published);
    made += 1;
  }
  const release = documents.map((items): Entry[] => {
    const entries = new Set<Entry>();
    for (const item of items) entries.add(groupOf.get(item) ?? item);
    return [...entries];
  });
  return { release, original: documents };
}

function chosen(few: readonly string[], shift: Shift, most: number, { vectorOf, countOf }: ItemKnowledge, random: Random): string[] {
  const by = (value: (item: string) => number): string[] =>
    few
      .map((item) => ({ item, value: value(item) }))
      .filter(({ value: own }) => !Number.isNaN(own))
      .toSorted((a, b) => b.value - a.value)
      .slice(0, most)
      .map(({ item }) => item);
  switch (shift) {
    case 'topics': {
      const about = few.flatMap((item) => vectorOf(item) ?? []).slice(0, 3);
      return shuffle(
        by((item) => {
          const own = vectorOf(item);
          return own === null ? Number.NaN : Math.max(...about.map((each) => cosine(own, each)));
        }),
        random,
      );
    }
    case 'phrases':
      return few.filter((item) => item.includes(' '));
    case 'vague':
      return shuffle(
        by((item) => (item.includes(' ') ? Number.NaN : countOf(item))),
        random,
      );
    case 'commonest':
      return shuffle(by(countOf).slice(0, most / 2), random);
    case 'rarest':
      return shuffle(by((item) => -countOf(item)).slice(0, most / 2), random);
    default:
      return [...few];
  }
}

function partnerOf(
  members: readonly string[],
  shift: Shift,
  sensitive: readonly string[],
  beside: () => readonly string[],
  { vectorOf }: ItemKnowledge,
  random: Random,
): string {
  const one = (from: readonly string[]): string => from[random.below(from.length)];
  if (shift === 'dense') return one(beside());
  if (shift !== 'alike') return one(sensitive);
  const own = vectorOf(members[0]);
  const candidates = Array.from({ length: 40 }, () => one(sensitive));
  if (own === null) return candidates[0];
  const near = (item: string): number => {
    const vector = vectorOf(item);
    return vector === null ? -1 : cosine(own, vector);
  };
  return candidates.reduce((best, each) => (near(each) > near(best) ? each : best));
}

function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  for (const [at, x] of a.entries()) dot += x * b[at];
  return dot;
}
