import { compareKeys, contentKey } from '../../../core/model/canonical-order.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import { calibrated, isotonic } from '../../../core/statistics/isotonic.ts';
import { reliability, Stated } from '../../../core/statistics/reliability.ts';
import type { DisclosedAt } from '../../../core/verdict/trial.ts';
import type { GroupedRelease } from './grouped-release.ts';

export interface LearnedCell {
  readonly group: number;
  readonly person: number;
  readonly said: number;
  readonly held: boolean;
}

export interface CalibratedLearned {
  /** How far what was said is from what came true, as learned and as calibrated, and what chance alone would show of the latter. */
  readonly rawError: number;
  readonly error: number;
  readonly floor: number;
  readonly disclosedAt: readonly DisclosedAt[];
  readonly cells: readonly LearnedCell[];
}

const FOLDS = 10;
const CERTAINTIES = [0.5, 0.8, 0.9] as const;
/** Shares that differ by rounding only are one. */
const STEP = 1e-6;

/**
 * Naive Bayes is overconfident: its probabilities are recalibrated by isotonic regression, ten-fold over groups whose truth is known. People are named by the likeliest of their sensitive items.
 */
export function calibrateLearned(
  release: GroupedRelease,
  cells: readonly LearnedCell[],
  people: number,
  seed: string,
): CalibratedLearned | null {
  const fold = foldsOf(release, cells, seed);
  const maps = Array.from({ length: FOLDS }, (_, own) => fitted(cells.filter(({ group }) => fold.get(group) !== own)));
  const mendedCells: LearnedCell[] = [];
  const [raw, mended] = [new Stated(), new Stated()];
  const best = new Map<number, { said: number; held: boolean }>();
  for (const { group, person, said, held } of cells) {
    const map = maps[fold.get(group) as number];
    if (map === undefined) return null;
    const sure = calibrated(map, said);
    raw.add(said, held ? 1 : 0);
    mended.add(sure, held ? 1 : 0);
    mendedCells.push({ group, person, said: sure, held });
    const known = best.get(person);
    if (known === undefined || sure > known.said) best.set(person, { said: sure, held });
  }
  const [before, after] = [reliability(raw.counts()), reliability(mended.counts())];
  if (before === null || after === null) return null;
  const named = [...best.values()];
  return {
    rawError: before.error,
    error: after.error,
    floor: after.floor,
    cells: mendedCells,
    disclosedAt: CERTAINTIES.map((certainty) => {
      const sure = named.filter(({ said }) => said >= certainty);
      return {
        certainty,
        share: sure.length / people,
        right: sure.length === 0 ? null : sure.filter(({ held }) => held).length / sure.length,
      };
    }),
  };
}

/** Groups by their content, so that their order in the file does not matter. */
function foldsOf({ groups }: GroupedRelease, cells: readonly LearnedCell[], seed: string): ReadonlyMap<number, number> {
  const keyed = Array.from(new Set(cells.map(({ group }) => group)), (group) => {
    const { transactions, sensitive } = groups[group];
    const content = transactions.map((items) => items.toSorted(compareCodePoints).join('\u001f')).sort(compareCodePoints);
    return { group, key: contentKey(seed, JSON.stringify([content, [...sensitive].toSorted(([a], [b]) => compareCodePoints(a, b))])) };
  }).sort((a, b) => compareKeys(a.key, b.key));
  return new Map(keyed.map(({ group }, at) => [group, at % FOLDS]));
}

/** Undefined of too little to fit. Equal shares are one point, so that the order of the cells does not matter. */
function fitted(cells: readonly LearnedCell[]) {
  const points = new Map<number, { cells: number; held: number }>();
  for (const { said, held } of cells) {
    const step = Math.round(said / STEP) * STEP;
    const point = points.get(step) ?? { cells: 0, held: 0 };
    points.set(step, { cells: point.cells + 1, held: point.held + (held ? 1 : 0) });
  }
  if (points.size === 0) return undefined;
  const ascending = [...points].sort(([a], [b]) => a - b);
  return isotonic(
    ascending.map(([said]) => said),
    ascending.map(([, { cells: own, held }]) => held / own),
    ascending.map(([, { cells: own }]) => own),
  );
}
