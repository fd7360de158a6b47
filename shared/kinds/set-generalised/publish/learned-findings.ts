import { DOUBT } from '../../../core/people/expected.ts';
import { NORMAL_975 } from '../../../core/statistics/student.ts';
import { type ByAttack, byAttack, type Finding, LEFT_OUT, withoutFigure } from '../../../core/verdict/finding.ts';
import { findingAt } from '../../../core/verdict/guesses.ts';
import { countsAlone, SET_ATTACKS, setAttack } from '../attacks.ts';
import type { TrainingError } from '../core/calibrated/training-error.ts';
import type { AttackResult } from './attack-results.ts';
import { cannotPromise } from './notices.ts';
import type { PeopleGuesses } from './people-guesses.ts';

const BASELINE = 'one of the options at random';

/** Guesses of each attack about people: the member it considers true. Random attacks are excluded. */
export function learnedFindings(results: readonly AttackResult[], guesses: PeopleGuesses): Finding[] {
  const run = results.flatMap((result, at) => (countsAlone(result.attack.name) ? findingsOf(result, at, results, guesses) : []));
  const names = new Set(results.map(({ attack }) => attack.name));
  const leftOut = SET_ATTACKS.filter(({ byDefault, name }) => byDefault && countsAlone(name) && !names.has(name)).map(({ name }) =>
    withoutFigure(byName(name, null), 'not tried', LEFT_OUT, { of: guesses.hidden }),
  );
  return [...run, ...leftOut];
}

const byName = (name: string, about: string | null): ByAttack => byAttack('learned', name, setAttack(name)?.knows ?? '', { about });

function findingsOf(result: AttackResult, at: number, results: readonly AttackResult[], guesses: PeopleGuesses): Finding[] {
  const { attack, status, tally, hasOriginal } = result;
  const by = byName(attack.name, settingOf(result, results));
  const of = guesses.hidden;
  const reason = result.reason ?? '';
  if (tally.groups === 0) return [withoutFigure(by, 'not tried', 'nothing is hidden: the release has no generalised item')];
  if (status === 'not computable') return [withoutFigure(by, 'not computable', reason, { of })];
  const failed = status === 'errored' ? [withoutFigure(by, 'errored', reason, { of, lost: tally.erroredGroups })] : [];
  const unknown = hasOriginal ? null : whyUnknown(result);
  const doubted = hasOriginal ? null : oddsError(result);
  const figures = guesses.exposedBy(at).map(({ confidence, sums, doubt }) =>
    findingAt(by, confidence, sums, {
      baseline: BASELINE,
      reason: unknown ?? (hasOriginal ? 'what it names, compared with the original' : 'by its own calibrated probabilities'),
      measured: hasOriginal,
      ...(unknown !== null || doubted === null ? {} : { doubt: (doubted * doubt) / Math.max(1, sums.targets) }),
    }),
  );
  return [...failed, ...figures];
}

/** Where an attack is run with several settings. */
function settingOf({ attack }: AttackResult, results: readonly AttackResult[]): string | null {
  if (results.filter((other) => other.attack.name === attack.name).length < 2) return null;
  const set = (['ratio', 'delta'] as const).flatMap((name) =>
    attack.parameters[name] == null ? [] : [`${name} ${attack.parameters[name]}`],
  );
  return set.join(', ');
}

/** Why the share right is not computable without the original; null if calibrated probabilities give it. */
function whyUnknown(result: AttackResult): string | null {
  const { details, attack } = result;
  if (details?.['practice'] === undefined) return `without the original nobody can say how often ${attack.name} is right`;
  const why = cannotPromise(result);
  return why === null ? null : `without the original its probabilities are its own account: ${why}`;
}

/** By how much all odds may be off together, in units of DOUBT: a density misjudged, log-odds by their error, the draw of practice. */
function oddsError({ details }: AttackResult): number {
  const step = Math.log(DOUBT);
  const logOdds = (details?.['logOddsError'] as number | undefined) ?? 0;
  const drawn = (details?.['training'] as TrainingError | undefined)?.precision ?? 0;
  const density = step / NORMAL_975;
  return Math.sqrt(density * density + logOdds * logOdds + drawn * drawn) / step;
}
