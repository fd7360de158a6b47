import { attempt, type Trial } from '../../findings/finding.ts';
import { type ByAttack, type Finding, withoutFigure } from '../../verdict/finding.ts';

/** What one attack comes to: its figure for the page, and its findings for the verdict. */
export interface AttackTold {
  readonly trial: Trial;
  readonly findings: readonly Finding[];
}

/**
 * Runs an attack. One that gives a trial alone could not say: its findings say why, `not tried` where the attacker lacks knowledge and
 * `not computable` where the audit lacks an input.
 */
export function tell(by: ByAttack, silent: 'not computable' | 'not tried', run: () => AttackTold | Trial): AttackTold {
  let told: AttackTold | null = null;
  const trial = attempt(by.attack, by.about, () => {
    const found = run();
    if ('trial' in found) told = found;
    return 'trial' in found ? found.trial : found;
  });
  // A figure that is no number is a fault of the attack too.
  const { findings = [] } = trial.status === 'decided' ? ((told ?? {}) as Partial<AttackTold>) : {};
  if (trial.status === 'decided') return { trial, findings };
  const state = trial.status === 'errored' ? 'errored' : silent;
  return { trial, findings: [withoutFigure(by, state, trial.reason, { lost: state === 'errored' ? 1 : 0 })] };
}

export const trialsOf = (told: readonly AttackTold[]): Trial[] => told.map(({ trial }) => trial);
export const findingsIn = (told: readonly AttackTold[]): Finding[] => told.flatMap(({ findings }) => findings);
