import { compareCodePoints } from '../../../../core/model/code-points.ts';
import { type Classes, type Sensitive, tallyClasses } from '../model/classes.ts';
import type { ValueHierarchy } from '../model/hierarchy.ts';

/** A group of similar values. */
export interface Concept {
  readonly name: string;
  /** 1 for the codes in it. */
  readonly holds: Uint8Array;
  readonly members: number;
  /** Its share in the whole file. */
  readonly share: number;
}

/** A concept that is over-represented in a class. */
interface ConceptOfClass {
  readonly group: number;
  readonly concept: Concept;
  readonly confidence: number;
}

/** A share counts from this many times the share in the whole file. */
const FACTOR = 1.5;

/** Concepts from the inner labels of the sensitive hierarchy. */
export function conceptsOfHierarchy(sensitive: Sensitive, hierarchy: ValueHierarchy): readonly Concept[] {
  const rows = sensitive.values.map((value) => hierarchy.indexOf.get(value) ?? -1);
  const known = new Set<string>();
  return hierarchy.labels.flatMap((labels, level) =>
    level === 0
      ? []
      : labels.flatMap((name, label) => {
          const holds = Uint8Array.from(rows, (row) => (row >= 0 && hierarchy.codes[level]?.[row] === label ? 1 : 0));
          const key = `${name} ${holds.join('')}`;
          if (known.has(key)) return [];
          known.add(key);
          return [conceptOf(name, holds, sensitive)];
        }),
  );
}

/** Values that a source holds together, by code. */
export interface RelatedGroup {
  readonly name: string | null;
  readonly codes: readonly number[];
}

/** Concepts from groups of a source; of equal groups the first, so the named ones come first. */
export function conceptsOfGroups(sensitive: Sensitive, groups: readonly RelatedGroup[]): readonly Concept[] {
  const known = new Set<string>();
  return groups.flatMap(({ name, codes }) => {
    const used = codes.filter((code) => sensitive.totals[code] > 0).sort((a, b) => a - b);
    const key = used.join();
    if (used.length < 2 || known.has(key)) return [];
    known.add(key);
    const holds = new Uint8Array(sensitive.values.length);
    for (const code of used) holds[code] = 1;
    const commonest = used.reduce((most, code) => (sensitive.totals[code] > sensitive.totals[most] ? code : most));
    return [conceptOf(name ?? `like ${sensitive.values[commonest]} (${used.length} values)`, holds, sensitive)];
  });
}

function conceptOf(name: string, holds: Uint8Array, { shares }: Sensitive): Concept {
  let [members, share] = [0, 0];
  for (const [code, each] of holds.entries()) {
    members += each;
    if (each === 1) share += shares[code];
  }
  return { name, holds, members, share };
}

/** Best concept of each class: greatest share, then rarer in the whole file, then by name; only if it says more than the file. */
export function conceptsOfClasses(
  classes: Classes,
  sensitive: Sensitive,
  concepts: readonly Concept[],
): readonly (ConceptOfClass | null)[] {
  const found: (ConceptOfClass | null)[] = [];
  tallyClasses(classes, sensitive, ({ counts, present, known }, group) => {
    let best: ConceptOfClass | null = null;
    for (const concept of concepts) {
      let count = 0;
      for (const code of present) if (concept.holds[code] === 1) count += counts[code];
      const confidence = known === 0 ? 0 : count / known;
      if (confidence < FACTOR * concept.share || confidence === 0) continue;
      if (best === null || before({ group, concept, confidence }, best)) best = { group, concept, confidence };
    }
    found.push(best);
  });
  return found;
}

function before(a: ConceptOfClass, b: ConceptOfClass): boolean {
  if (a.confidence !== b.confidence) return a.confidence > b.confidence;
  if (a.concept.share !== b.concept.share) return a.concept.share < b.concept.share;
  return compareCodePoints(a.concept.name, b.concept.name) < 0;
}

/** Width of the narrowest interval with the given share of a class's numbers, as a share of the file's range. */
export function narrowest(numbers: readonly number[], share: number, range: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const wanted = Math.max(1, Math.ceil(share * sorted.length - 1e-9));
  let least = Infinity;
  for (let at = 0; at + wanted <= sorted.length; at += 1) least = Math.min(least, sorted[at + wanted - 1] - sorted[at]);
  return range > 0 ? least / range : 0;
}

/** Distances of clusters that differ by less are equal: their means are summed in different orders. */
const TIE = 1e-9;

/**
 * Average linkage: all clusters of two or more points, closest first. The distance of two clusters is the mean over their known pairs; without a
 * known pair they are never joined. Clusters at the same least distance are joined at once (Fernandez and Gomez 2008), so the order of the points
 * does not matter, and distances that are all equal make no groups.
 */
export function averageLinkage(points: number, distance: (a: number, b: number) => number | null): readonly (readonly number[])[] {
  const far = new Float64Array(points * points).fill(Number.NaN);
  const pairs = new Float64Array(points * points);
  for (let a = 0; a < points; a += 1)
    for (let b = a + 1; b < points; b += 1) {
      const own = distance(a, b);
      if (own === null || !Number.isFinite(own)) continue;
      far[a * points + b] = far[b * points + a] = own;
      pairs[a * points + b] = pairs[b * points + a] = 1;
    }
  const members: (number[] | null)[] = Array.from({ length: points }, (_, at) => [at]);
  // Least distance of each cluster to a later one.
  const nearest = new Float64Array(points).fill(Infinity);
  const look = (a: number): void => {
    nearest[a] = Infinity;
    for (let b = a + 1; b < points; b += 1) if (members[b] !== null && far[a * points + b] < nearest[a]) nearest[a] = far[a * points + b];
  };
  for (let a = 0; a < points; a += 1) look(a);
  const found: number[][] = [];
  for (;;) {
    let least = Infinity;
    for (let a = 0; a < points; a += 1) if (members[a] !== null && nearest[a] < least) least = nearest[a];
    if (least === Infinity) return found;
    for (const [first, ...others] of tied(
      points,
      (a, b) => members[a] !== null && members[b] !== null && far[a * points + b] <= least + TIE,
      (a) => members[a] !== null && nearest[a] <= least + TIE,
    )) {
      const a = first as number;
      for (const b of others) {
        members[a] = [...(members[a] as number[]), ...(members[b] as number[])];
        members[b] = null;
        for (let c = 0; c < points; c += 1) {
          if (c === a || members[c] === null) continue;
          const [toA, toB] = [pairs[a * points + c], pairs[b * points + c]];
          if (toB === 0) continue;
          const mean = toA === 0 ? far[b * points + c] : (toA * far[a * points + c] + toB * far[b * points + c]) / (toA + toB);
          far[a * points + c] = far[c * points + a] = mean;
          pairs[a * points + c] = pairs[c * points + a] = toA + toB;
        }
      }
      members[a]?.sort((one, other) => one - other);
      found.push(members[a] as number[]);
    }
    for (let a = 0; a < points; a += 1) if (members[a] !== null) look(a);
  }
}

/** Clusters that are joined by the given pairs, each in ascending order. Only pairs whose first `may` be joined to a later one are asked. */
function tied(points: number, joined: (a: number, b: number) => boolean, may: (a: number) => boolean): number[][] {
  const of = Array.from({ length: points }, (_, at) => at);
  const root = (at: number): number => (of[at] === at ? at : root(of[at] as number));
  for (let a = 0; a < points; a += 1) {
    if (!may(a)) continue;
    for (let b = a + 1; b < points; b += 1) if (joined(a, b)) of[Math.max(root(a), root(b))] = Math.min(root(a), root(b));
  }
  const groups = new Map<number, number[]>();
  for (let at = 0; at < points; at += 1) {
    const own = groups.get(root(at));
    if (own === undefined) groups.set(root(at), [at]);
    else own.push(at);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
