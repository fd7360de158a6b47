import { advise } from '../../shared/app/advise/advise.ts';
import type { Advice, Change } from '../../shared/contracts/advice.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import type { Draft } from '../../shared/core/anonymise/mend/draft.ts';
import type { Transaction } from '../../shared/core/model/transaction.ts';
import { advisingOf, draftRelease, type ToAdvise } from '../../shared/kinds/set-generalised/advise/advising.ts';
import { changesOf } from '../../shared/kinds/set-generalised/advise/changes.ts';
import type { Progress } from '../../shared/ports/progress.ts';
import type { KeptPolicy, Matched } from './given.ts';
import { openKnown } from './open-known.ts';
import type { Target } from './target.ts';

export interface AdviseOn extends Matched, KeptPolicy {
  readonly request: AuditRequest;
  readonly target: Target;
  readonly mostLoss: number | null;
  readonly rounds: number;
  readonly attacks: number;
}

export interface SaferRelease {
  readonly advice: Advice;
  readonly draft: Draft;
  readonly release: readonly Transaction[];
  readonly changes: readonly Change[];
}

/** Advises, by the sources of this machine. Nothing is written. */
export async function adviseOn(
  { target: { people: target, certainty }, ...asked }: AdviseOn,
  progress: Pick<Progress, 'step' | 'advance'>,
): Promise<SaferRelease> {
  const { request, transactions, rounds, mostLoss } = asked;
  const notices = [...asked.notices];
  const { known, other, close } = await openKnown(request);
  try {
    const input: ToAdvise = {
      ...asked,
      certainty,
      target,
      known,
      other,
      looksAt: (some, all) => notices.push(`of ${all} members of generalised items ${some} were looked at: those that betray most`),
      advance: (done) => progress.advance(done),
      step: (name) => progress.step(name, null),
    };
    const { advice, given, chosen } = await advise({ certainty, target, mostLoss, rounds, seed: request.seed }, advisingOf(input));
    return {
      advice: { ...advice, notices: [...notices, ...advice.notices, ...publishedAlone(given.draft, chosen.draft)] },
      draft: chosen.draft,
      release: draftRelease(chosen.draft, input),
      changes: changesOf(given, chosen, transactions, certainty),
    };
  } finally {
    await close();
  }
}

function publishedAlone(before: Draft, after: Draft): string[] {
  const hidden = new Set(after.groups.flat());
  const alone = before.groups.flat().filter((item) => !hidden.has(item)).length;
  return alone === 0
    ? []
    : [`${alone} items that no privacy constraint protects are published alone now: they stood in generalised items for others' sake`];
}
