import { attempt, type Trial } from '../../findings/finding.ts';
import type { BackgroundStatement } from '../attack/background.ts';
import { type Baselines, baselinesOf, judgedValues, measureValues } from '../attack/measure-values.ts';
import { homogeneity, type Posterior } from '../attack/posterior.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { tallyClasses } from '../model/classes.ts';
import { background } from './background-finding.ts';
import { harmfulFinding, harmfulOf } from './harmful-values.ts';
import { type ClassReliability, heldOutReliability } from './held-out.ts';
import { homogeneous } from './homogeneity-finding.ts';
import { narrow, type RelatedConcepts, similar } from './similarity-findings.ts';
import { skewed } from './skewness-finding.ts';

/** What is found of one sensitive column, class by class. */
export interface ColumnFindings {
  readonly findings: readonly Trial[];
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
  return {
    baselines,
    heldOut: heldOutReliability(known, column),
    findings: [
      attempt('homogeneity', name, () => homogeneous(name, alone, baselines)),
      attempt('background', name, () => background(known, column, knowledge.statements, alone, baselines)),
      attempt('skewness', name, () => skewed(known, column, isNamed ? harmful : undefined)),
      ...(isNamed
        ? [
            attempt('harmful-values', name, () =>
              harmfulFinding(known, column, harmful, { alone: judged, marginal: baselines.judgedMarginal }),
            ),
          ]
        : []),
      attempt('similarity', name, () => similar(known, column, knowledge.related)),
      ...(column.meaning.type === 'number' ? [attempt('similarity-of-numbers', name, () => narrow(known, column))] : []),
    ],
  };
}
