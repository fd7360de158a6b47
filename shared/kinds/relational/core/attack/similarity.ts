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

/**
 * Concepts from distances of a source, at every scale: each cluster of average linkage. Null distance: unknown pair. A value without a known pair
 * is not covered.
 */
export function conceptsOfDistances(
  sensitive: Sensitive,
  distance: (a: number, b: number) => number | null,
): { readonly concepts: readonly Concept[]; readonly covered: number } {
  const codes = [...sensitive.values.keys()]
    .filter((code) => sensitive.totals[code] > 0)
    .sort((a, b) => compareCodePoints(sensitive.values[a], sensitive.values[b]));
  const far = (a: number, b: number): number | null => {
    const own = distance(codes[a], codes[b]);
    return own === null || !Number.isFinite(own) ? null : own;
  };
  const covered = codes.reduce((sum, code, at) => {
    const isKnown = codes.some((_, other) => other !== at && far(Math.min(at, other), Math.max(at, other)) !== null);
    return isKnown ? sum + sensitive.shares[code] : sum;
  }, 0);
  const concepts = averageLinkage(codes.length, far).map((members) => {
    const holds = new Uint8Array(sensitive.values.length);
    for (const at of members) holds[codes[at]] = 1;
    const [first] = members.map((at) => codes[at]).sort((a, b) => sensitive.totals[b] - sensitive.totals[a]);
    return conceptOf(`like ${sensitive.values[first as number]} (${members.length} values)`, holds, sensitive);
  });
  return { concepts, covered };
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

/**
 * Average linkage: all clusters of two or more points, closest first. The distance of two clusters is the mean over their known pairs; without a
 * known pair they are never joined. Ties: the first points.
 */
export function averageLinkage(points: number, distance: (a: number, b: number) => number | null): readonly (readonly number[])[] {
  const far = new Float64Array(points * points);
  const pairs = new Float64Array(points * points);
  for (let a = 0; a < points; a += 1)
    for (let b = a + 1; b < points; b += 1) {
      const own = distance(a, b);
      if (own === null) continue;
      far[a * points + b] = far[b * points + a] = own;
      pairs[a * points + b] = pairs[b * points + a] = 1;
    }
  const members: (number[] | null)[] = Array.from({ length: points }, (_, at) => [at]);
  // Nearest later cluster of each; -1: none known.
  const nearest = new Int32Array(points).fill(-1);
  const look = (a: number): void => {
    nearest[a] = -1;
    for (let b = a + 1; b < points; b += 1) {
      if (members[b] === null || pairs[a * points + b] === 0) continue;
      const best = nearest[a];
      if (best === -1 || far[a * points + b] < far[a * points + best]) nearest[a] = b;
    }
  };
  for (let a = 0; a < points; a += 1) look(a);
  const found: number[][] = [];
  for (;;) {
    let [a, least] = [-1, Infinity];
    for (let at = 0; at < points; at += 1) {
      const other = nearest[at];
      if (members[at] === null || other === -1 || far[at * points + other] >= least) continue;
      [a, least] = [at, far[at * points + other]];
    }
    if (a === -1) return found;
    const b = nearest[a];
    const joined = [...(members[a] as number[]), ...(members[b] as number[])].sort((one, other) => one - other);
    found.push(joined);
    members[a] = joined;
    members[b] = null;
    for (let c = 0; c < points; c += 1) {
      if (c === a || members[c] === null) continue;
      const [toA, toB] = [pairs[a * points + c], pairs[b * points + c]];
      if (toA + toB > 0) far[a * points + c] = far[c * points + a] = (toA * far[a * points + c] + toB * far[b * points + c]) / (toA + toB);
      pairs[a * points + c] = pairs[c * points + a] = toA + toB;
    }
    for (let c = 0; c < points; c += 1) {
      if (members[c] === null) continue;
      const own = nearest[c];
      // Only distances to the two clusters changed.
      if (c === a || own === a || own === b) look(c);
      else if (c < a && pairs[c * points + a] !== 0 && (own === -1 || isNearer(far, c * points, a, own))) nearest[c] = a;
    }
  }
}

const isNearer = (far: Float64Array, row: number, one: number, other: number): boolean => {
  const difference = far[row + one] - far[row + other];
  return difference < 0 || (difference === 0 && one < other);
};
