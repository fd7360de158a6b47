import type { GroupRecord } from '../../contracts/work.ts';
import type { DistanceTable } from '../../core/attack/table.ts';
import { conjunction, termsOf } from '../../core/relatedness/conjunction.ts';
import { distanceTable, type PairDistances } from '../../core/relatedness/distance-table.ts';
import { ngd } from '../../core/relatedness/ngd.ts';
import type { RelatednessState, Smoothing } from '../../core/relatedness/relatedness.ts';
import { normaliseTerm } from '../../core/text/term.ts';
import type { CountRequest, Counts, HitCounter } from '../../ports/hit-counter.ts';

/** What one source says of one pair, or that none relates it. Numbers are NaN where there is none. */
export interface PairScore {
  /** Position in the order of preference; -1 when no source relates the two. */
  readonly source: number;
  readonly state: RelatednessState;
  readonly distance: number;
  readonly item: number;
  readonly context: number;
  readonly both: number;
  readonly flags: number;
}

export interface ScoredGroup {
  readonly group: GroupRecord;
  /** A row for each context item of the group, a column for each member. */
  readonly pairs: readonly PairScore[];
  readonly table: DistanceTable;
  /** Members and context items that no source holds, as positions. */
  readonly unmatchedMembers: readonly number[];
  readonly unmatchedContext: readonly number[];
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
): Promise<ScoredGroup[]> {
  const plan = planCounts(groups, options.labels);
  const { answers, attested } = await askInOrder(plan, sources, options.smoothing);
  return groups.map((group, at) => tableOf(group, plan.groups[at] as GroupPlan, answers, attested));
}

/** What is left to ask when the earlier sources have answered: the question that the next one would get. */
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
  const answers: PairScore[] = plan.pairs.map(() => UNRELATED);
  const attested = new Uint8Array(plan.terms.length);
  let open = plan.pairs.map((_, at) => at);
  for (const [source, counter] of sources.entries()) {
    if (open.length === 0) break;
    const size = await counter.size();
    const asked = narrow(plan, open);
    const counts = await counter.countAll({ terms: asked.terms, pairs: asked.pairs });
    asked.positions.forEach((term, at) => {
      if ((counts.terms[at] as number) > 0) attested[term] = 1;
    });
    open = open.filter((pair, at) => {
      answers[pair] = scoreOf(source, counts, asked.pairs, at, size, smoothing);
      return answers[pair].state === 'undefined';
    });
  }
  return { answers, attested, open };
}

const UNRELATED: PairScore = {
  source: -1,
  state: 'undefined',
  distance: Number.NaN,
  item: Number.NaN,
  context: Number.NaN,
  both: Number.NaN,
  flags: 0,
};

interface GroupPlan {
  readonly members: readonly number[];
  readonly context: readonly number[];
  /** Position of the pair of context item c and member m, at c * members + m. */
  readonly pairs: Uint32Array;
}

export interface CountPlan {
  readonly terms: readonly string[];
  readonly pairs: readonly (readonly [number, number])[];
  readonly groups: readonly GroupPlan[];
}

/** The distinct terms and pairs that the groups need, members before context items. */
export function planCounts(groups: readonly GroupRecord[], labels?: ReadonlyMap<string, string>): CountPlan {
  const terms = new Map<string, number>();
  const pairs: [number, number][] = [];
  const known = new Map<number, number>();
  const termOf = (item: string): number => {
    const parts = termsOf(item).map((part) => normaliseTerm(labels?.get(part) ?? part));
    const term = conjunction(parts);
    const found = terms.get(term) ?? terms.size;
    terms.set(term, found);
    return found;
  };
  const planned = groups.map((group): GroupPlan => {
    const members = group.members.map(termOf);
    const context = group.context.map(termOf);
    const positions = new Uint32Array(members.length * context.length);
    let at = 0;
    for (const other of context) {
      for (const member of members) {
        // Two safe integers below 2^26 make one: a batch has fewer than 67 million terms.
        const key = member * 0x4000000 + other;
        let pair = known.get(key);
        if (pair === undefined) {
          pair = pairs.length;
          known.set(key, pair);
          pairs.push([member, other]);
        }
        positions[at] = pair;
        at += 1;
      }
    }
    return { members, context, pairs: positions };
  });
  return { terms: [...terms.keys()], pairs, groups: planned };
}

/** The question about the pairs that are still open. */
function narrow(plan: CountPlan, open: readonly number[]) {
  const place = new Int32Array(plan.terms.length).fill(-1);
  const positions: number[] = [];
  const pairs = new Uint32Array(open.length * 2);
  let at = 0;
  for (const pair of open) {
    for (const term of plan.pairs[pair] as readonly [number, number]) {
      if ((place[term] as number) < 0) place[term] = positions.push(term) - 1;
      pairs[at] = place[term] as number;
      at += 1;
    }
  }
  return { positions, terms: positions.map((term) => plan.terms[term] as string), pairs };
}

function scoreOf(source: number, counts: Counts, pairs: Uint32Array, at: number, size: number, smoothing: Smoothing): PairScore {
  const x = pairs[2 * at] as number;
  const y = pairs[2 * at + 1] as number;
  const item = counts.terms[x] as number;
  const context = counts.terms[y] as number;
  const both = counts.pairs[at] as number;
  const { state, value } = ngd({ x: item, y: context, both, size }, smoothing);
  const flags = (counts.termFlags[x] as number) | (counts.termFlags[y] as number) | (counts.pairFlags[at] as number);
  return { source: state === 'undefined' ? -1 : source, state, distance: value, item, context, both, flags };
}

function tableOf(group: GroupRecord, plan: GroupPlan, answers: readonly PairScore[], attested: Uint8Array): ScoredGroup {
  const pairs = Array.from(plan.pairs, (pair) => answers[pair] as PairScore);
  const values = Float64Array.from(pairs, ({ state, distance }) => (state === 'unreliable' ? Number.NaN : distance));
  const distances: PairDistances = { members: group.members.length, values };
  const unmatched = (terms: readonly number[]): number[] => terms.flatMap((term, at) => (attested[term] === 1 ? [] : [at]));
  return {
    group,
    pairs,
    table: distanceTable(
      group.rows.map((row) => row.c),
      distances,
    ),
    unmatchedMembers: unmatched(plan.members),
    unmatchedContext: unmatched(plan.context),
  };
}
