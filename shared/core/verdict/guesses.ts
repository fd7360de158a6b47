import {
  addExposure,
  addExposureCluster,
  type ExposureSums,
  exposedInterval,
  noExposure,
  type TargetActs,
  uncertaintyOf,
} from './exposed.ts';
import { type ByAttack, byAttack, CONFIDENCES, type Finding, proved } from './finding.ts';

/** Best guess of an attacker for one target, or for several alike, and the same of its baseline: the attacker with less knowledge. */
export interface TargetGuess {
  /** Targets that are found or missed together: a class, a group, a component. */
  readonly cluster: number;
  /** Number of targets that are alike in all of this. */
  readonly weight?: number;
  /** Probability of the best guess; null if there is none. */
  readonly confidence: number | null;
  /** Probability that the best guess is right: ties share it. Null if unknown. */
  readonly right: number | null;
  /** The same for the baseline. */
  readonly baselineConfidence: number;
  readonly baselineRight: number | null;
}

/** Targets for which nothing is guessed. */
export const noGuess = (cluster: number, weight = 1, right: number | null = 0): TargetGuess => ({
  cluster,
  weight,
  confidence: null,
  right,
  baselineConfidence: 0,
  baselineRight: 0,
});

/** How to report the figures. */
interface Reading {
  readonly baseline: string;
  readonly reason: string;
  /** The guesses are right by the release itself: no sampling, no test. */
  readonly proved?: boolean;
  /** Without the original: standard error of calibrated probabilities, as a share of all targets. Left out if they are not calibrated. */
  readonly doubt?: number;
  readonly lost?: number;
}

const TIE = 1e-12;

/** The findings of one attack, one for each confidence. The baseline acts on as many targets, the ones with its highest confidence. */
export function findingsOf(
  by: ByAttack,
  given: readonly TargetGuess[],
  reading: Reading,
  confidences: readonly number[] = CONFIDENCES,
): Finding[] {
  // Sums of fractions depend on their order, and figures must not depend on the order of people.
  const guesses = inOrder(given, figuresOf);
  const measured = guesses.some(({ right }) => right !== null);
  const byConfidence = guesses.map((_, at) => at).sort((a, b) => lessOf(guesses[b]) - lessOf(guesses[a]));
  const clusters = Map.groupBy(guesses.keys(), (at) => guesses[at].cluster);
  return confidences.map((confidence) => {
    const acts = guesses.map((each) => each.confidence !== null && each.confidence >= confidence - TIE);
    const baselineActs = actingOn(guesses, byConfidence, acts);
    const own = Array.from(clusters.values(), (places) => {
      const sums = noExposure();
      addExposureCluster(
        sums,
        places.map((at) => targetActs(guesses[at], acts[at] === true, baselineActs[at], measured)),
      );
      return sums;
    });
    const sums = noExposure();
    for (const each of inOrder(own, Object.values)) addExposure(sums, each);
    return findingAt(by, confidence, sums, { ...reading, measured });
  });
}

/** By the first figure, then by the next. */
function inOrder<T>(all: readonly T[], figures: (each: T) => readonly number[]): T[] {
  const inTurn = (a: readonly number[], b: readonly number[]): number => {
    for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return a[at] - b[at];
    return 0;
  };
  return all
    .map((each) => ({ each, own: figures(each) }))
    .sort((a, b) => inTurn(a.own, b.own))
    .map(({ each }) => each);
}

const figuresOf = ({ weight = 1, confidence, right, baselineConfidence, baselineRight }: TargetGuess): number[] => [
  weight,
  confidence ?? -1,
  right ?? -1,
  baselineConfidence,
  baselineRight ?? -1,
];

const lessOf = (each: TargetGuess | undefined): number => each?.baselineConfidence ?? 0;

const targetActs = (each: TargetGuess, acts: boolean, baselineActs: number, measured: boolean): TargetActs => ({
  weight: each.weight ?? 1,
  acts,
  right: (measured ? each.right : each.confidence) ?? 0,
  baselineActs,
  baselineRight: (measured ? each.baselineRight : each.baselineConfidence) ?? 0,
});

/** The share of each target on which the baseline acts: as many targets as the attack, the highest confidence first; ties share. */
function actingOn(guesses: readonly TargetGuess[], order: readonly number[], acts: readonly boolean[]): Float64Array {
  const weight = (at: number): number => guesses[at]?.weight ?? 1;
  let left = 0;
  for (const [at, does] of acts.entries()) if (does) left += weight(at);
  const share = new Float64Array(guesses.length);
  for (let from = 0; from < order.length && left > TIE * guesses.length; ) {
    const level = lessOf(guesses[order[from]]);
    let [to, alike] = [from, 0];
    while (to < order.length && lessOf(guesses[order[to]]) >= level - TIE) alike += weight(order[to++]);
    const taken = Math.min(1, left / alike);
    for (let place = from; place < to; place += 1) share[order[place]] = taken;
    left -= taken * alike;
    from = to;
  }
  return share;
}

/** One finding from sums, for kinds that add up slices. */
export function findingAt(
  by: ByAttack,
  confidence: number,
  sums: ExposureSums,
  { baseline, reason, proved = false, doubt, lost = 0, measured }: Reading & { readonly measured: boolean },
): Finding {
  const { people, targets: of, right, less } = sums;
  const exposed = of === 0 ? 0 : (right - less) / of;
  const figure = { ...by, confidence, people, of, reason, lost };
  if (!measured && doubt === undefined)
    return {
      ...figure,
      right: null,
      expectedRight: null,
      baseline: { name: baseline, right: null },
      exposed: null,
      interval: null,
      uncertainty: null,
      state: 'not computable',
    };
  const found = uncertaintyOf(sums);
  const doubted = (se: number): number => Math.sqrt(se * se + (doubt ?? 0) * (doubt ?? 0));
  const uncertainty = proved
    ? null
    : { ...found, error: doubted(found.error), spread: doubted(found.spread), tested: doubted(found.tested) };
  return {
    ...figure,
    right: measured ? right : null,
    expectedRight: measured ? null : right,
    baseline: { name: baseline, right: less },
    exposed,
    interval: uncertainty === null ? { low: exposed, high: exposed } : exposedInterval(exposed, uncertainty),
    uncertainty,
    state: proved ? 'proved' : measured ? 'measured' : 'expected',
  };
}

/** Maximum number of facts that are combined, the rarest ones. */
const COMBINED = 20;

/** The smallest number of known facts that singles a person out; null if `most` do not. A fact is the set of people it may apply to. */
function fewestKnown(facts: readonly ReadonlySet<number>[], most: number): number | null {
  const sets = facts.toSorted((a, b) => a.size - b.size).slice(0, COMBINED);
  const alone = (left: ReadonlySet<number>, from: number, more: number): boolean => {
    if (left.size === 1) return true;
    if (more === 0) return false;
    for (let at = from; at < sets.length; at += 1) if (alone(left.intersection(sets[at]), at + 1, more - 1)) return true;
    return false;
  };
  for (let known = 1; known <= most; known += 1) if (sets.some((set, at) => alone(set, at + 1, known - 1))) return known;
  return null;
}

/** Numbers of known facts that are tried. */
const FACTS = [1, 2, 3];

/** People whom 1, 2 or 3 known facts single out. `facts`: for each person, the people to whom each fact may apply. */
export function uniqueByFacts(
  facts: readonly (readonly ReadonlySet<number>[])[],
  { attack, knows, baseline, reason }: { attack: string; knows: (facts: number) => string; baseline: string; reason: string },
): Finding[] {
  const needed = facts.map((own) => fewestKnown(own, FACTS.length));
  return FACTS.map((known) => {
    const people = needed.filter((each) => each !== null && each <= known).length;
    const by = byAttack('singled out', attack, knows(known), { facts: known });
    return proved(by, { people, of: facts.length, baseline: { name: baseline, right: 0 }, reason });
  });
}

/** The people who have each value, by their positions. */
export function peopleByValue(values: readonly (readonly string[])[]): ReadonlyMap<string, ReadonlySet<number>> {
  const holders = new Map<string, Set<number>>();
  for (const [person, own] of values.entries()) for (const value of own) holders.set(value, (holders.get(value) ?? new Set()).add(person));
  return holders;
}
