import type { PeopleFindings } from '../../../app/audit/people/finish-people.ts';
import type { VerdictText } from '../../../contracts/verdict.ts';
import type { Trial } from '../../../core/findings/finding.ts';
import type { ContextRule } from '../../../core/model/context.ts';
import type { AuditIdentity, Outcome } from '../../kind.ts';
import type { PlanSummary } from '../plan/plan-groups.ts';
import type { ReleaseSummary } from '../read/store-release.ts';
import type { AttackResult } from './attack-results.ts';
import type { HonestChoice } from './honest-choice.ts';

/** What an audit of a set-generalised release found. */
export interface SetGeneralisedOutcome extends Outcome {
  readonly identity: AuditIdentity;
  readonly release: ReleaseSummary;
  readonly plan: PlanSummary;
  readonly context: ContextRule;
  readonly attacks: readonly AttackResult[];
  /** Who is exposed; null where no attack states a probability. */
  readonly people: PeopleFindings | null;
  readonly text: VerdictText;
  /** The best attack, quoted where it was not chosen; null without the original. */
  readonly choice: HonestChoice | null;
  /** Who is found by a few known items. */
  readonly scoring: readonly Trial[];
  /** Item text is left out of all that is written. */
  readonly redacted: boolean;
  readonly unmatched: readonly (readonly [item: string, times: number])[];
}
