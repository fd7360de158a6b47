import type { HitCounter } from '../../shared/ports/hit-counter.ts';

/** Counts over a few documents of plain words, the obvious way. */
export function countsOver(documents: readonly string[]): HitCounter {
  const words = documents.map((text) => new Set(text.split(' ')));
  const count = (...terms: string[]): number => words.filter((each) => terms.every((term) => each.has(term))).length;
  return {
    source: { id: 'documents', version: '1' },
    size: async () => documents.length,
    count: async (term, other) => (other === undefined ? count(term) : count(term, other)),
    countAll: async ({ terms, pairs }) => ({
      terms: Float64Array.from(terms, (term) => count(term)),
      termFlags: new Uint8Array(terms.length),
      pairs: Float64Array.from({ length: pairs.length / 2 }, (_, at) => count(terms[pairs[2 * at]], terms[pairs[2 * at + 1]])),
      pairFlags: new Uint8Array(pairs.length / 2),
    }),
  };
}
