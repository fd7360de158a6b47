import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { grouped, percent, signedPoints } from '../../../core/verdict/figure-text.ts';
import { type Evidence, LEAST_KNOWN, type Obstacle } from '../../../core/verdict/verdict.ts';
import type { Notice } from '../../../kit/kind.ts';
import { LEARNED_ATTACKS } from '../attacks.ts';
import type { Expected } from '../core/calibrated/outlook.ts';
import type { PracticeVerdict } from '../core/calibrated/practice-verdict.ts';
import type { ContextRule } from '../core/context.ts';
import type { PlanSummary } from '../plan/plan-groups.ts';
import type { ReleaseSummary } from '../read/store-release.ts';
import type { AttackResult } from './attack-results.ts';
import { liftOver } from './lifts.ts';

interface Planned {
  readonly request: AuditRequest;
  readonly release: ReleaseSummary;
  readonly plan: PlanSummary;
  readonly context: ContextRule;
}

export function planNotices({ request, release, plan, context }: Planned): Notice[] {
  const notices: Notice[] = [];
  const say = (code: string, message: string): void => {
    notices.push({ code, message });
  };
  if (context.kind !== request.context.select) {
    const why =
      request.context.order === 'meaningless'
        ? 'the request says that the order of items carries nothing'
        : release.order.carriesNothing
          ? `in ${release.order.sorted} of ${release.order.transactions} transactions the items are sorted`
          : 'its format keeps no order';
    say('context-all', `all context items are used instead of the ${request.context.width} nearest: ${why}`);
  }
  const learned: readonly string[] = LEARNED_ATTACKS.map(({ name }) => name);
  const learns = request.attacks?.some((attack) => learned.includes(typeof attack === 'string' ? attack : attack.name)) ?? true;
  if (learns && plan.groups > 0 && request.embeddings === undefined) {
    say(
      'no-vectors',
      'word vectors were not used: with them (--embeddings glove) the calibrated attack undoes more, and so can whoever else has them',
    );
  }
  if (plan.groups === 0) say('no-groups', 'the release has no generalised item: nothing to attack');
  if (plan.groupsOfOne > 0)
    say('groups-of-one', `${plan.groupsOfOne} generalised items are carried by one transaction only and cannot be attacked`);
  if (plan.rowsWithoutContext > 0) {
    say(
      'rows-without-context',
      `${plan.rowsWithoutContext} of ${plan.rows} rows have no context item, so no scores; they count as not removed`,
    );
  }
  if (release.inferred !== null) say('inferred', `generalised items are not marked in the release and were inferred: ${release.inferred}`);
  const unknown = release.unknownConstraints ?? 0;
  if (unknown > 0)
    say(
      'unknown-constraints',
      `${unknown} constraints name an item that the release does not hold: suppressed or mistyped, nothing of it is protected there or measured here`,
    );
  for (const { message, file, line, times } of release.warnings)
    say('release', `${message} (${file.split(/[\\/]/).at(-1)}, line ${line}${times > 1 ? `, ${times} times in all` : ''})`);
  return notices;
}

/** A distance of "asthma" stands for "asthma, unspecified" where the source does not hold the longer term. */
export const simplerFormsNotice = (pairs: number): Notice[] =>
  pairs === 0
    ? []
    : [
        {
          code: 'simpler-forms',
          message: `${pairs} pairs of items are related by a simpler form of a term, since the source does not hold the whole (docs/codes.md): flag 16 in the table scores`,
        },
      ];

/**
 * Effect of the order of items on the calibrated attack, which was fitted again on the evidence that shuffling does not change. Empty if one of the
 * two could not be computed.
 */
export function orderNotice(attacks: readonly AttackResult[], context: ContextRule): Notice[] {
  const [calibrated, shuffled] = (['calibrated', 'without-order'] as const).map((name) =>
    attacks.find(({ attack }) => attack.name === name),
  );
  if (calibrated?.status !== 'decided' || shuffled?.status !== 'decided') return [];
  const used = context.kind === 'nearest';
  const moved = calibrated.hasOriginal ? measured(calibrated, used) : expected(calibrated, shuffled);
  if (moved === null) return [];
  const first = used
    ? 'the order of items was used: on the evidence that is the same with the items of every transaction shuffled'
    : 'the order of items was not used: with the items of every transaction shuffled';
  return [{ code: 'order', message: `${first}, ${moved}` }];
}

function measured(calibrated: AttackResult, used: boolean): string | null {
  const lift = liftOver(calibrated, 'without-order', 'f1');
  if (lift === null || lift.lift === null) return null;
  const range =
    lift.low === null || lift.high === null ? 'too few to say how surely' : `${signedPoints(-lift.high)} to ${signedPoints(-lift.low)}`;
  const chance = used && lift.low !== null && lift.low <= 0 && (lift.high ?? 0) >= 0 ? ', which chance alone may do' : '';
  return `F1 moves from ${percent(lift.of)} to ${percent(lift.yardstick)}, by ${signedPoints(-lift.lift)} (${range})${chance}`;
}

/** Without the original, by what the model itself expects. */
function expected(calibrated: AttackResult, shuffled: AttackResult): string | null {
  const recall = ({ details }: AttackResult): number | null => (details?.['expected'] as Expected | undefined)?.recall ?? null;
  const [before, after] = [recall(calibrated), recall(shuffled)];
  if (before === null || after === null) return null;
  return `the recall that the model expects moves from ${percent(before)} to ${percent(after)}, by ${signedPoints(after - before)}`;
}

/** Quality of practice, if a promise rests on it. Calibration on practice is never quoted as the release's. */
export function practiceNotice(attacks: readonly AttackResult[], asked: number): Notice[] {
  const precise = attacks.find(({ attack }) => attack.name === 'calibrated-precise');
  const practice = practiceOf(precise);
  if (precise?.status !== 'decided' || practice === null) return [];
  const { tables, draws, effective, area, areaError, limit, widened, cannotPromise } = practice;
  const alike =
    area === null || areaError === null
      ? 'how like the release they are could not be judged'
      : `a classifier that has not seen them tells the release's tables from these in ${percent(area)} of pairs (50 % is alike; standard error ${percent(areaError)})`;
  const made = `the calibrated attack practised on ${tables} tables in ${draws} ${draws === 1 ? 'draw' : 'draws'}, weighed by likeness as good as ${Math.round(effective)}; ${alike}`;
  if (cannotPromise === null) {
    const bound =
      widened > 0 ? `; ranges and the confidence that names people bear it, by a standard error of ${widened.toFixed(2)} in log-odds` : '';
    return [{ code: 'practice', message: `${made}${bound}` }];
  }
  return [
    { code: 'cannot-promise', message: `a precision of ${percent(asked)} cannot be promised: ${WHY[cannotPromise](limit)}. ${made}` },
  ];
}

const WHY: Readonly<Record<NonNullable<PracticeVerdict['cannotPromise']>, (limit: number) => string>> = {
  unlike: (limit) => `beyond ${percent(limit)} practice is too unlike the release`,
  'other frequencies': () => 'no items are published alone that are as frequent as the sensitive ones: practice had to do with others',
  'other supports': () =>
    'much is generalised, and hardly an item is published alone that is in a few transactions, as those are that rare items were merged with: practice has none of them',
  'density untold': () => 'too little tells original items from added ones in practice to say how many of each the release has',
  'too few': () => 'there is too little to say how like the release practice is',
};

/** Why an attack's own probabilities promise nothing of this release; null where they do. */
export function cannotPromise(result: AttackResult): string | null {
  const practice = practiceOf(result);
  return practice === null || practice.cannotPromise === null ? null : WHY[practice.cannotPromise](practice.limit);
}

const practiceOf = (result: AttackResult | undefined): PracticeVerdict | null =>
  (result?.details?.['practice'] as PracticeVerdict | undefined) ?? null;

interface Audited {
  readonly request: { readonly embeddings?: AuditRequest['embeddings'] | undefined };
  readonly plan: Pick<PlanSummary, 'groups' | 'groupsOfOne' | 'rows' | 'rowsWithoutContext'>;
  readonly lead: AttackResult | undefined;
  readonly attacks: readonly AttackResult[];
}

/** Reasons why *learned* cannot be decided, most important first, each with a remedy for this input. */
export function obstaclesOf(audited: Audited): Evidence['obstacles'] {
  return audited.plan.groups === 0 ? [] : found(audited).map((obstacle) => ({ way: 'learned', ...obstacle }));
}

function found({ request, plan, lead, attacks }: Audited): Obstacle[] {
  const obstacles: Obstacle[] = [];
  const known = request.embeddings === undefined ? (lead?.coverage ?? null) : null;
  if (known !== null && known < LEAST_KNOWN && plan.rowsWithoutContext / plan.rows > 1 - LEAST_KNOWN)
    obstacles.push({
      why: `in ${grouped(plan.rowsWithoutContext)} of ${grouped(plan.rows)} places a generalised item has no published item next to it, and these attacks go by such items`,
      remedy: BARE,
    });
  else if (known !== null && known < LEAST_KNOWN)
    obstacles.push({ why: `the sources know ${percent(known)} of the cells, and ${percent(LEAST_KNOWN)} are needed`, remedy: SOURCES });
  const calibrated = attacks.find(({ attack }) => attack.name === 'calibrated');
  if (calibrated?.status === 'not computable')
    obstacles.push({
      why: `the calibrated attack could not be run: ${calibrated.reason}`,
      remedy: plan.groupsOfOne === plan.groups ? MORE : PRACTICE,
    });
  if (calibrated?.status === 'decided' && !calibrated.hasOriginal) {
    const why = cannotPromise(calibrated);
    if (why !== null) obstacles.push({ why, remedy: ORIGINAL });
  }
  if (lead !== undefined && lead.status === 'not computable' && lead !== calibrated)
    obstacles.push({ why: `the attack ${lead.attack.name} could not be run: ${lead.reason}`, remedy: SOURCES });
  return obstacles;
}

// No source helps here.
const BARE = 'count what combinations of published items single out, which needs no such item: unveil check, with --k and --m';
const MORE = 'audit more transactions at once: an item that one transaction carries cannot be compared with another';
const ORIGINAL = 'give the original (--original), which needs no promise';
const SOURCES = 'name a source that knows the items (--corpus, --source, --embeddings glove), or give codes their meaning (--labels)';
const PRACTICE = 'give a release with more items published alone, or a source on this machine (--corpus): both let it practise';
