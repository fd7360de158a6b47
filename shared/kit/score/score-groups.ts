import type { DistanceTable } from '../../core/attack/table.ts';
import { conjoinedTerms, conjunction, isConjunction } from '../../core/relatedness/conjunction.ts';
import { distanceTable } from '../../core/relatedness/distance-table.ts';
import { ngd, type Smoothing } from '../../core/relatedness/relatedness.ts';
import { normaliseTerm } from '../../core/text/tokens.ts';
import type { CountRequest, Counts, HitCounter } from '../../ports/hit-counter.ts';
import { inSimplerForms } from './count-in-simpler-forms.ts';
import type { GroupRecord } from './group-record.ts';
import { noPairs, type PairColumns, stateNumber } from './pair-table.ts';

export interface ScoredUnit {
  readonly group: GroupRecord;
  readonly pairs: PairColumns;
  readonly table: DistanceTable;
  /** Members and context items that no source holds, as positions. */
  readonly unmatchedMembers: Int32Array;
  readonly unmatchedContext: Int32Array;
}

export interface ScoreOptions {
  readonly smoothing: Smoothing;
  /** Codes to terms. */
  readonly labels?: ReadonlyMap<string, string> | undefined;
}

/**
 * Scores groups together: each source is asked once for the distinct terms and pairs of them all; what it cannot relate goes to the next.
 * All counts behind one distance are of one source.
 */
export async function scoreGroups(
  groups: readonly GroupRecord[],
  sources: readonly HitCounter[],
  options: ScoreOptions,
): Promise<ScoredUnit[]> {
  const plan = planCounts(groups, options.labels);
  const { answers, attested } = await askInOrder(plan, sources, options.smoothing);
  const all = plan.places === null ? answers : pairsAt(answers, plan.places);
  return groups.map((group, at) => tableOf(group, plan.groups[at], all, attested));
}

/** The question for the next source, after the earlier ones have answered. */
export async function openQuestion(
  groups: readonly GroupRecord[],
  earlier: readonly HitCounter[],
  options: ScoreOptions,
): Promise<CountRequest> {
  const plan = planCounts(groups, options.labels);
  const { open } = await askInOrder(plan, earlier, options.smoothing);
  return narrow(plan, open);
}

async function askInOrder(plan: CountPlan, sources: readonly HitCounter[], smoothing: Smoothing) {
  const answers = noPairs(plan.pairs.length / 2);
  answers.state.fill(UNDEFINED);
  const attested = new Uint8Array(plan.terms.length);
  let open = new Uint32Array(plan.pairs.length / 2);
  for (let at = 0; at < open.length; at += 1) open[at] = at;
  for (const [source, counter] of sources.entries()) {
    if (open.length === 0) break;
    const size = await counter.size();
    const asked = narrow(plan, open);
    const counts = await inSimplerForms(counter).countAll({ terms: asked.terms, pairs: asked.pairs });
    asked.positions.forEach((term, at) => {
      if (counts.terms[at] > 0) attested[term] = 1;
    });
    let left = 0;
    for (let at = 0; at < open.length; at += 1) {
      const pair = open[at];
      score(answers, pair, source, counts, asked.pairs, at, size, smoothing);
      if (answers.state[pair] !== UNDEFINED) continue;
      open[left] = pair;
      left += 1;
    }
    open = open.slice(0, left);
  }
  return { answers, attested, open };
}

const UNDEFINED = stateNumber('undefined');
const UNRELIABLE = stateNumber('unreliable');

interface GroupPlan {
  readonly members: Uint32Array;
  readonly context: Uint32Array;
  /** Where the group's pairs begin: that of context item c and member m is at c * members + m from there. */
  readonly from: number;
}

interface CountPlan {
  readonly terms: readonly string[];
  /** Couples of positions in `terms`. */
  readonly pairs: Uint32Array;
  readonly groups: readonly GroupPlan[];
  /** For each pair of a group its place among `pairs`, where groups share pairs; null where they stand one after the other. */
  readonly places: Uint32Array | null;
}

/** The distinct terms and pairs that the groups need, members before context items. */
function planCounts(groups: readonly GroupRecord[], labels?: ReadonlyMap<string, string>): CountPlan {
  const terms = new Map<string, number>();
  const places = new Map<string, number>();
  const placeOf = (item: string): number => {
    let place = places.get(item);
    if (place === undefined) {
      const term = termFor(item, labels);
      place = terms.get(term) ?? terms.size;
      terms.set(term, place);
      places.set(item, place);
    }
    return place;
  };
  const placesOf = (items: readonly string[]): Uint32Array => {
    const found = new Uint32Array(items.length);
    for (let at = 0; at < items.length; at += 1) found[at] = placeOf(items[at]);
    return found;
  };
  let size = 0;
  const planned = groups.map((group): GroupPlan => {
    const plan = { members: placesOf(group.members), context: placesOf(group.context), from: size };
    size += plan.members.length * plan.context.length;
    return plan;
  });
  const pairs = new Uint32Array(2 * size);
  let at = 0;
  for (const { members, context } of planned) {
    for (const other of context) {
      for (const member of members) {
        pairs[at] = member;
        pairs[at + 1] = other;
        at += 2;
      }
    }
  }
  const shared = sharesMembers(planned, terms.size) ? distinctPairs(pairs, terms.size) : { pairs, places: null };
  return { terms: [...terms.keys()], groups: planned, ...shared };
}

/** Members of one generalised item are in no other, so most often no pair comes twice and none has to be looked up. */
function sharesMembers(groups: readonly GroupPlan[], terms: number): boolean {
  const seen = new Uint8Array(terms);
  for (const { members } of groups) {
    for (const member of members) {
      if (seen[member] === 1) return true;
      seen[member] = 1;
    }
  }
  return false;
}

function distinctPairs(pairs: Uint32Array, terms: number): { readonly pairs: Uint32Array; readonly places: Uint32Array } {
  const known = new Map<number, number>();
  const distinct: number[] = [];
  const places = new Uint32Array(pairs.length / 2);
  for (let at = 0; at < places.length; at += 1) {
    const [x, y] = [pairs[2 * at], pairs[2 * at + 1]];
    const key = x * terms + y;
    let place = known.get(key);
    if (place === undefined) {
      place = known.size;
      known.set(key, place);
      distinct.push(x, y);
    }
    places[at] = place;
  }
  return { pairs: Uint32Array.from(distinct), places };
}

/** The term for an item: its label, normalised; each part of a conjunction on its own. */
function termFor(item: string, labels: ReadonlyMap<string, string> | undefined): string {
  const own = (part: string): string => normaliseTerm(labels?.get(part) ?? part);
  return isConjunction(item) ? conjunction(conjoinedTerms(item).map(own)) : own(item);
}

/** The question about the pairs that are still open. */
function narrow(plan: CountPlan, open: Uint32Array) {
  const place = new Int32Array(plan.terms.length).fill(-1);
  const positions: number[] = [];
  const pairs = new Uint32Array(open.length * 2);
  let at = 0;
  for (const pair of open) {
    for (let end = 0; end < 2; end += 1) {
      const term = plan.pairs[2 * pair + end];
      if (place[term] < 0) place[term] = positions.push(term) - 1;
      pairs[at] = place[term];
      at += 1;
    }
  }
  return { positions, terms: positions.map((term) => plan.terms[term]), pairs };
}

/** Writes what a source says of a pair to its place. */
function score(
  answers: PairColumns,
  place: number,
  source: number,
  counts: Counts,
  pairs: Uint32Array,
  at: number,
  size: number,
  smoothing: Smoothing,
): void {
  const x = pairs[2 * at];
  const y = pairs[2 * at + 1];
  const item = counts.terms[x];
  const context = counts.terms[y];
  const both = counts.pairs[at];
  const { state, value } = ngd({ x: item, y: context, both, size }, smoothing);
  answers.source[place] = state === 'undefined' ? -1 : source;
  answers.state[place] = stateNumber(state);
  answers.flags[place] = counts.termFlags[x] | counts.termFlags[y] | counts.pairFlags[at];
  answers.distance[place] = value;
  answers.item[place] = item;
  answers.context[place] = context;
  answers.both[place] = both;
}

function pairsAt(answers: PairColumns, places: Uint32Array): PairColumns {
  const taken = <C extends { [at: number]: number }>(from: C, to: C): C => {
    for (let at = 0; at < places.length; at += 1) to[at] = from[places[at]];
    return to;
  };
  const pairs = noPairs(places.length);
  for (const name of Object.keys(pairs) as (keyof PairColumns)[]) taken<{ [at: number]: number }>(answers[name], pairs[name]);
  return pairs;
}

function tableOf(group: GroupRecord, { members, context, from }: GroupPlan, answers: PairColumns, attested: Uint8Array): ScoredUnit {
  const to = from + members.length * context.length;
  const pairs: PairColumns = {
    source: answers.source.subarray(from, to),
    state: answers.state.subarray(from, to),
    flags: answers.flags.subarray(from, to),
    distance: answers.distance.subarray(from, to),
    item: answers.item.subarray(from, to),
    context: answers.context.subarray(from, to),
    both: answers.both.subarray(from, to),
  };
  const values = pairs.state.includes(UNRELIABLE)
    ? pairs.distance.map((distance, at) => (pairs.state[at] === UNRELIABLE ? Number.NaN : distance))
    : pairs.distance;
  // Without a pair nothing was asked for this group: whether another one of the batch asked must make no difference.
  const asked = to > from;
  const unmatched = (terms: Uint32Array): Int32Array => {
    const found: number[] = [];
    for (let at = 0; asked && at < terms.length; at += 1) if (attested[terms[at]] !== 1) found.push(at);
    return Int32Array.from(found);
  };
  return {
    group,
    pairs,
    table: distanceTable(
      group.rows.map((row) => row.c),
      { members: members.length, values },
    ),
    unmatchedMembers: unmatched(members),
    unmatchedContext: unmatched(context),
  };
}
