/** What a table says, in one number, and how much it weighs. Shapes that come about by chance are rarer in one kind of practice than in another. */
export interface ShapedValue {
  readonly shape: string;
  readonly value: number;
  readonly weight: number;
}

/** An estimate and its standard error. */
export interface EstimateWithError {
  readonly value: number;
  readonly error: number;
}

export const shapeOf = ({ rows, columns }: { readonly rows: number; readonly columns: number }): string => `${rows} x ${columns}`;

export const shapesOf = (values: readonly ShapedValue[]): ReadonlySet<string> => new Set(values.map(({ shape }) => shape));

export function commonShapes(one: readonly ShapedValue[], other: readonly ShapedValue[]): ReadonlySet<string> {
  const others = shapesOf(other);
  return new Set([...shapesOf(one)].filter((shape) => others.has(shape)));
}

/**
 * How much more the tables of a release say than those of practice, in the mean of the release's weight; each table is compared with those of its
 * own shape, and shapes that are not among `shapes` play no part. Null where there are none.
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

function parted(values: readonly ShapedValue[]): Map<string, ShapedValue[]> {
  const parts = new Map<string, ShapedValue[]>();
  for (const each of values) {
    const part = parts.get(each.shape);
    if (part === undefined) parts.set(each.shape, [each]);
    else part.push(each);
  }
  return parts;
}

const weightOf = (values: readonly ShapedValue[]): number => values.reduce((total, { weight }) => total + weight, 0);
const meanOf = (values: readonly ShapedValue[]): number =>
  values.reduce((total, { value, weight }) => total + value * weight, 0) / weightOf(values);

/** The variance of tables of one shape, the same for all shapes: most of them are few. */
function varianceWithin(parts: ReadonlyMap<string, readonly ShapedValue[]>): number {
  let [squares, freedom] = [0, 0];
  for (const values of parts.values()) {
    const mean = meanOf(values);
    for (const { value } of values) squares += (value - mean) * (value - mean);
    freedom += values.length - 1;
  }
  return squares / Math.max(1, freedom);
}
