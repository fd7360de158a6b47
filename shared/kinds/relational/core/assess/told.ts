import { type ByAttack, type Finding, withoutFigure } from '../../../../core/verdict/finding.ts';
import { findingsOf, type TargetGuess } from '../../../../core/verdict/guesses.ts';
import { attempt, type Trial } from '../../../../core/verdict/trial.ts';
import { hit, type Posterior } from '../attack/posterior.ts';

/** Result of one attack: its figure for the page and its findings for the verdict. */
export interface AttackTold {
  readonly trial: Trial;
  readonly findings: readonly Finding[];
}

/**
 * Runs an attack. If it returns only a trial, its finding is `not tried` (the attacker lacks knowledge) or `not computable` (the audit lacks an
 * input).
 */
export function tell(by: ByAttack, silent: 'not computable' | 'not tried', run: () => AttackTold | Trial): AttackTold {
  let told: AttackTold | null = null;
  const trial = attempt(by.attack, by.about, () => {
    const found = run();
    if ('trial' in found) told = found;
    return 'trial' in found ? found.trial : found;
  });
  // NaN in a figure counts as an error of the attack.
  const { findings = [] } = trial.status === 'decided' ? ((told ?? {}) as Partial<AttackTold>) : {};
  if (trial.status === 'decided') return { trial, findings };
  const state = trial.status === 'errored' ? 'errored' : silent;
  return { trial, findings: [withoutFigure(by, state, trial.reason, { lost: state === 'errored' ? 1 : 0 })] };
}

export const trialsOf = (told: readonly AttackTold[]): Trial[] => told.map(({ trial }) => trial);
export const findingsIn = (told: readonly AttackTold[]): Finding[] => told.flatMap(({ findings }) => findings);

const TIE = 1e-12;

/**
 * Findings of an attack that acts from confidence `least`. Certain guesses are proved, unless the original shows that one is wrong. `doubt`: error
 * of the others without the original; omitted if they are not calibrated.
 */
export function surelyOrMeasured(
  by: ByAttack,
  said: readonly TargetGuess[],
  baseline: string,
  reason: string,
  { least = 0, doubt }: { readonly least?: number; readonly doubt?: number } = {},
): Finding[] {
  const reading = { baseline, reason, ...(doubt === undefined ? {} : { doubt }) };
  const measured = findingsOf(by, said, reading).filter(({ confidence }) => confidence >= least);
  const isWrong = said.some(({ confidence, right }) => confidence !== null && confidence >= 1 - TIE && right !== null && right < 1 - TIE);
  if (isWrong) return measured;
  const certain = findingsOf(by, said, { baseline, reason, proved: true, doubt: 0 }, [1]);
  return [...measured.filter(({ confidence }) => confidence < 1), ...certain];
}

/** Guess for the records of one class and value, with its baseline. `truth` -1: unknown. */
export function valueSaid(cluster: number, weight: number, truth: number, own: Posterior | null, less: Posterior | null): TargetGuess {
  const right = (posterior: Posterior | null): number | null => (truth < 0 ? null : posterior === null ? 0 : hit(posterior, truth));
  return {
    cluster,
    weight,
    confidence: own?.shares[0] ?? null,
    right: right(own),
    baselineConfidence: less?.shares[0] ?? 0,
    baselineRight: right(less),
  };
}

/** Merges entries that differ only in weight. */
export function alike(said: Iterable<TargetGuess>): TargetGuess[] {
  const found = new Map<string, TargetGuess & { weight: number }>();
  for (const each of said) {
    const { cluster, weight = 1, confidence, right, baselineConfidence, baselineRight } = each;
    const key = `${cluster} ${confidence} ${right} ${baselineConfidence} ${baselineRight}`;
    const own = found.get(key);
    if (own === undefined) found.set(key, { ...each, weight });
    else own.weight += weight;
  }
  return [...found.values()];
}
