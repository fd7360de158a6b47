import type { Move } from '../../contracts/advice.ts';
import { type ItemIndex, postings } from '../../core/anonymise/item-index.ts';
import { type Draft, shownIndex } from '../../core/anonymise/mend/draft.ts';
import { type Evidence, fitWeights, Guesses, type SeenCell } from '../../core/anonymise/mend/guess.ts';
import { merge } from '../../core/anonymise/mend/merge.ts';
import type { MendPolicy } from '../../core/anonymise/mend/policy.ts';
import { regroup } from '../../core/anonymise/mend/regroup.ts';
import { countOf, supportsOf } from '../../core/anonymise/mend/supports.ts';
import { type Wish, withhold } from '../../core/anonymise/mend/withhold.ts';
import type { Attacked, AttackedCell, Tried } from './advise.ts';

export interface Mending {
  readonly move: Move;
  /** All releases that were attacked so far. */
  readonly tried: readonly Tried[];
  readonly given: Tried;
  readonly evidence: Evidence;
  /** Members that may move. */
  readonly members: ReadonlySet<number>;
  readonly policy: MendPolicy;
  readonly certainty: number;
  readonly target: number | null;
  readonly mostLoss: number | null;
}

/** Certainties beyond this are the model's last digits. */
const MOST_LOG_ODDS = 6;
/** Of what is mended not all holds before a fresh attack: so much more than the target needs. */
const MORE = 1.5;

/** The release with one move made on what the attack named; null where there is nothing to do. */
export function mend(base: Tried, mending: Mending): Draft | null {
  const { draft, attacked } = base;
  const { move, given, policy, members, mostLoss } = mending;
  const { utility } = policy;
  const named = attacked.cells.filter(({ probability }) => probability >= mending.certainty);
  if (named.length === 0) return null;
  const most = mostToMend(base, mending, named);
  const shown = shownIndex(draft);
  const supports = supportsOf(shown, policy, draft.suppressed);
  const mayChange = (group: number): boolean => (draft.groups[group] ?? []).every((item) => members.has(item));
  if (move === 'withhold') {
    const left = mostLoss === null ? Infinity : (mostLoss * given.point.ncp - base.point.ncp) * draft.index.items.length;
    return changed(draft, withhold(draft, wishesOf(draft, named, most), policy, Math.max(0, Math.floor(left))));
  }
  const guesses = guessesOf(shown, mending);
  const namedIn = new Map<number, number>();
  const groupOf = new Map(draft.groups.flatMap((items, at) => items.map((item) => [item, at] as const)));
  for (const { item } of named) {
    const group = groupOf.get(item);
    if (group !== undefined) namedIn.set(group, (namedIn.get(group) ?? 0) + 1);
  }
  if (move === 'regroup') {
    const mostPenalty = penaltyOf(given.draft);
    return changed(draft, regroup(draft, { mayChange, guesses, supports, utility, mostPenalty }));
  }
  let covered = 0;
  const exposed = [...namedIn]
    .toSorted(([a, most1], [b, most2]) => most2 - most1 || a - b)
    .filter(([, count]) => {
      const isWanted = covered < most;
      covered += count;
      return isWanted;
    })
    .map(([at]) => at);
  const mostPenalty = mostLoss === null ? Infinity : mostLoss * penaltyOf(given.draft);
  return changed(draft, merge(draft, { exposed: exposed.filter(mayChange), mayChange, guesses, supports, utility, mostPenalty }));
}

const changed = (before: Draft, after: Draft): Draft | null =>
  after.withheld.size === before.withheld.size && JSON.stringify(after.groups) === JSON.stringify(before.groups) ? null : after;

/** People that have to be named no more, with some to spare. */
function mostToMend({ draft }: Tried, { target }: Mending, named: readonly AttackedCell[]): number {
  if (target === null) return Infinity;
  const people = new Set(named.map(({ transaction }) => transaction)).size;
  return Math.ceil(MORE * (people - target * draft.index.transactions));
}

/** A betraying neighbour in the transaction; where it is withheld already or none is known, the generalised item itself. */
function wishesOf(draft: Draft, named: readonly AttackedCell[], most: number): Wish[] {
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

function guessesOf(shown: ItemIndex, { tried, evidence }: Mending): Guesses {
  return new Guesses(
    shown,
    evidence,
    fitWeights(
      tried.flatMap(({ attacked }) => tablesOf(attacked)),
      evidence,
    ),
  );
}

/** Cells of one generalised item. */
export function tablesOf({ cells }: Attacked): readonly SeenCell[][] {
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
