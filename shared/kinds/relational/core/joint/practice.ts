import { exp } from '../../../../core/numeric/numeric.ts';
import { type Reliability, reliability, Stated } from '../../../../core/statistics/reliability.ts';
import { Deals } from './deals.ts';
import { type DealtGroup, type DealtGroups, Dependence } from './dependence.ts';

/** Deals that were calibrated by practice, or the reason why they cannot be. */
type PractisedDeals =
  | {
      /** Weight of each of a group's values for each member, row by row. */
      readonly weights: (group: number) => Float64Array;
      /** Reliability in practice, on columns whose truth is known. */
      readonly practised: Reliability;
      /** Exponent of all weights by practice: below 1, the deals were surer than they were right. */
      readonly temper: number;
      /** The columns may make nobody surer than this: 1, or as far as practice tells. */
      readonly most: number;
    }
  | { readonly why: string };

/** Published counts for each parameter that is learned from them. */
const FEWEST_COUNTS = 5;
const MOST_PRACTISED = 3;
const FEWEST_PERSONS = 500;
const MOST_PERSONS = 20_000;
const MOST_CATEGORIES = 100;
/** Groups on which the halves are compared. */
const MOST_ASKED = 2000;
const WORST_ERROR = 0.04;
/** Probabilities from which a guess counts as confident, and the largest gap to how often it is right. */
const CONFIDENT = 0.8;
const WORST_GAP = 0.05;
/** The most that is said where practice does not tell how often confident guesses are right. */
const UNSURE = 0.79;
/** Fewer confident guesses in practice do not tell how often such guesses are right. */
const FEWEST_CONFIDENT = 100;
const TEMPERS = [1, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.35, 0.2] as const;

/**
 * Deals of a release with their confidence as practised on the release itself: each practice withholds a known column, deals its values in the same
 * groups, and learns how often it is right. Needs no original.
 */
export function practisedDeals({ groups, distinct, features }: DealtGroups): PractisedDeals {
  const given = { groups, distinct, features };
  // A column that is equal within each group tells nothing of its deal. But the others are not to be learned from what groups differ in by it.
  const differing = [...features.keys()].filter((at) => groups.some(({ members }) => differs(members, features[at].of)));
  const parameters =
    features.reduce((sum, feature) => sum + usedCategories(groups, feature.of) - 1, 0) * (usedValues(groups, distinct) - 1);
  const counts = groups.reduce((sum, { codes }) => sum + codes.length - 1, 0);
  if (counts < FEWEST_COUNTS * Math.max(1, parameters))
    return { why: `${counts} published counts are too few to learn ${parameters} ratios from` };
  const columns = differing
    .map((column) => ({ column, persons: personsOf(groups, features[column].of) }))
    .filter(({ column, persons }) => persons > 0 && differing.length > 1 && features[column].size <= MOST_CATEGORIES)
    .toSorted((a, b) => b.persons - a.persons || a.column - b.column)
    .slice(0, MOST_PRACTISED);
  if (columns.reduce((sum, { persons }) => sum + persons, 0) < FEWEST_PERSONS)
    return { why: 'no known column differs within the groups, so there is nothing to practise on' };
  const practice = columns.flatMap(({ column }) => practised(withheld(given, column), features[column].of));
  const deals = new Deals();
  const asItIs = statedOf(practice, 1, deals);
  // A temper is fitted only if the deals as they are fail: it would suit the columns of the practice, and others less.
  const temper =
    asItIs.reliability.error <= WORST_ERROR && (isRight(asItIs) || asItIs.confident < FEWEST_CONFIDENT)
      ? 1
      : TEMPERS.map((each) => [each, scoreOf(practice, each, deals)] as const).reduce((a, b) => (b[1] > a[1] ? b : a))[0];
  const stated = temper === 1 ? asItIs : statedOf(practice, temper, deals);
  if (stated.reliability.error > WORST_ERROR)
    return { why: `in practice on known columns its probabilities are off by ${(100 * stated.reliability.error).toFixed(1)} points` };
  const model = new Dependence(given);
  const judges = judgesOf(groups, model, temper, deals);
  const asLearned = agreementAt(judges, temper, deals);
  const agreed =
    asLearned.error <= WORST_ERROR / 2
      ? { temper, ...asLearned }
      : TEMPERS.filter((own) => own <= temper)
          .map((own) => ({ temper: own, ...agreementAt(judges, own, deals) }))
          .reduce((a, b) => (b.error < a.error ? b : a));
  return {
    weights: (group) => tempered(model.weights(group), agreed.temper),
    practised: stated.reliability,
    temper: agreed.temper,
    most: areSure([stated, agreed]) ? 1 : UNSURE,
  };
}

/** Confident guesses: how many, and the sums of what is said and of how often they are right. */
interface Confident {
  readonly confident: number;
  readonly said: number;
  readonly was: number;
}

/** Whether practice, the halves or both made enough confident guesses to tell, and these are right as often as they say. */
function areSure(all: readonly Confident[]): boolean {
  const telling = all.filter(({ confident }) => confident >= FEWEST_CONFIDENT);
  return telling.length > 0 && telling.every(isRight);
}

const isRight = ({ said, was, confident }: Confident): boolean => Math.abs(said - was) <= WORST_GAP * confident;

/** A group as one half of the release sees it, and what the other half, which learned apart, gives each value. */
interface Judge {
  readonly group: DealtGroup;
  readonly weight: Float64Array;
  readonly other: Float64Array;
}

function judgesOf(groups: readonly DealtGroup[], model: Dependence, temper: number, deals: Deals): Judge[] {
  const asked = [...groups.keys()].filter((group) => groups[group].codes.length > 1);
  const step = Math.max(1, Math.ceil(asked.length / MOST_ASKED));
  return asked
    .filter((_, at) => at % step === 0)
    .map((at) => {
      const group = groups[at];
      const weight = model.weights(at);
      const other = new Float64Array(weight.length);
      deals.deal(group.counts, group.members.length, tempered(model.weights(at, true), temper), other);
      return { group, weight, other };
    });
}

/**
 * By how much one half's best guesses are surer than the other half is of them, in ten bins. Values that are always published together, and go with the
 * columns alike, are told apart by each half by chance, which practice on other columns cannot show.
 */
function agreementAt(judges: readonly Judge[], temper: number, deals: Deals): Confident & { readonly error: number } {
  const guesses = judges.flatMap(({ group: { members, counts }, weight, other }) => {
    const gamma = new Float64Array(weight.length);
    deals.deal(counts, members.length, tempered(weight, temper), gamma);
    return Array.from({ length: members.length }, (_, member) => {
      let best = member * counts.length;
      for (let at = best; at < (member + 1) * counts.length; at += 1) if (gamma[at] > gamma[best]) best = at;
      return { said: gamma[best], was: other[best], alone: counts[best % counts.length] / members.length };
    });
  });
  guesses.sort((a, b) => a.said - b.said || a.was - b.was);
  let error = 0;
  for (let bin = 0; bin < BINS; bin += 1) {
    const own = guesses.slice(Math.floor((bin * guesses.length) / BINS), Math.floor(((bin + 1) * guesses.length) / BINS));
    error += Math.abs(own.reduce((sum, { said, was }) => sum + said - was, 0));
  }
  const sure = guesses.filter(({ said, alone }) => said >= CONFIDENT && alone < CONFIDENT);
  return {
    error: error / Math.max(1, guesses.length),
    confident: sure.length,
    said: sure.reduce((sum, { said }) => sum + said, 0),
    was: sure.reduce((sum, { was }) => sum + was, 0),
  };
}

const BINS = 10;

function differs(members: ArrayLike<number>, of: Int32Array): boolean {
  for (let at = 1; at < members.length; at += 1) if (of[members[at]] !== of[members[0]]) return true;
  return false;
}

/** Persons in groups within which a column differs. */
const personsOf = (groups: readonly DealtGroup[], of: Int32Array): number =>
  groups.reduce((sum, { members }) => sum + (differs(members, of) ? members.length : 0), 0);

function usedCategories(groups: readonly DealtGroup[], of: Int32Array): number {
  const used = new Set<number>();
  for (const { members } of groups) for (let at = 0; at < members.length; at += 1) used.add(of[members[at]]);
  return used.size;
}

function usedValues(groups: readonly DealtGroup[], distinct: number): number {
  const used = new Uint8Array(distinct);
  for (const { codes } of groups) for (let at = 0; at < codes.length; at += 1) used[codes[at]] = 1;
  return used.reduce((sum, each) => sum + each, 0);
}

/** The same groups with a known column in the place of the sensitive one. */
function withheld({ groups, features }: DealtGroups, column: number): DealtGroups {
  const { of, size } = features[column];
  return {
    groups: groups.map(({ members }) => {
      const counts = new Map<number, number>();
      for (let at = 0; at < members.length; at += 1) counts.set(of[members[at]], (counts.get(of[members[at]]) ?? 0) + 1);
      const codes = [...counts.keys()].sort((a, b) => a - b);
      return { members, codes, counts: codes.map((code) => counts.get(code) as number) };
    }),
    distinct: size,
    features: features.filter((_, at) => at !== column),
  };
}

/** A group in practice, with the places of its members' true values. */
interface Practice {
  readonly group: DealtGroup;
  readonly weight: Float64Array;
  readonly truth: Int32Array;
}

function practised(task: DealtGroups, of: Int32Array): Practice[] {
  const model = new Dependence(task);
  const step = Math.max(1, Math.ceil(personsOf(task.groups, of) / MOST_PERSONS));
  return [...task.groups.keys()]
    .filter((at) => task.groups[at].codes.length > 1)
    .filter((_, at) => at % step === 0)
    .map((at) => {
      const group = task.groups[at];
      const codes = Array.from(group.codes);
      return { group, weight: model.weights(at), truth: Int32Array.from(group.members, (person) => codes.indexOf(of[person])) };
    });
}

const tempered = (weight: Float64Array, temper: number): Float64Array =>
  temper === 1 ? weight : weight.map((each) => (each === 0 ? 0 : exp(temper * Math.log(each))));

function dealt({ group, weight }: Practice, temper: number, deals: Deals): Float64Array {
  const gamma = new Float64Array(weight.length);
  deals.deal(group.counts, group.members.length, tempered(weight, temper), gamma);
  return gamma;
}

/** Log-probability of the truth. */
function scoreOf(practice: readonly Practice[], temper: number, deals: Deals): number {
  let score = 0;
  for (const each of practice) {
    const gamma = dealt(each, temper, deals);
    const width = each.group.codes.length;
    for (const [member, truth] of each.truth.entries()) score += Math.log(Math.max(1e-9, gamma[member * width + truth]));
  }
  return score;
}

function statedOf(practice: readonly Practice[], temper: number, deals: Deals) {
  const stated = new Stated();
  let [said, was, confident] = [0, 0, 0];
  for (const each of practice) {
    const gamma = dealt(each, temper, deals);
    const width = each.group.codes.length;
    for (const [member, truth] of each.truth.entries()) {
      let best = 0;
      for (let value = 1; value < width; value += 1) if (gamma[member * width + value] > gamma[member * width + best]) best = value;
      const chance = Math.min(1, gamma[member * width + best]);
      stated.add(chance, best === truth ? 1 : 0);
      // Counts alone are right as often as they say.
      if (chance < CONFIDENT || each.group.counts[best] >= CONFIDENT * each.group.members.length) continue;
      confident += 1;
      said += chance;
      was += best === truth ? 1 : 0;
    }
  }
  return { reliability: reliability(stated.counts()) as Reliability, said, was, confident };
}
