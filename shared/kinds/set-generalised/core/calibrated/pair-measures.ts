import { cosinesOf } from './cosines.ts';
import type { OutsideKnowledge, SourceCounts } from './knowledge.ts';

/** Names of the measures: NGD, PMI and shrunken lift of each source, cosine of each set of vectors. Greater is nearer. */
export const measureNames = ({ counts, vectors }: OutsideKnowledge): string[] => [
  ...counts.flatMap(({ name }) => [`ngd ${name}`, `pmi ${name}`, `lift ${name}`]),
  ...vectors.map(({ name }) => `cosine ${name}`),
];

/**
 * Nearness of each member to each context item by each measure, in the order of the names; NaN: unknown. `both`: joint document counts by source,
 * in the same layout.
 */
export const pairMeasures = (
  { counts, vectors }: OutsideKnowledge,
  members: Int32Array,
  items: Int32Array,
  both: readonly Float64Array[],
): Float64Array[] => [
  ...counts.flatMap((source, at) => countMeasures(source, members, items, both[at])),
  ...vectors.map((each) => cosinesOf(each, [...members], items)),
];

/** Cache of logarithms of frequent counts. */
const LOGS = Float64Array.from({ length: 4096 }, (_, count) => Math.log(count));
const logOf = (count: number): number => LOGS[count] ?? Math.log(count);

/**
 * Negative NGD and PMI with cautious smoothing, as in `core/relatedness`; and the shrunken lift log((both + 1) / (expected + 1)): PMI shrunk
 * towards 0 if few documents were expected.
 */
function countMeasures({ single, size }: SourceCounts, members: Int32Array, items: Int32Array, both: Float64Array): Float64Array[] {
  const ngd = new Float64Array(both.length).fill(Number.NaN);
  const pmi = ngd.slice();
  const lift = ngd.slice();
  const logSize = Math.log(size);
  for (let row = 0, at = 0; row < members.length; row += 1) {
    const x = single[members[row]];
    const logX = logOf(x);
    for (let column = 0; column < items.length; column += 1, at += 1) {
      const y = single[items[column]];
      const xy = both[at];
      if (!(x > 0 && y > 0 && xy >= 0)) continue;
      const logY = logOf(y);
      // Never together counts as half a document, but not nearer than chance.
      const logBoth = xy > 0 ? logOf(xy) : -Math.LN2;
      const information = logBoth + logSize - logX - logY;
      pmi[at] = xy > 0 ? information : Math.min(0, information);
      lift[at] = Math.log((xy + 1) / ((x * y) / size + 1));
      const contradictory = xy > Math.min(x, y) || Math.max(x, y) > size;
      const scale = logSize - Math.min(logX, logY);
      if (contradictory || scale === 0) continue;
      const distance = (Math.max(logX, logY) - logBoth) / scale;
      ngd[at] = -(xy > 0 ? distance : Math.max(1, distance));
    }
  }
  return [ngd, pmi, lift];
}
