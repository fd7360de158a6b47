import { type ReliabilityBin, reliability, Stated } from '../../../../core/statistics/reliability.ts';
import { byAttack, withoutFigure } from '../../../../core/verdict/finding.ts';
import type { BackgroundStatement } from '../attack/background.ts';
import { conceptGuess, intervalGuess, valueGuess } from '../attack/class-guess.ts';
import { type Baselines, baselinesOf, judgedValues, measureValues } from '../attack/measure-values.ts';
import { hit, homogeneities, homogeneityWithout, type Posterior } from '../attack/posterior.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { tallyClasses } from '../model/classes.ts';
import { background, backgroundExposed } from './background-finding.ts';
import { guessFindings } from './guess-findings.ts';
import { harmfulFinding, harmfulOf, harmfulRegion, skewed } from './harmful-values.ts';
import { conceptsOf, narrow, type RelatedConcepts, similar } from './similarity-findings.ts';
import { type AttackTold, tell } from './told.ts';
import { homogeneous } from './value-finding.ts';

export interface ColumnFindings {
  readonly told: readonly AttackTold[];
  readonly baselines: Baselines;
  /** Leave-one-out reliability of the class's guesses. */
  readonly heldOut: ClassReliability | null;
}

interface ColumnKnowledge {
  readonly statements: readonly BackgroundStatement[];
  /** Groups from a source; null: none was asked. */
  readonly related: RelatedConcepts | null;
  readonly seed: string;
}

export function columnFindings(known: KnownTable, column: SensitiveColumn, knowledge: ColumnKnowledge): ColumnFindings {
  const { classes } = known;
  const { sensitive } = column;
  const { name } = sensitive;
  const baselines = baselinesOf(classes, sensitive, knowledge.seed);
  const judged = judgedValues(classes, sensitive, homogeneities(classes, sensitive));
  const alone = measureValues(judged, sensitive);
  const harmful = harmfulOf(known, column);
  const isNamed = harmful.length > 0;
  const by = (attack: string, knows: string) => byAttack('learned', attack, knows, { about: name });
  const guessed = { classes, sensitive };
  const reading = { seed: knowledge.seed, always: false };
  const own = by('homogeneity', CLASS);
  const alike = by('similarity', `${CLASS}, and which values are alike`);
  const near = by('similarity-of-numbers', `${CLASS}, and that near numbers are alike`);
  const skew = by('skewness', `${CLASS}, and which values harm`);
  return {
    baselines,
    heldOut: heldOutReliability(known, column),
    told: [
      tell(own, 'not computable', () => {
        const trial = homogeneous(name, alone, baselines);
        const found = guessFindings(own, { ...guessed, guess: valueGuess(sensitive) }, { ...reading, always: true, reason: trial.reason });
        return { trial, findings: found };
      }),
      tell(by('background', CLASS), 'not computable', () => {
        const { trial, posteriors } = background(known, column, knowledge.statements, alone, baselines);
        return { trial, findings: backgroundExposed(by, known, column, posteriors, trial.reason) };
      }),
      tell(skew, 'not computable', () => {
        const trial = skewed(known, column, isNamed ? harmful : undefined);
        if (!isNamed)
          return { trial, findings: [withoutFigure(skew, 'not tried', 'no value is named that harms (harmful in roles.json)')] };
        const region = conceptGuess([harmfulRegion(sensitive, harmful)]);
        return {
          trial,
          findings: guessFindings(skew, { ...guessed, guess: region }, { ...reading, reason: 'classes raise the values that harm' }),
        };
      }),
      ...(isNamed
        ? [
            // Homogeneity's guesses restricted to few people: a figure, not a finding.
            tell(by('harmful-values', CLASS), 'not computable', () => ({
              trial: harmfulFinding(known, column, harmful, { alone: judged, marginal: baselines.judgedMarginal }),
              findings: [],
            })),
          ]
        : []),
      tell(alike, 'not tried', () => {
        const trial = similar(known, column, knowledge.related);
        if (trial.status !== 'decided') return trial;
        const guess = conceptGuess(conceptsOf(column, knowledge.related));
        // The page's figure quotes a class; a finding must not.
        return {
          trial,
          findings: guessFindings(alike, { ...guessed, guess }, { ...reading, reason: 'classes hold groups of like values' }),
        };
      }),
      ...(column.meaning.type === 'number'
        ? [
            tell(near, 'not tried', () => {
              const trial = narrow(known, column);
              const guess = intervalGuess(sensitive);
              return trial.status !== 'decided' || guess === null
                ? trial
                : { trial, findings: guessFindings(near, { ...guessed, guess }, { ...reading, reason: trial.reason }) };
            }),
          ]
        : []),
    ],
  };
}

const CLASS = 'all quasi-identifiers of a person exactly';

interface ClassReliability {
  readonly bins: readonly ReliabilityBin[];
  readonly error: number;
  readonly floor: number;
}

/** Reliability of leave-one-out guesses: stated confidence against how often they are right. */
function heldOutReliability({ classes }: KnownTable, { sensitive }: SensitiveColumn): ClassReliability | null {
  const stated = new Stated();
  tallyClasses(classes, sensitive, (tally) => {
    if (tally.known < 2) return;
    for (const truth of tally.present) {
      const posterior = homogeneityWithout(tally, truth) as Posterior;
      const chance = hit(posterior, truth);
      // Among n tied values a guess is right one time in n; counts are rounded to whole records.
      const records = tally.counts[truth];
      const right = Math.round(records * chance);
      for (let each = 0; each < records; each += 1) stated.add(posterior.shares[0], each < right ? 1 : 0);
    }
  });
  const found = reliability(stated.counts());
  return found === null ? null : { bins: found.bins, error: found.error, floor: found.floor };
}
