import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { grouped, percent } from '../../../core/findings/figure-text.ts';
import { type Evidence, LEAST_KNOWN, type Obstacle } from '../../../core/verdict/verdict.ts';
import type { PlanSummary } from '../plan/plan-groups.ts';
import type { AttackResult } from './attack-results.ts';
import { cannotPromise } from './practice-notice.ts';

interface Audited {
  readonly request: { readonly embeddings?: AuditRequest['embeddings'] | undefined };
  readonly plan: Pick<PlanSummary, 'groups' | 'groupsOfOne' | 'rows' | 'rowsWithoutContext'>;
  readonly lead: AttackResult | undefined;
  readonly attacks: readonly AttackResult[];
  /** Items that no source knows. */
  readonly unmatched: number;
}

/** Why nothing can be concluded on what is learned, the most telling first, each with what helps on this input. */
export function obstaclesOf(audited: Audited): Evidence['obstacles'] {
  return audited.plan.groups === 0 ? [] : found(audited).map((obstacle) => ({ way: 'learned', ...obstacle }));
}

function found({ request, plan, lead, attacks, unmatched }: Audited): Obstacle[] {
  const obstacles: Obstacle[] = [];
  const known = request.embeddings === undefined ? (lead?.coverage ?? null) : null;
  if (known !== null && known < LEAST_KNOWN && plan.rowsWithoutContext / plan.rows > 1 - LEAST_KNOWN)
    obstacles.push({
      why: `in ${grouped(plan.rowsWithoutContext)} of ${grouped(plan.rows)} places a generalised item has no published item next to it, and these attacks go by such items`,
      remedy: BARE,
    });
  else if (known !== null && known < LEAST_KNOWN) {
    const items = unmatched > 0 ? `; ${grouped(unmatched)} items are unknown to them` : '';
    obstacles.push({
      why: `the sources know something of ${percent(known)} of the cells only, and ${percent(LEAST_KNOWN)} are needed${items}`,
      remedy: SOURCES,
    });
  }
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

// No source helps here, whatever it knows.
const BARE = 'count what combinations of published items single out, which needs no such item: unveil check, with --k and --m';
const MORE = 'audit more transactions at once: an item that one transaction carries cannot be compared with another';
const ORIGINAL = 'give the original (--original), which needs no promise';
const SOURCES = 'name a source that knows the items (--corpus, --source, --embeddings glove), or give codes their meaning (--labels)';
const PRACTICE = 'give a release with more items published alone, or a source on this machine (--corpus): both let it practise';
