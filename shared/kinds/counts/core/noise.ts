import { exp, sum } from '../../../core/numeric/numeric.ts';
import { type Box, cellsIn, factsOf, type Known, keyOf, labelOf } from './boxes.ts';
import { type CountsFile, hasOpenNoise } from './counts-file.ts';
import type { AttackedCounts } from './leaks.ts';

// An attacker who knows the size of the noise: how probable each true count is, after the counts and their differences.

/** A group of which an attacker guesses that it is one person, or that all have one value. */
export interface NoisyGuess {
  readonly sort: 'alone' | 'same';
  readonly facts: number;
  readonly confidence: number;
  /** Guessed number of people. */
  readonly people: number;
  readonly column: string | null;
  readonly value: string | null;
  /** The same without the counts of this group: how many groups are one person; how many of all have the value. */
  readonly share: number;
  readonly group: string;
  readonly box: Box;
  /** It rests on a difference. */
  readonly differenced: boolean;
}

/** An attacker does not act on less. */
const LEAST_SURE = 0.5;
/** Counts that are looked at: small ones expose people. */
const SMALL = 30;
const FITS = 50;
/** Weight of the flat start, in groups: few groups do not tell how counts are distributed. */
const FLAT = 10;

export function guessThroughNoise(file: CountsFile, { cells, known, people }: AttackedCounts): NoisyGuess[] {
  if (file.made.noise === null || !hasOpenNoise(file)) return [];
  const { form, size: epsilon } = file.made.noise;
  const most = SMALL + Math.ceil(8 / epsilon);
  const likelihood = (each: Known): Float64Array =>
    Float64Array.from({ length: most + 1 }, (_, count) =>
      each.attack === 'published'
        ? each.printed.reduce((product, printed) => product * single(printed - count, epsilon), 1)
        : double((each.printed[0] ?? 0) - (each.printed[1] ?? 0) - count, epsilon, form),
    );
  const observed = [...known.values()].filter(({ attack, printed }) => printed.length >= (attack === 'published' ? 1 : 2));
  const small = observed.filter(({ attack, printed }) => (attack === 'published' ? printed[0] : printed[0] - printed[1]) <= most);
  const likely = new Map(small.map((each) => [keyOf(each.box), likelihood(each)]));
  const prior = fitted([...likely.values()], most);
  const everybody: Box = file.columns.map(() => null);
  const guesses: NoisyGuess[] = [];
  for (const each of small) {
    const { box, attack } = each;
    const own = likely.get(keyOf(box)) as Float64Array;
    const weights = own.map((value, count) => value * prior[count]);
    const whole = sum(weights);
    if (!(whole > 0)) continue;
    const said = { facts: factsOf(box), group: labelOf(cells, box), box };
    const alone = weights[1] / whole;
    if (alone >= LEAST_SURE)
      guesses.push({
        ...said,
        sort: 'alone',
        confidence: alone,
        people: 1,
        column: null,
        value: null,
        share: prior[1],
        differenced: attack !== 'published',
      });
    for (const [column, name] of file.columns.entries()) {
      if (!file.made.sensitive.includes(name) || box[column] !== null) continue;
      for (const [piece, { label: value, holds }] of cells.columns[column].pieces.entries()) {
        const having = known.get(keyOf(box.with(column, [piece])));
        const theirs = having === undefined ? undefined : likely.get(keyOf(having.box));
        if (holds.size === 0 || having === undefined || theirs === undefined) continue;
        const overall = known.get(keyOf(everybody.with(column, [piece])))?.printed[0];
        const share = overall === undefined ? 1 / cells.columns[column].pieces.length : Math.min(0.99, Math.max(0.01, overall / people));
        const found = allHave(weights, theirs, share);
        if (found.confidence >= LEAST_SURE)
          guesses.push({
            ...said,
            sort: 'same',
            ...found,
            column: name,
            value,
            share,
            differenced: attack !== 'published' || having.attack !== 'published',
          });
      }
    }
  }
  const taken = new Map<string, Set<number>>();
  return guesses
    .toSorted((a, b) => b.confidence - a.confidence || a.facts - b.facts || (a.group < b.group ? -1 : 1))
    .filter(({ sort, column, box }) => {
      const key = `${sort} ${column}`;
      const own = taken.get(key) ?? new Set();
      taken.set(key, own);
      const inside = cellsIn(cells, box);
      if (inside.some((at) => own.has(at))) return false;
      for (const at of inside) own.add(at);
      return true;
    });
}

/** Likelihood of noise, up to a constant. */
const single = (noise: number, epsilon: number): number => exp(-epsilon * Math.abs(noise));

/** Of the difference of two independent ones. */
function double(noise: number, epsilon: number, form: 'uniform' | 'geometric' | 'laplace'): number {
  const far = Math.abs(noise);
  if (form === 'laplace') return (1 + epsilon * far) * exp(-epsilon * far);
  const ratio = exp(-2 * epsilon);
  return (far + (1 + ratio) / (1 - ratio)) * exp(-epsilon * far);
}

/** How true counts are distributed, from all groups together (expectation maximisation over a flat start). */
function fitted(likely: readonly Float64Array[], most: number): Float64Array {
  let prior = new Float64Array(most + 1).fill(1 / (most + 1));
  for (let round = 0; round < FITS; round += 1) {
    const next = new Float64Array(most + 1).fill(FLAT / (most + 1));
    let groups = FLAT;
    for (const own of likely) {
      const whole = sum(own.map((value, count) => value * prior[count]));
      if (!(whole > 0)) continue;
      groups += 1;
      for (let count = 0; count <= most; count += 1) next[count] += (own[count] * prior[count]) / whole;
    }
    prior = next.map((value) => value / groups);
  }
  return prior;
}

/** That all of a group, of at least one, have a value which a share of everybody has. */
function allHave(weights: Float64Array, theirs: Float64Array, share: number): { readonly confidence: number; readonly people: number } {
  let [all, whole, people] = [0, 0, 0];
  // Probabilities of 0, 1, .. people with the value among so many.
  let having = Float64Array.of(1);
  for (let count = 0; count < weights.length; count += 1) {
    if (count > 0) {
      const next = new Float64Array(count + 1);
      for (let with0 = 0; with0 < count; with0 += 1) {
        next[with0] += having[with0] * (1 - share);
        next[with0 + 1] += having[with0] * share;
      }
      having = next;
    }
    for (let with0 = 0; with0 <= count; with0 += 1) whole += weights[count] * having[with0] * theirs[with0];
    if (count === 0) continue;
    const own = weights[count] * having[count] * theirs[count];
    all += own;
    people += own * count;
  }
  return whole > 0 && all > 0 ? { confidence: all / whole, people: Math.max(1, Math.round(people / all)) } : { confidence: 0, people: 0 };
}
