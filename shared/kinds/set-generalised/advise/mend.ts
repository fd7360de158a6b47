import type { AdviceMove, Tried } from '../../../app/advise/advise.ts';
import { once } from '../../../app/once.ts';
import { type ItemIndex, postings } from '../../../core/anonymise/item-index.ts';
import { type Draft, shownIndex } from '../../../core/anonymise/mend/draft.ts';
import { type Evidence, fitWeights, Guesses, type SeenCell } from '../../../core/anonymise/mend/guess.ts';
import { merge } from '../../../core/anonymise/mend/merge.ts';
import type { MendPolicy } from '../../../core/anonymise/mend/policy.ts';
import { regroup } from '../../../core/anonymise/mend/regroup.ts';
import { countOf, supportsOf } from '../../../core/anonymise/mend/supports.ts';
import { type Wish, withhold } from '../../../core/anonymise/mend/withhold.ts';
import type { AttackedCell, Seen } from './attack.ts';

type Try = Tried<Draft, Seen>;

export interface Mending {
  readonly policy: MendPolicy;
  readonly certainty: number;
  readonly target: number | null;
  readonly mostLoss: number | null;
  /** What the sources say of these members. */
  readonly evidence: (draft: Draft, members: readonly number[]) => Promise<Evidence>;
  /** Told how many of all members are looked at, where they are not all. */
  readonly looksAt: (some: number, all: number) => void;
}

/** A release beyond so many members is mended where it betrays most: what partners are chosen by grows with members times neighbours. */
const MOST_MEMBERS = 1_000;
/** Certainties beyond this are the model's last digits. */
const MOST_LOG_ODDS = 6;
/** Of what is mended not all holds before a fresh attack: so much more than the target needs. */
const MORE = 1.5;

/** What is known once the release as given has been attacked. */
interface Known {
  readonly given: Try;
  /** Members that may move. */
  readonly members: ReadonlySet<number>;
  readonly evidence: Evidence;
}

/** What costs nothing first. */
export function movesOf(mending: Mending): readonly AdviceMove<Draft, Seen>[] {
  const { policy, certainty, mostLoss } = mending;
  let given: Try | undefined;
  const known = once(async (): Promise<Known> => {
    const base = given as Try;
    const all = base.draft.groups.flat().length;
    const members = membersToMend(base, certainty);
    if (members.length < all) mending.looksAt(members.length, all);
    return { given: base, members: new Set(members), evidence: await mending.evidence(base.draft, members) };
  });
  const move = (name: string, free: boolean, make: (base: Try, known: Known, tried: readonly Try[]) => Draft): AdviceMove<Draft, Seen> => ({
    name,
    free,
    async make(base, tried) {
      given ??= tried[0];
      if (namedIn(base, certainty).length === 0) return null;
      return changed(base.draft, make(base, await known(), tried));
    },
  });
  const withholding = move('withhold', false, (base, { given: first }) => {
    const most = mostLoss === null ? Infinity : (mostLoss * ncpOf(first) - ncpOf(base)) * base.draft.index.items.length;
    return withhold(base.draft, wishesOf(base, mending), policy, Math.max(0, Math.floor(most)));
  });
  const regrouping = move('regroup', true, ({ draft }, { given: first, members, evidence }, tried) => {
    const shown = shownIndex(draft);
    return regroup(draft, {
      mayChange: (group) => (draft.groups[group] ?? []).every((item) => members.has(item)),
      guesses: guessesOf(shown, tried, evidence),
      supports: supportsOf(shown, policy, draft.suppressed),
      utility: policy.utility,
      mostPenalty: penaltyOf(first.draft),
    });
  });
  const merging = move('merge', false, (base, { given: first, members, evidence }, tried) => {
    const { draft } = base;
    const shown = shownIndex(draft);
    const mayChange = (group: number): boolean => (draft.groups[group] ?? []).every((item) => members.has(item));
    return merge(draft, {
      exposed: exposedIn(base, mending).filter(mayChange),
      mayChange,
      guesses: guessesOf(shown, tried, evidence),
      supports: supportsOf(shown, policy, draft.suppressed),
      utility: policy.utility,
      mostPenalty: mostLoss === null ? Infinity : mostLoss * penaltyOf(first.draft),
    });
  });
  // A loss that may hardly grow pays for no move that costs.
  return mostLoss !== null && mostLoss <= PAYS ? [regrouping] : [regrouping, withholding, merging];
}

/** A loss that may grow by no more than this pays for no move that costs. */
const PAYS = 1.05;

const ncpOf = ({ point }: Try): number => point.losses[0]?.value ?? 0;

/** Cells that one of the attacks names, each once, with the greatest of its probabilities. */
function namedIn({ seen }: Try, certainty: number): readonly AttackedCell[] {
  const named = new Map<string, AttackedCell>();
  for (const cell of seen.flatMap(({ cells }) => cells)) {
    if (cell.probability < certainty) continue;
    const key = `${cell.item} ${cell.transaction}`;
    const before = named.get(key);
    if (before === undefined || cell.probability > before.probability) named.set(key, cell);
  }
  return [...named.values()];
}

/** Generalised items that name most, as many as it takes. */
function exposedIn(base: Try, mending: Mending): number[] {
  const named = namedIn(base, mending.certainty);
  const groupOf = new Map(base.draft.groups.flatMap((items, at) => items.map((item) => [item, at] as const)));
  const counts = new Map<number, number>();
  for (const { item } of named) {
    const group = groupOf.get(item);
    if (group !== undefined) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const most = mostToMend(base, mending, named);
  let covered = 0;
  return [...counts]
    .toSorted(([a, first], [b, second]) => second - first || a - b)
    .filter(([, count]) => {
      const isWanted = covered < most;
      covered += count;
      return isWanted;
    })
    .map(([at]) => at);
}

/** Whole generalised items, those that name most people first, in the order of the draft. */
function membersToMend(given: Try, certainty: number): readonly number[] {
  const named = new Map<number, number>();
  for (const { item } of namedIn(given, certainty)) named.set(item, (named.get(item) ?? 0) + 1);
  const worst = (members: readonly number[]): number => members.reduce((total, item) => total + (named.get(item) ?? 0), 0);
  const members: number[] = [];
  for (const group of given.draft.groups.toSorted((a, b) => worst(b) - worst(a))) {
    if (members.length > 0 && members.length + group.length > MOST_MEMBERS) break;
    members.push(...group);
  }
  return members.toSorted((a, b) => a - b);
}

const changed = (before: Draft, after: Draft): Draft | null =>
  after.withheld.size === before.withheld.size && JSON.stringify(after.groups) === JSON.stringify(before.groups) ? null : after;

/** People that have to be named no more, with some to spare. */
function mostToMend({ draft }: Try, { target }: Mending, named: readonly AttackedCell[]): number {
  if (target === null) return Infinity;
  const people = new Set(named.map(({ transaction }) => transaction)).size;
  return Math.ceil(MORE * (people - target * draft.index.transactions));
}

/** A betraying neighbour in the transaction; where it is withheld already or none is known, the generalised item itself. */
function wishesOf(base: Try, mending: Mending): Wish[] {
  const { draft } = base;
  const named = namedIn(base, mending.certainty);
  const most = mostToMend(base, mending, named);
  const groupOf = new Map(draft.groups.flatMap((items) => items.map((item) => [item, items] as const)));
  const wishes = new Map<number, Wish>();
  for (const { item, transaction, betrayedBy } of named.toSorted(
    (a, b) => b.probability - a.probability || a.transaction - b.transaction,
  )) {
    if (wishes.has(transaction) || wishes.size >= most) continue;
    const stands = betrayedBy !== null && isThere(draft, transaction, betrayedBy);
    const items = stands ? (groupOf.get(betrayedBy) ?? [betrayedBy]) : (groupOf.get(item) ?? [item]);
    wishes.set(transaction, { transaction, items });
  }
  return [...wishes.values()];
}

function isThere({ index, withheld }: Draft, transaction: number, item: number): boolean {
  for (let at = index.starts[transaction] as number; at < (index.starts[transaction + 1] as number); at += 1)
    if (index.items[at] === item) return !withheld.has(at);
  return false;
}

function guessesOf(shown: ItemIndex, tried: readonly Try[], evidence: Evidence): Guesses {
  const tables = tried.flatMap(({ seen }) => seen.flatMap((each) => tablesOf(each)));
  return new Guesses(shown, evidence, fitWeights(tables, evidence));
}

/** Cells of one generalised item. */
function tablesOf({ cells }: Seen): readonly SeenCell[][] {
  const tables = new Map<number, SeenCell[]>();
  for (const { unit, item, transaction, probability } of cells) {
    const odds = Math.log(probability / (1 - probability));
    const table = tables.get(unit) ?? [];
    table.push({ item, transaction, logOdds: Math.max(-MOST_LOG_ODDS, Math.min(MOST_LOG_ODDS, odds)) });
    tables.set(unit, table);
  }
  return [...tables.values()];
}

function penaltyOf(draft: Draft): number {
  const lists = postings(shownIndex(draft));
  return draft.groups.reduce((total, members) => total + members.length * countOf(members, lists), 0);
}
