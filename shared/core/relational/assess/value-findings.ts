import { byAttack, withoutFigure } from '../../verdict/finding.ts';
import type { BackgroundStatement } from '../attack/background.ts';
import { conceptGuess, intervalGuess, valueGuess } from '../attack/class-guess.ts';
import { type Baselines, baselinesOf, judgedValues, measureValues } from '../attack/measure-values.ts';
import { homogeneity, type Posterior } from '../attack/posterior.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { tallyClasses } from '../model/classes.ts';
import { background, backgroundExposed } from './background-finding.ts';
import { guessFindings } from './guess-findings.ts';
import { harmfulFinding, harmfulOf, harmfulRegion } from './harmful-values.ts';
import { type ClassReliability, heldOutReliability } from './held-out.ts';
import { homogeneous } from './homogeneity-finding.ts';
import { conceptsOf, narrow, type RelatedConcepts, similar } from './similarity-findings.ts';
import { skewed } from './skewness-finding.ts';
import { type AttackTold, tell } from './told.ts';

/** What is found of one sensitive column, class by class. */
export interface ColumnFindings {
  readonly told: readonly AttackTold[];
  readonly baselines: Baselines;
  /** How surely the class without the record itself is right: its guesses were not counted from what they are held against. */
  readonly heldOut: ClassReliability | null;
}

interface ColumnKnowledge {
  readonly statements: readonly BackgroundStatement[];
  /** By a source of relatedness; null where none was asked. */
  readonly related: RelatedConcepts | null;
  readonly seed: string;
}

export function columnFindings(known: KnownTable, column: SensitiveColumn, knowledge: ColumnKnowledge): ColumnFindings {
  const { classes } = known;
  const { sensitive } = column;
  const { name } = sensitive;
  const baselines = baselinesOf(classes, sensitive, knowledge.seed);
  const posteriors: (Posterior | null)[] = [];
  tallyClasses(classes, sensitive, (tally) => posteriors.push(homogeneity(tally)));
  const judged = judgedValues(classes, sensitive, posteriors);
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
            // The same guesses as homogeneity's, of fewer people: a figure of its own, and no finding.
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
        // The figure on the page quotes a class; a finding does not.
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
