import { joined } from '../../../../core/format/columns.ts';
import { logistic } from '../../../../core/numeric/numeric.ts';

/** Cells with a stated probability and their truth, table by table. */
interface JudgedTable {
  readonly probability: Float64Array;
  readonly original: Uint8Array;
}

/** By how much stated log-odds x are off: truth has x + intercept + slope * x. With the covariance of both, tables being together. */
export interface Recalibration {
  readonly intercept: number;
  readonly slope: number;
  /** Of intercept, of both, of slope. */
  readonly covariance: Covariance;
}

export type Covariance = readonly [intercept: number, both: number, slope: number];

const ROUNDS = 12;
/** A whole step can overshoot to where the curve is flat, and the next one further yet. */
const HALVINGS = 8;
/** A weak pull to no change, as that of a few cells: keeps estimates finite where nothing is wrong. */
const PULL = 0.5;
/** Probabilities nearer to 0 and 1 are as near as this. */
const SURE = 1e-3;
const LEAST_LIKELY = 1e-300;

export const logitOf = (p: number): number => {
  const within = Math.max(SURE, Math.min(1 - SURE, p));
  return Math.log(within / (1 - within));
};

/** Logistic regression of the truth on what was stated, by Newton steps that are halved until the likelihood grows. */
export function recalibration(tables: readonly JudgedTable[]): Recalibration {
  const at = joined(Float64Array, tables.map(({ probability }) => probability.map(logitOf))); // biome-ignore format: one thing
  const truth = joined(Uint8Array, tables.map(({ original }) => original)); // biome-ignore format: one thing
  let [intercept, slope] = [0, 0];
  let [aa, ab, bb] = [PULL, 0, PULL];
  const offOf = (cell: number): number => truth[cell] - logistic(at[cell] + intercept + slope * at[cell]);
  const lossAt = (i: number, up: number): number => {
    let total = (PULL * (i * i + up * up)) / 2;
    for (let cell = 0; cell < at.length; cell += 1) {
      const odds = at[cell] + i + up * at[cell];
      total -= Math.log(Math.max(LEAST_LIKELY, logistic(truth[cell] === 1 ? odds : -odds)));
    }
    return total;
  };
  let loss = lossAt(0, 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    let [a, b] = [-PULL * intercept, -PULL * slope];
    [aa, ab, bb] = [PULL, 0, PULL];
    for (let cell = 0; cell < at.length; cell += 1) {
      const x = at[cell];
      const off = offOf(cell);
      const p = truth[cell] - off;
      const curve = p * (1 - p);
      a += off;
      b += off * x;
      aa += curve;
      ab += curve * x;
      bb += curve * x * x;
    }
    const det = aa * bb - ab * ab;
    let [right, up] = [(bb * a - ab * b) / det, (aa * b - ab * a) / det];
    let moved = lossAt(intercept + right, slope + up);
    for (let halved = 0; halved < HALVINGS && moved > loss; halved += 1) {
      [right, up] = [right / 2, up / 2];
      moved = lossAt(intercept + right, slope + up);
    }
    const isThere = intercept + right === intercept && slope + up === slope;
    [intercept, slope, loss] = [intercept + right, slope + up, moved];
    if (isThere) break;
  }
  let [saa, sab, sbb] = [0, 0, 0];
  let cell = 0;
  for (const { original } of tables) {
    let [a, b] = [0, 0];
    for (const end = cell + original.length; cell < end; cell += 1) {
      const off = offOf(cell);
      a += off;
      b += off * at[cell];
    }
    saa += a * a;
    sab += a * b;
    sbb += b * b;
  }
  // Sandwich: inverse curvature on both sides of the spread of tables.
  const det = aa * bb - ab * ab;
  const [iaa, iab, ibb] = [bb / det, -ab / det, aa / det];
  const covariance: Covariance = [
    iaa * (iaa * saa + iab * sab) + iab * (iaa * sab + iab * sbb),
    iaa * (iab * saa + ibb * sab) + iab * (iab * sab + ibb * sbb),
    iab * (iab * saa + ibb * sab) + ibb * (iab * sab + ibb * sbb),
  ];
  return { intercept, slope, covariance };
}

/** Worlds that no classifier tells apart still differ. */
export const LEAST_UNLIKE = 0.2;

/** How unlike two kinds of tables are, by the classifier between them: 1 always told apart. A difference within chance is none. */
export const unlikeness = ({ area, error }: { readonly area: number; readonly error: number }): number =>
  Math.max(LEAST_UNLIKE, 2 * (area - error) - 1);

/** A world, as the rest of practice gave account of it. */
export interface Probed extends Recalibration {
  readonly unlike: number;
}

/**
 * Before any world is probed, at unlikeness 1, and how many worlds that is worth. Set by hand on medquad and newsgroups; the variance of eight releases
 * of theirs is likeliest at .7 to 1 times what follows, and estimates from them fit no better.
 */
const PRIOR: Covariance = [0.4, -0.22, 0.25];
const WORTH = 3;
const USUAL = 0.35;

/**
 * Variance of intercept and slope between worlds that are as unlike each other as the release and its practice: in proportion to unlikeness, as the
 * probed worlds have it beyond the chance of their tables.
 */
export function betweenWorlds(probed: readonly Probed[], unlike: number): Covariance {
  const all = WORTH * USUAL + probed.reduce((total, world) => total + world.unlike, 0);
  const [squares, products, slopes] = [0, 1, 2].map((part) =>
    probed.reduce(
      (total, { intercept, slope, covariance }) => {
        const own = [intercept * intercept, intercept * slope, slope * slope][part];
        return total + own - covariance[part];
      },
      WORTH * USUAL * PRIOR[part],
    ),
  );
  const [intercept, slope] = [Math.max(0, squares), Math.max(0, slopes)];
  const most = Math.sqrt(intercept * slope);
  const both = Math.max(-most, Math.min(most, products));
  return [(unlike * intercept) / all, (unlike * both) / all, (unlike * slope) / all];
}

/** Variance of log-odds x. */
export const varianceAt = ([intercept, both, slope]: Covariance, x: number): number =>
  Math.max(0, intercept + 2 * both * x + slope * x * x);

const ONE_SIDED_90 = 1.2815515655446004;

/** One-sided 90 % lower end of a probability whose log-odds vary between worlds; not below a half, from where nobody is named. */
export function lowerEnd(covariance: Covariance, p: number): number {
  if (p <= 0.5) return p;
  const x = Math.log(p / (1 - p));
  return logistic(Math.max(0, x - ONE_SIDED_90 * Math.sqrt(varianceAt(covariance, x))));
}
