import { postings } from '../../../core/model/item-index.ts';
import type { AdviceMove, Tried } from '../../../kit/advise/advise.ts';
import { type Draft, shownIndex } from '../core/mend/draft.ts';
import { groupLosses, Limits, type Wish, withhold } from '../core/mend/limits.ts';
import type { MendPolicy } from '../core/mend/policy.ts';
import type { AttackedCell, Seen } from './attack.ts';
import type { Foresight, MoveOptions } from './foresight.ts';
import { merge } from './merge.ts';
import { packDraft } from './pack.ts';
import { regroup } from './regroup.ts';

type Try = Tried<Draft, Seen>;

export interface Mending {
  readonly policy: MendPolicy;
  readonly certainty: number;
  readonly target: number | null;
  readonly mostLoss: number | null;
  /** The release as given shows an order that its successors do not. */
  readonly ordered: boolean;
  readonly seed: string;
  /** By the attacks on a release that was tried. */
  readonly foresight: (tried: Try) => Foresight;
  /** Told how many of all members are looked at, where they are not all. */
  readonly looksAt: (some: number, all: number) => void;
  readonly advance: (done: number) => void;
}

/** Larger releases are mended only where they reveal most: time is members x co-occurring members. */
const MOST_MEMBERS = 1_000;
/** Surplus over the target, since not every change survives a fresh attack. */
const MORE = 1.5;
/** A loss that may grow by no more than this pays for no move that costs. */
const PAYS = 1.05;
/** Maximum loss of regrouping, relative to the start. */
const FREE = 1.02;

export function movesOf(mending: Mending): readonly AdviceMove<Draft, Seen>[] {
  const { policy, certainty, mostLoss } = mending;
  let said = false;
  /** Members that may move: of the generalised items that name most. */
  const mayChangeIn = (base: Try): ((group: number) => boolean) => {
    const all = base.draft.groups.flat().length;
    const members = new Set(membersToMend(base, certainty));
    if (members.size < all && !said) mending.looksAt(members.size, all);
    said = true;
    return (group) => (base.draft.groups[group] ?? []).every((item) => members.has(item));
  };
  const move = (
    name: string,
    free: boolean,
    make: (base: Try, given: Try, foresight: Foresight) => Draft | Promise<Draft>,
  ): AdviceMove<Draft, Seen> => ({
    name,
    free,
    async make(base, tried) {
      if (namedIn(base, certainty).length === 0) return null;
      const [given, ...later] = tried as readonly [Try, ...Try[]];
      // The attacker on the given release uses its order; drafts have none.
      const seen = mending.ordered && base === given ? (later.at(-1) ?? base) : base;
      return changed(base.draft, await make(base, given, mending.foresight(seen)));
    },
  });

  const options = (base: Try, given: Try, foresight: Foresight): MoveOptions => ({
    foresight,
    policy,
    mayChange: mayChangeIn(base),
    limits: new Limits(ofLosses(given, mostLoss ?? Infinity)),
  });
  const regrouping = move('regroup', true, (base, given, foresight) => {
    const limits = new Limits(ofLosses(base, FREE), ofLosses(given, mostLoss ?? Infinity));
    const seed = `${mending.seed}: ${base.point.name}`;
    return regroup(base.draft, { ...options(base, given, foresight), limits, seed, advance: mending.advance });
  });
  const packing = move('pack', false, (base, given, foresight) => packDraft(base.draft, options(base, given, foresight)));
  const withholding = move('withhold', false, (base, given) => {
    const most = mostLoss === null ? Infinity : (mostLoss * ncpOf(given) - ncpOf(base)) * base.draft.index.items.length;
    return withhold(base.draft, wishesOf(base, mending), policy, Math.max(0, Math.floor(most)));
  });
  const merging = move('merge', false, (base, given, foresight) => {
    const own = options(base, given, foresight);
    return merge(base.draft, { ...own, exposed: exposedIn(base, mending).filter(own.mayChange) });
  });
  const moves = mostLoss !== null && mostLoss <= PAYS ? [packing, regrouping] : [packing, regrouping, withholding, merging];
  return mending.ordered ? [shuffling, ...moves] : moves;
}

/** Limits on the costs: the price of less risk is shown by the first that does anything. */
export const pricedMoves = (mending: Mending): readonly AdviceMove<Draft, Seen>[] =>
  movesOf(mending).filter(({ name }) => name === 'withhold' || name === 'merge');

/** The same release without the order of its items. */
const shuffling: AdviceMove<Draft, Seen> = {
  name: 'shuffle',
  free: false,
  make: async (base, [given]) => (base === given ? { ...base.draft } : null),
};

const ncpOf = ({ point }: Try): number => point.losses[0]?.value ?? 0;

/** Cells that any of the attacks names, each once, with the greatest of its probabilities. */
function namedIn({ seen }: Try, certainty: number): readonly AttackedCell[] {
  const named = new Map<string, AttackedCell>();
  for (const cell of seen.flat().flatMap(({ cells }) => cells)) {
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
  for (let at = index.starts[transaction]; at < index.starts[transaction + 1]; at += 1)
    if (index.items[at] === item) return !withheld.has(at);
  return false;
}

const ofLosses = ({ draft }: Try, times: number) => ({ losses: groupLosses(draft.groups, postings(shownIndex(draft))), times });
