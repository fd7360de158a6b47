import type { Exposure } from './exposure.ts';

/** Confidence with which one target is named, over the people who may have it. */
export interface ItemRisk {
  readonly unit: number;
  readonly item: string;
  readonly people: number;
  /** People with a probability of at least RISK, and how many of these guesses are right; null without the original. */
  readonly named: number;
  readonly right: number | null;
  /** Mean probability, and that of an attacker without outside knowledge. */
  readonly mean: number;
  readonly without: number | null;
}

/** The confidence that lists of items and people use. */
export const RISK = 0.9;

export function itemRisk(unit: readonly Exposure[]): ItemRisk[] {
  const sums = new Map<string, { people: number; named: number; hits: number; known: boolean; total: number; without: number | null }>();
  for (const { target, probability, without, truth } of unit) {
    let own = sums.get(target);
    if (own === undefined) {
      own = { people: 0, named: 0, hits: 0, known: true, total: 0, without: 0 };
      sums.set(target, own);
    }
    own.people += 1;
    own.total += probability;
    own.without = own.without === null || without === null ? null : own.without + without;
    if (truth === null) own.known = false;
    if (probability < RISK) continue;
    own.named += 1;
    if (truth === true) own.hits += 1;
  }
  const first = unit[0]?.unit ?? 0;
  return Array.from(sums, ([item, { people, named, hits, known, total, without }]) => ({
    unit: first,
    item,
    people,
    named,
    right: known ? hits : null,
    mean: total / people,
    without: without === null ? null : without / people,
  }));
}

/** One line for a target that is in several units: an item under several nodes, a sensitive item of several groups. */
export function joinRisks(risks: readonly ItemRisk[]): ItemRisk[] {
  const joined = new Map<string, ItemRisk>();
  for (const risk of risks) {
    const own = joined.get(risk.item);
    joined.set(risk.item, own === undefined ? risk : joinRisk(own, risk));
  }
  return [...joined.values()];
}

function joinRisk(a: ItemRisk, b: ItemRisk): ItemRisk {
  const people = a.people + b.people;
  const both = (x: number, y: number): number => (x * a.people + y * b.people) / people;
  return {
    unit: Math.min(a.unit, b.unit),
    item: a.item,
    people,
    named: a.named + b.named,
    right: a.right === null || b.right === null ? null : a.right + b.right,
    mean: both(a.mean, b.mean),
    without: a.without === null || b.without === null ? null : both(a.without, b.without),
  };
}

/** A named target, with the neighbour that gives it away. */
export interface Example {
  readonly unit: number;
  readonly person: number;
  readonly id: string | null;
  readonly target: string;
  /** The other targets, among which it is hidden. */
  readonly among: readonly string[];
  readonly probability: number;
  readonly without: number | null;
  readonly by: string;
  readonly right: boolean | null;
}

/** The clearest example of a unit: named, right if that is known, and with the greatest gain over no outside knowledge. */
export function clearestOf(unit: readonly Exposure[]): Example | null {
  let best: Exposure | null = null;
  for (const each of unit) {
    if (each.betrayedBy === null || each.probability < RISK || each.truth === false) continue;
    if (best === null || gain(each) > gain(best) || (gain(each) === gain(best) && each.person < best.person)) best = each;
  }
  if (best === null) return null;
  const { person, id, target, probability, without, betrayedBy, truth } = best;
  const among = [...new Set(unit.map((each) => each.target))].filter((other) => other !== target);
  return { unit: best.unit, person, id, target, among, probability, without, by: betrayedBy as string, right: truth };
}

const gain = ({ probability, without }: Pick<Exposure, 'probability' | 'without'>): number => probability - (without ?? 0);

/** Sorted, because slices may come in any order. */
export const plainest = (examples: readonly Example[], most: number): Example[] =>
  examples.toSorted((a, b) => gain(b) - gain(a) || a.unit - b.unit).slice(0, most);
