import type { TermVectors } from './knowledge.ts';

/**
 * The cosine of each of some terms with each of some others, term by term; NaN where either has no vector. Four terms at a time: a value that
 * is loaded serves four sums, and no sum waits for the one before. Nearly all time of the evidence goes here.
 */
export function cosinesOf({ dimensions, values, known }: TermVectors, terms: readonly number[], others: Int32Array): Float64Array {
  const cosines = new Float64Array(terms.length * others.length).fill(Number.NaN);
  const four = new Float64Array(4 * dimensions);
  for (let from = 0; from < terms.length; from += 4) {
    four.fill(0);
    for (let nth = 0; nth < 4 && from + nth < terms.length; nth += 1) {
      const own = (terms[from + nth] as number) * dimensions;
      for (let at = 0; at < dimensions; at += 1) four[4 * at + nth] = values[own + at] as number;
    }
    for (let index = 0; index < others.length; index += 1) {
      const other = others[index] as number;
      if (known[other] === 0) continue;
      const start = other * dimensions;
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let at = 0, own = 0; at < dimensions; at += 1, own += 4) {
        const value = values[start + at] as number;
        a += value * (four[own] as number);
        b += value * (four[own + 1] as number);
        c += value * (four[own + 2] as number);
        d += value * (four[own + 3] as number);
      }
      set(from, index, a);
      set(from + 1, index, b);
      set(from + 2, index, c);
      set(from + 3, index, d);
    }
  }
  return cosines;

  function set(term: number, index: number, cosine: number): void {
    if (term < terms.length && known[terms[term] as number] !== 0) cosines[term * others.length + index] = cosine;
  }
}
