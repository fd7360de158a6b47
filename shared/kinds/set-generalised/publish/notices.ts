import type { Notice } from '../../../app/audit/publish/notice.ts';
import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { ContextRule } from '../../../core/model/context.ts';
import type { PlanSummary } from '../plan/plan-groups.ts';
import type { ReleaseSummary } from '../read/store-release.ts';

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
  const calibrated =
    request.attacks?.some((attack) => (typeof attack === 'string' ? attack : attack.name).startsWith('calibrated')) ?? true;
  if (calibrated && plan.groups > 0 && request.embeddings === undefined) {
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
