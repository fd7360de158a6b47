import { type Relatedness, UNDEFINED } from './relatedness.ts';

/** The cosine of two vectors; undefined where the source lacks one or one has no direction. As a distance: 1 - cosine. */
export function cosine(x: Float32Array | null, y: Float32Array | null): Relatedness {
  if (x === null || y === null) return UNDEFINED;
  if (x.length !== y.length) throw new RangeError(`vectors of ${x.length} and ${y.length} dimensions have no angle`);
  let dot = 0;
  let xx = 0;
  let yy = 0;
  for (let at = 0; at < x.length; at += 1) {
    const a = x[at] as number;
    const b = y[at] as number;
    dot += a * b;
    xx += a * a;
    yy += b * b;
  }
  if (!(xx > 0 && yy > 0)) return UNDEFINED;
  // Rounding can leave [-1, 1] by a last bit, and 1 - cosine must not be negative.
  return { state: 'ok', value: Math.max(-1, Math.min(1, dot / (Math.sqrt(xx) * Math.sqrt(yy)))) };
}
