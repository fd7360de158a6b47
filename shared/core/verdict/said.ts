import {
  addExposure,
  addExposureCluster,
  type ExposureSums,
  exposedInterval,
  noExposure,
  type TargetActs,
  uncertaintyOf,
} from './exposed.ts';
import { type ByAttack, CONFIDENCES, type Finding } from './finding.ts';

/** What an attacker says of one target, or of several alike, next to what is said by the same attacker with less knowledge. */
export interface TargetGuess {
  /** Targets that are found or missed together: a class, a group, a component. */
  readonly cluster: number;
  /** How many targets are alike in all of this. */
  readonly weight?: number;
  /** Stated probability of the best guess; null: it says nothing. */
  readonly confidence: number | null;
  /** How often the best guess is right: equal guesses share it. Null where nothing tells. */
  readonly right: number | null;
  /** The same of the baseline's best guess. */
  readonly lessConfidence: number;
  readonly lessRight: number | null;
}

/** How the figures may be read. */
interface Reading {
  /** The baseline, in words. */
  readonly baseline: string;
  readonly reason: string;
  /** The guesses are right by the release itself: no sampling, no test. */
  readonly proved?: boolean;
  /** Without truth: the probabilities are calibrated, and may be off by this standard error (a share of all targets). Left out: they are not calibrated. */
  readonly doubt?: number;
  readonly lost?: number;
}

const TIE = 1e-12;

/** The findings of one attack: one for each confidence. The baseline acts on as many targets, those it is surest of. */
export function findingsOf(by: ByAttack, given: readonly TargetGuess[], reading: Reading): Finding[] {
  // Sums of fractions depend on their order, and figures must not depend on that of people.
  const said = given.toSorted(bySaid);
  const measured = said.some(({ right }) => right !== null);
  const byConfidence = said.map((_, at) => at).sort((a, b) => lessOf(said[b]) - lessOf(said[a]));
  const clusters = Map.groupBy(said.keys(), (at) => (said[at] as TargetGuess).cluster);
  return CONFIDENCES.map((confidence) => {
    const acts = said.map((each) => each.confidence !== null && each.confidence >= confidence - TIE);
    const lessActs = actingOn(said, byConfidence, acts);
    const own = Array.from(clusters.values(), (places) => {
      const sums = noExposure();
      addExposureCluster(
        sums,
        places.map((at) => targetActs(said[at] as TargetGuess, acts[at] === true, lessActs[at] as number, measured)),
      );
      return sums;
    });
    const sums = noExposure();
    for (const each of own.toSorted(bySums)) addExposure(sums, each);
    return findingAt(by, confidence, sums, { ...reading, measured });
  });
}

const inTurn = (a: readonly number[], b: readonly number[]): number => {
  for (const [at, value] of a.entries()) if (value !== b[at]) return value - (b[at] as number);
  return 0;
};

const bySaid = (a: TargetGuess, b: TargetGuess): number => inTurn(figuresOf(a), figuresOf(b));

const figuresOf = ({ weight = 1, confidence, right, lessConfidence, lessRight }: TargetGuess): number[] => [
  weight,
  confidence ?? -1,
  right ?? -1,
  lessConfidence,
  lessRight ?? -1,
];

const bySums = (a: ExposureSums, b: ExposureSums): number => inTurn(Object.values(a), Object.values(b));

const lessOf = (each: TargetGuess | undefined): number => each?.lessConfidence ?? 0;

const targetActs = (each: TargetGuess, acts: boolean, lessActs: number, measured: boolean): TargetActs => ({
  weight: each.weight ?? 1,
  acts,
  right: (measured ? each.right : each.confidence) ?? 0,
  lessActs,
  lessRight: (measured ? each.lessRight : each.lessConfidence) ?? 0,
});

/** The share of each target that the baseline acts on: as many as the attack, its surest first; those of equal confidence alike. */
function actingOn(said: readonly TargetGuess[], order: readonly number[], acts: readonly boolean[]): Float64Array {
  const weight = (at: number): number => said[at]?.weight ?? 1;
  let left = 0;
  for (const [at, does] of acts.entries()) if (does) left += weight(at);
  const share = new Float64Array(said.length);
  for (let from = 0; from < order.length && left > TIE * said.length; ) {
    const level = lessOf(said[order[from] as number]);
    let [to, alike] = [from, 0];
    while (to < order.length && lessOf(said[order[to] as number]) >= level - TIE) alike += weight(order[to++] as number);
    const taken = Math.min(1, left / alike);
    for (let place = from; place < to; place += 1) share[order[place] as number] = taken;
    left -= taken * alike;
    from = to;
  }
  return share;
}

/** One finding from sums, for kinds that add slices up. */
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
