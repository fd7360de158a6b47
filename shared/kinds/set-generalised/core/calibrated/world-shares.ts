import { solved } from '../../../../core/numeric/cholesky.ts';
import { exp } from '../../../../core/numeric/numeric.ts';
import { commonShapes, type EstimateWithError, type ShapedValue, shapeOf, shapesOf } from './by-shape.ts';
import type { EvidenceColumn, TableEvidence } from './evidence.ts';
import { momentsOf, scalingOf } from './scaling.ts';
import { fitKind, scoreOf, spreadOf, weightsByShape } from './table-kind.ts';

const FOLDS = 4;
/** Steps of a share. */
const STEPS = 10;
/** Added to each variance, as a share of it: scores of one world against the rest nearly add up to a constant. */
const RIDGE = 0.05;

/** How far the release lies from each world, in the scores of classifiers that tell the worlds apart. */
interface WorldDistance {
  /** Release less world, by classifier. */
  readonly off: Float64Array;
  /** Variance of a mean: that of the world's, in units of one table's. */
  readonly variance: number;
}

interface WorldDistances {
  readonly worlds: readonly WorldDistance[];
  readonly ofRelease: number;
  /** Covariance of the scores of one table within its shape. */
  readonly within: Float64Array;
}

/** Null if no shape is common to all worlds and the release. */
export function worldDistances(
  release: readonly TableEvidence[],
  worlds: readonly (readonly TableEvidence[])[],
  columns: readonly EvidenceColumn[],
): WorldDistances | null {
  const practice = worlds.flat();
  const asWhat = Array.from(columns.keys()).filter((at) => columns[at].kind !== 'shape');
  const scaling = scalingOf(practice, asWhat);
  const moments = practice.map((each) => momentsOf(each, scaling));
  const spread = spreadOf(moments);
  const known = moments.map(spread);
  const asked = release.map((each) => spread(momentsOf(each, scaling)));
  const worldOf = worlds.flatMap((tables, world) => tables.map(() => world));
  const said = practice.map(() => new Float64Array(worlds.length));
  const saidOfRelease = release.map(() => new Float64Array(worlds.length));
  for (const [world, own] of worlds.entries()) {
    const rest = practice.filter((_, at) => worldOf[at] !== world);
    const balanced = weightsByShape(rest, own);
    let [ofRest, ofOwn] = [0, rest.length];
    const weights = worldOf.map((each) => balanced[each === world ? ofOwn++ : ofRest++]);
    for (let fold = 0; fold < FOLDS; fold += 1) {
      const kept = Array.from(known.keys()).filter((at) => at % FOLDS !== fold && weights[at] > 0);
      const fitted = fitKind(
        kept.map((at) => ({ at: known[at], beside: worldOf[at] === world, weight: weights[at] })),
        known[0].length,
      );
      for (let at = fold; at < known.length; at += FOLDS) said[at][world] = scoreOf(known[at], fitted);
      for (const [at, each] of asked.entries()) saidOfRelease[at][world] += scoreOf(each, fitted) / FOLDS;
    }
  }
  let common = shapesOf(valued(release));
  for (const own of worlds) common = commonShapes(valued(release), valued(own)).intersection(common);
  if (common.size === 0) return null;
  const scores = worlds.map((own, world) => ({ own, said: said.filter((_, at) => worldOf[at] === world) }));
  const ofRelease = meansByShape(release, saidOfRelease, common);
  const within = covarianceWithin(scores, worlds.length);
  const inAll = release.filter((table) => common.has(shapeOf(table))).length;
  let ownVariance = 0;
  for (const { count } of ofRelease.values()) ownVariance += count / (inAll * inAll);
  const distances = scores.map(({ own, said: each }): WorldDistance => {
    const means = meansByShape(own, each, common);
    const off = new Float64Array(worlds.length);
    let variance = 0;
    for (const [shape, { mean, count }] of ofRelease) {
      const share = count / inAll;
      const other = means.get(shape) as ShapeMean;
      variance += (share * share) / other.count;
      for (let at = 0; at < off.length; at += 1) off[at] += share * (mean[at] - other.mean[at]);
    }
    return { off, variance };
  });
  return { worlds: distances, ofRelease: ownVariance, within };
}

const valued = (tables: readonly TableEvidence[]): ShapedValue[] => tables.map((table) => ({ shape: shapeOf(table), value: 0, weight: 1 }));

interface ShapeMean {
  readonly mean: Float64Array;
  readonly count: number;
}

function meansByShape(
  tables: readonly TableEvidence[],
  values: readonly Float64Array[],
  shapes: ReadonlySet<string>,
): Map<string, ShapeMean> {
  const parts = Map.groupBy(tables.keys(), (at) => shapeOf(tables[at]));
  const means = new Map<string, ShapeMean>();
  for (const [shape, own] of parts) {
    if (!shapes.has(shape)) continue;
    const mean = (values[0] as Float64Array).map((_, column) => own.reduce((total, at) => total + values[at][column], 0) / own.length);
    means.set(shape, { mean, count: own.length });
  }
  return means;
}

/** Pooled over worlds and shapes. */
function covarianceWithin(
  worlds: readonly { readonly own: readonly TableEvidence[]; readonly said: readonly Float64Array[] }[],
  width: number,
) {
  const covariance = new Float64Array(width * width);
  let freedom = 0;
  for (const { own, said } of worlds) {
    const means = meansByShape(own, said, shapesOf(valued(own)));
    freedom += own.length - means.size;
    for (const [at, values] of said.entries()) {
      const { mean } = means.get(shapeOf(own[at])) as ShapeMean;
      for (let row = 0; row < width; row += 1) {
        for (let column = 0; column < width; column += 1) {
          covariance[row * width + column] += (values[row] - mean[row]) * (values[column] - mean[column]);
        }
      }
    }
  }
  for (let row = 0; row < width; row += 1) {
    for (let column = 0; column < width; column += 1) {
      covariance[row * width + column] *= (row === column ? 1 + RIDGE : 1) / Math.max(1, freedom);
    }
  }
  return covariance;
}

/** A witness of the density: of the release, and of each world, in the same terms. */
interface DensityWitness extends EstimateWithError {
  readonly ofWorlds: readonly number[];
}

/**
 * Posterior mean of the shares of the worlds from both witnesses. The prior gives equal mass to single worlds, to mixtures of two, and so on to
 * all, so estimates near an end are pulled to it within their error. Where no mixture fits, all are judged less strictly.
 */
export function likelyShares(count: number, distances: WorldDistances | null, density: DensityWitness | null): readonly number[] | null {
  if (distances === null && density === null) return null;
  const mixtures = mixturesOf(count);
  const misfits = mixtures.map((shares) => misfitOf(shares, distances));
  const least = Math.min(...misfits.map(({ square }) => square));
  const strictness = Math.max(1, least / Math.max(1, count - 1));
  const logs = mixtures.map((shares, at) => {
    const { square, logVariance } = misfits[at];
    const mean = density === null ? 0 : density.ofWorlds.reduce((total, each, world) => total + each * shares[world], 0);
    const off = density === null ? 0 : (density.value - mean) / density.error;
    return -square / strictness / 2 - logVariance / 2 - (off * off) / 2;
  });
  const greatest = Math.max(...logs);
  const parts = mixtures.map((shares) => shares.filter((share) => share > 0).length);
  const alike = Array.from({ length: count + 1 }, (_, part) => parts.filter((each) => each === part).length);
  const weights = logs.map((each, at) => exp(each - greatest) / alike[parts[at]]);
  const total = weights.reduce((a, b) => a + b, 0);
  return Array.from({ length: count }, (_, world) => mixtures.reduce((sum, shares, at) => sum + weights[at] * shares[world], 0) / total);
}

function misfitOf(shares: readonly number[], distances: WorldDistances | null): { readonly square: number; readonly logVariance: number } {
  if (distances === null) return { square: 0, logVariance: 0 };
  const { worlds, ofRelease, within } = distances;
  const width = worlds.length;
  const off = new Float64Array(width);
  let variance = ofRelease;
  for (const [world, share] of shares.entries()) {
    variance += share * share * worlds[world].variance;
    for (let at = 0; at < width; at += 1) off[at] += share * worlds[world].off[at];
  }
  const along = solved(within, off);
  if (along === null) return { square: 0, logVariance: 0 };
  const square = off.reduce((total, each, at) => total + each * along[at], 0) / variance;
  return { square, logVariance: width * Math.log(variance) };
}

function mixturesOf(count: number): number[][] {
  const all: number[][] = [];
  const fill = (shares: readonly number[], left: number): void => {
    if (shares.length === count - 1) all.push([...shares, left / STEPS]);
    else for (let own = 0; own <= left; own += 1) fill([...shares, own / STEPS], left - own);
  };
  fill([], STEPS);
  return all;
}
