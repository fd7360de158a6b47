import type { ByAttack, Finding } from '../../verdict/finding.ts';
import { findingsOf, type TargetGuess } from '../../verdict/said.ts';
import { hit, type Posterior } from '../attack/posterior.ts';

const TIE = 1e-12;

/**
 * Findings of an attack that acts at `least` confidence or more. Its certain guesses follow from what it knows: they are proved, unless truth says
 * that one is wrong. `doubt`: of the others without truth; left out where they are not calibrated.
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
  const certain = findingsOf(by, said, { baseline, reason, proved: true, doubt: 0 }).filter(({ confidence }) => confidence === 1);
  return [...measured.filter(({ confidence }) => confidence < 1), ...certain];
}

/** Records of one class and value: what a posterior says of them next to what less knowledge says. `truth` -1: nobody tells. */
export function valueSaid(cluster: number, weight: number, truth: number, own: Posterior | null, less: Posterior | null): TargetGuess {
  const right = (posterior: Posterior | null): number | null => (truth < 0 ? null : posterior === null ? 0 : hit(posterior, truth));
  return {
    cluster,
    weight,
    confidence: own?.shares[0] ?? null,
    right: right(own),
    lessConfidence: less?.shares[0] ?? 0,
    lessRight: right(less),
  };
}

/** Entries that are alike in all but their weight, as one: of people one by one. */
export function alike(said: Iterable<TargetGuess>): TargetGuess[] {
  const found = new Map<string, TargetGuess & { weight: number }>();
  for (const each of said) {
    const { cluster, weight = 1, confidence, right, lessConfidence, lessRight } = each;
    const key = `${cluster} ${confidence} ${right} ${lessConfidence} ${lessRight}`;
    const own = found.get(key);
    if (own === undefined) found.set(key, { ...each, weight });
    else own.weight += weight;
  }
  return [...found.values()];
}
