import { percent } from '../../findings/figure-text.ts';
import type { Trial } from '../../findings/finding.ts';
import type { Baselines, ValueFigures } from '../attack/measure-values.ts';
import { valueFinding } from './value-finding.ts';

/** Held against who has not seen the release. The class without the own record has: where others betray everybody it is as right. */
export function homogeneous(column: string, figures: ValueFigures, baselines: Baselines): Trial {
  const beside = { name: 'marginal', figures: baselines.marginal };
  return valueFinding('homogeneity', column, figures, baselines, beside, homogeneityReason(figures, baselines));
}

function homogeneityReason({ disclosedAt, right }: ValueFigures, { withoutOwn }: Baselines): string {
  const [half, , ninety, , certain] = disclosedAt;
  return `who finds a person's class reads the value off it: for ${percent(certain?.share ?? 0)} of the people it holds one value, for ${percent(ninety?.share ?? 0)} nine in ten or more agree, for ${percent(half?.share ?? 0)} at least half; the best guess is right for ${percent(right)}, from the other records of the class alone for ${percent(withoutOwn.right)}`;
}
