/** A table's value and weight, with its shape. The frequency of shapes differs between kinds of practice. */
export interface ShapedValue {
  readonly shape: string;
  readonly value: number;
  readonly weight: number;
}

export interface EstimateWithError {
  readonly value: number;
  readonly error: number;
}

export const shapeOf = ({ rows, columns }: { readonly rows: number; readonly columns: number }): string => `${rows} x ${columns}`;

export const shapesOf = (values: readonly ShapedValue[]): ReadonlySet<string> => new Set(values.map(({ shape }) => shape));

export const commonShapes = (one: readonly ShapedValue[], other: readonly ShapedValue[]): ReadonlySet<string> =>
  shapesOf(one).intersection(shapesOf(other));

/**
 * Mean difference between the values of release and practice tables, compared shape by shape and weighted by the release. Shapes outside `shapes`
 * are ignored. Null if no shape is common.
 */
export function differenceByShape(
  release: readonly ShapedValue[],
  practice: readonly ShapedValue[],
  shapes: ReadonlySet<string>,
): EstimateWithError | null {
  const [own, other] = [parted(release), parted(practice)];
  const [spread, otherSpread] = [varianceWithin(own), varianceWithin(other)];
  let [total, variance, weight] = [0, 0, 0];
  for (const [shape, values] of own) {
    const others = other.get(shape);
    if (others === undefined || !shapes.has(shape)) continue;
    const each = weightOf(values);
    total += each * (meanOf(values) - meanOf(others));
    variance += each * each * (spread / values.length + otherSpread / others.length);
    weight += each;
  }
  return weight === 0 ? null : { value: total / weight, error: Math.sqrt(variance) / weight };
}

const parted = (values: readonly ShapedValue[]): Map<string, ShapedValue[]> => Map.groupBy(values, ({ shape }) => shape);

const weightOf = (values: readonly ShapedValue[]): number => values.reduce((total, { weight }) => total + weight, 0);
const meanOf = (values: readonly ShapedValue[]): number =>
  values.reduce((total, { value, weight }) => total + value * weight, 0) / weightOf(values);

/** Pooled variance within shapes: most shapes have few tables. */
function varianceWithin(parts: ReadonlyMap<string, readonly ShapedValue[]>): number {
  let [squares, freedom] = [0, 0];
  for (const values of parts.values()) {
    const mean = meanOf(values);
    for (const { value } of values) squares += (value - mean) * (value - mean);
    freedom += values.length - 1;
  }
  return squares / Math.max(1, freedom);
}
