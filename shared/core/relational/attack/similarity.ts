import { compareCodePoints } from '../../model/code-points.ts';
import { type Classes, type Sensitive, tallyClasses } from '../model/classes.ts';
import type { ValueHierarchy } from '../model/hierarchy.ts';
import { averageLinkage } from './average-linkage.ts';

/** Values that mean much the same. */
export interface Concept {
  readonly name: string;
  /** 1 for the codes in it. */
  readonly holds: Uint8Array;
  readonly members: number;
  /** Its share at large. */
  readonly share: number;
}

/** A class says much more of a concept than the whole file does. */
interface ConceptOfClass {
  readonly group: number;
  readonly concept: Concept;
  readonly confidence: number;
}

/** A share of a class below this many times that at large tells nothing of the class. */
const FACTOR = 1.5;

/** The labels of the sensitive hierarchy above the values. */
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
 * Values by how close a source holds them, at every scale: each cluster of average linkage is a group. Null is a pair that the source knows nothing
 * of; a value without any known pair is not covered.
 */
export function conceptsOfDistances(
  sensitive: Sensitive,
  distance: (a: number, b: number) => number | null,
): { readonly concepts: readonly Concept[]; readonly covered: number } {
  const codes = [...sensitive.values.keys()]
    .filter((code) => (sensitive.totals[code] as number) > 0)
    .sort((a, b) => compareCodePoints(sensitive.values[a] as string, sensitive.values[b] as string));
  const far = (a: number, b: number): number | null => {
    const own = distance(codes[a] as number, codes[b] as number);
    return own === null || !Number.isFinite(own) ? null : own;
  };
  const covered = codes.reduce((sum, code, at) => {
    const isKnown = codes.some((_, other) => other !== at && far(Math.min(at, other), Math.max(at, other)) !== null);
    return isKnown ? sum + (sensitive.shares[code] as number) : sum;
  }, 0);
  const concepts = averageLinkage(codes.length, far).map((members) => {
    const holds = new Uint8Array(sensitive.values.length);
    for (const at of members) holds[codes[at] as number] = 1;
    const [first] = members
      .map((at) => codes[at] as number)
      .sort((a, b) => (sensitive.totals[b] as number) - (sensitive.totals[a] as number));
    return conceptOf(`like ${sensitive.values[first as number]} (${members.length} values)`, holds, sensitive);
  });
  return { concepts, covered };
}

function conceptOf(name: string, holds: Uint8Array, { shares }: Sensitive): Concept {
  let [members, share] = [0, 0];
  for (const [code, each] of holds.entries()) {
    members += each;
    if (each === 1) share += shares[code] as number;
  }
  return { name, holds, members, share };
}

/** For each class the concept of greatest share, then the rarer one at large, then by name; only where it says more than the file does. */
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
      for (const code of present) if (concept.holds[code] === 1) count += counts[code] as number;
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

/** The narrowest interval that holds a share of a class's numbers, as a share of the file's range. */
export function narrowest(numbers: readonly number[], share: number, range: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const wanted = Math.max(1, Math.ceil(share * sorted.length - 1e-9));
  let least = Infinity;
  for (let at = 0; at + wanted <= sorted.length; at += 1)
    least = Math.min(least, (sorted[at + wanted - 1] as number) - (sorted[at] as number));
  return range > 0 ? least / range : 0;
}
