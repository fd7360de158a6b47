import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { Expected, Range } from '../../../core/attack/calibrated/outlook.ts';
import type { PracticeVerdict } from '../../../core/attack/calibrated/practice-verdict.ts';
import { grouped, percent } from '../../../core/findings/figure-text.ts';
import type { Interval } from '../../../core/measure/intervals.ts';
import { type Evidence, LEAST_KNOWN, type Obstacle } from '../../../core/verdict/verdict.ts';
import type { PlanSummary } from '../plan/plan-groups.ts';
import type { AttackResult } from './attack-results.ts';
import { liftOver } from './lifts.ts';
import { practiceOf } from './practice-notice.ts';

/** What the verdict on a set-generalised release rests on. */
interface Audited {
  readonly request: { readonly embeddings?: AuditRequest['embeddings'] | undefined };
  readonly plan: Pick<PlanSummary, 'groups' | 'groupsOfOne' | 'rows' | 'rowsWithoutContext'>;
  readonly lead: AttackResult | undefined;
  readonly attacks: readonly AttackResult[];
  /** Items that no source knows. */
  readonly unmatched: number;
}

export function evidenceOf(audited: Audited): Evidence {
  const { lead } = audited;
  const obstacles = obstaclesOf(audited);
  if (lead === undefined || lead.status !== 'decided') return { ...NOTHING, obstacles };
  return { ...(lead.hasOriginal ? measured(lead) : expected(lead)), strongest: lead.attack.name === 'calibrated', obstacles };
}

const NOTHING: Evidence = { obstacles: [], right: null, chance: null, lift: null, undone: null, silent: false, strongest: false };

/** The difference that answers the question where the attack decides: its precision over that of as many eliminations at random. */
function measured(lead: AttackResult): Evidence {
  const lift = liftOver(lead, 'matched', 'precision');
  const ends = lift === null || lift.low === null || lift.high === null ? null : { low: lift.low, high: lift.high };
  const silent = lead.tally.eliminated === 0;
  return { ...NOTHING, right: lead.precision, chance: lead.matched.precision, lift: ends, undone: lead.recall, silent };
}

export interface Outlooks {
  readonly expected?: Expected;
  readonly ifSparser?: Expected;
  readonly ifDenser?: Expected;
  readonly range?: Range;
  readonly estimatedDensity?: number;
}

/** How far off the density is taken to be, either way. */
const STEP = 0.1;

/** By the model's own account: what it expects to be right, less what eliminating anything would, over densities misjudged either way. */
function expected(lead: AttackResult): Evidence {
  const { expected: own, ifSparser, ifDenser, estimatedDensity } = (lead.details ?? {}) as Outlooks;
  if (own?.precision == null || estimatedDensity === undefined)
    return { ...NOTHING, silent: lead.tally.eliminated === 0 && own !== undefined };
  const lifts = (
    [
      [own, 0],
      [ifSparser, -STEP],
      [ifDenser, STEP],
    ] as const
  ).flatMap(([each, off]) => (each?.precision == null ? [] : [each.precision - (1 - estimatedDensity - off)]));
  const lift: Interval = { low: Math.min(...lifts), high: Math.max(...lifts) };
  return { ...NOTHING, right: own.precision, chance: 1 - estimatedDensity, lift, undone: own.recall };
}

/** From the one that says most of why nothing can be concluded. */
function obstaclesOf({ request, plan, lead, attacks, unmatched }: Audited): Obstacle[] {
  if (plan.groups === 0)
    return [
      {
        why: 'it has no generalised item: there is nothing to attack',
        remedy:
          'if this is the release, nothing was generalised and all that is left of the original can be read; else name the release, not the original; docs/formats.md says how generalised items are marked',
      },
    ];
  const found: Obstacle[] = [];
  if (lead === undefined || lead.status === 'errored')
    found.push({
      why: lead?.reason == null ? 'no attack was run' : `the attack ${lead.attack.name} failed: ${lead.reason}`,
      remedy: 'run the audit again',
    });
  const known = lead?.coverage ?? null;
  const bare = plan.rowsWithoutContext / plan.rows > 1 - LEAST_KNOWN;
  if (request.embeddings === undefined && known !== null && known < LEAST_KNOWN && bare)
    found.push({
      why: `in ${grouped(plan.rowsWithoutContext)} of ${grouped(plan.rows)} places a generalised item stands beside no item that is published alone, and these attacks go by such items`,
      remedy: BARE,
    });
  else if (request.embeddings === undefined && known !== null && known < LEAST_KNOWN) {
    const items = unmatched > 0 ? `; ${grouped(unmatched)} items are unknown to them` : '';
    found.push({
      why: `the sources know something of ${percent(known)} of the cells only, and ${percent(LEAST_KNOWN)} are needed${items}`,
      remedy: SOURCES,
    });
  }
  const calibrated = attacks.find(({ attack }) => attack.name === 'calibrated');
  if (calibrated !== undefined && calibrated.status !== 'decided')
    found.push({
      why: `the calibrated attack could not be run: ${calibrated.reason}`,
      remedy: plan.groupsOfOne === plan.groups ? MORE : PRACTICE,
    });
  const practice = practiceOf(lead);
  if (lead?.hasOriginal === false && practice !== null && practice.cannotPromise !== null) {
    const why = UNLIKE[practice.cannotPromise]?.(practice);
    if (why !== undefined) found.push({ why, remedy: ORIGINAL });
  }
  if (lead !== undefined && lead.status === 'not computable' && lead !== calibrated)
    found.push({ why: `the attack ${lead.attack.name} could not be run: ${lead.reason}`, remedy: SOURCES });
  return found;
}

/** Where practice is of another kind than the release; where there is too little of it, or of what it tells, the figures say so themselves. */
const UNLIKE: Partial<Record<NonNullable<PracticeVerdict['cannotPromise']>, (practice: PracticeVerdict) => string>> = {
  unlike: ({ area, limit }) =>
    `what the attack practised on is too unlike it: its tables are told from those of practice in ${percent(area)} of pairs, and beyond ${percent(limit)} nothing can be promised`,
  'other frequencies': () => 'no items are published alone that are as frequent as the sensitive ones, so the attack practised on others',
  'other supports': () =>
    'much of it is generalised, and hardly an item is published alone that is in a few transactions, as those are that rare items were merged with, so the attack could not practise on such',
};

// No source helps here, whatever it knows.
const BARE = 'count what combinations of published items single out, which needs no such item: unveil check, with --k and --m';
const MORE = 'audit more transactions at once: an item that one transaction carries has no other to be held against';
const ORIGINAL = 'give the original (--original), which needs no promise';
const SOURCES = 'name a source that knows the items (--corpus, --source, --embeddings glove), or give codes their meaning (--labels)';
const PRACTICE = 'a release with more items published alone, or a source on this machine (--corpus), lets it practise';
