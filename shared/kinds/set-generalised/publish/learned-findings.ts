import type { AttackName } from '../../../contracts/audit-request.ts';
import type { TrainingError } from '../../../core/attack/calibrated/training-error.ts';
import { NORMAL_975 } from '../../../core/measure/student.ts';
import { DOUBT } from '../../../core/people/expected.ts';
import { type ByAttack, byAttack, type Finding, LEFT_OUT, withoutFigure } from '../../../core/verdict/finding.ts';
import { findingAt } from '../../../core/verdict/said.ts';
import { DEFAULTS, PURE_CHANCE } from '../attack/attack-set.ts';
import type { AttackResult } from './attack-results.ts';
import type { PeopleGuesses } from './people-guesses.ts';
import { cannotPromise } from './practice-notice.ts';

const BASELINE = 'one of the options at random';

const KNOWS: Partial<Record<AttackName, string>> = {
  calibrated: 'which items go together and how common they are, by the sources, and the whole release',
  'frequency-only': 'how common items are, by the sources, and the whole release',
  'context-only': 'the whole release, and nothing from outside',
};
const BY_DISTANCE = 'how near the options of each generalised item are to the items next to it, by the sources';

/** The same model as `calibrated`, which runs with them: their guesses are its own. */
const NESTED: readonly string[] = ['calibrated-precise', 'without-order'] satisfies AttackName[];
/** Chance, and what is nested in another attack, yield no findings. */
export const countsAlone = (name: string): boolean => !NESTED.includes(name) && !PURE_CHANCE.includes(name as AttackName);

/** What each attack learns of people: the member that it takes for the true one. Chance is no attack. */
export function learnedFindings(results: readonly AttackResult[], guesses: PeopleGuesses): Finding[] {
  const run = results.flatMap((result, at) => (countsAlone(result.attack.name) ? findingsOf(result, at, results, guesses) : []));
  const names = new Set(results.map(({ attack }) => attack.name));
  const leftOut = DEFAULTS.filter((name) => countsAlone(name) && !names.has(name)).map((name) =>
    withoutFigure(byName(name, null), 'not tried', LEFT_OUT, { of: guesses.hidden }),
  );
  return [...run, ...leftOut];
}

const byName = (name: string, about: string | null): ByAttack =>
  byAttack('learned', name, KNOWS[name as AttackName] ?? BY_DISTANCE, {
    about,
  });

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

/** Why nobody can say without the original how often it is right; null where calibrated probabilities can. */
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
