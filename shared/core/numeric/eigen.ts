const SWEEPS = 30;

/** Eigenvalues of a symmetric matrix, greatest first, and its eigenvectors as columns, by Jacobi's rotations. */
export function eigen(symmetric: Float64Array, width: number): { readonly values: Float64Array; readonly vectors: Float64Array } {
  const a = symmetric.slice();
  const v = new Float64Array(width * width);
  let size = 0;
  for (let at = 0; at < width; at += 1) v[at * width + at] = 1;
  for (const each of a) size += each * each;
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    let off = 0;
    for (let p = 0; p < width; p += 1) for (let q = 0; q < p; q += 1) off += a[p * width + q] * a[p * width + q];
    if (off <= 1e-22 * size) break;
    for (let p = 0; p < width; p += 1) for (let q = p + 1; q < width; q += 1) rotate(a, v, width, p, q);
  }
  const order = Array.from({ length: width }, (_, at) => at).sort((x, y) => a[y * width + y] - a[x * width + x] || x - y);
  const vectors = new Float64Array(width * width);
  for (const [to, at] of order.entries()) for (let row = 0; row < width; row += 1) vectors[row * width + to] = v[row * width + at];
  return { values: Float64Array.from(order, (at) => a[at * width + at]), vectors };
}

function rotate(a: Float64Array, v: Float64Array, width: number, p: number, q: number): void {
  const apq = a[p * width + q];
  if (apq === 0) return;
  const theta = (a[q * width + q] - a[p * width + p]) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let at = 0; at < width; at += 1) {
    const [x, y] = [a[at * width + p], a[at * width + q]];
    a[at * width + p] = c * x - s * y;
    a[at * width + q] = s * x + c * y;
  }
  for (let at = 0; at < width; at += 1) {
    const [x, y] = [a[p * width + at], a[q * width + at]];
    a[p * width + at] = c * x - s * y;
    a[q * width + at] = s * x + c * y;
    const [m, n] = [v[at * width + p], v[at * width + q]];
    v[at * width + p] = c * m - s * n;
    v[at * width + q] = s * m + c * n;
  }
}
