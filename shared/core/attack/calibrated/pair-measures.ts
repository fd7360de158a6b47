import { cosinesOf } from './cosines.ts';
import type { OutsideKnowledge, SourceCounts } from './knowledge.ts';

/** What the measures are called: NGD, PMI and shrunken lift of each source, the cosine of each set of vectors. Greater is nearer in all. */
export const measureNames = ({ counts, vectors }: OutsideKnowledge): string[] => [
  ...counts.flatMap(({ name }) => [`ngd ${name}`, `pmi ${name}`, `lift ${name}`]),
  ...vectors.map(({ name }) => `cosine ${name}`),
];

/**
 * How near each member is to each context item by each measure, member by member, in the order of the names; NaN where nothing is known.
 * `both` has the documents with member and item, for each source, in the same layout.
 */
export const pairMeasures = (
  { counts, vectors }: OutsideKnowledge,
  members: Int32Array,
  items: Int32Array,
  both: readonly Float64Array[],
): Float64Array[] => [
  ...counts.flatMap((source, at) => countMeasures(source, members, items, both[at] as Float64Array)),
  ...vectors.map((each) => cosinesOf(each, [...members], items)),
];

/** Logs of counts that come again and again. */
const LOGS = Float64Array.from({ length: 4096 }, (_, count) => Math.log(count));
const logOf = (count: number): number => LOGS[count] ?? Math.log(count);

/**
 * Minus the NGD and the PMI, both with cautious smoothing, as `core/relatedness` has them for one pair; and the shrunken lift,
 * log((both + 1) / (expected + 1)): PMI drawn towards 0 where so few documents were expected that their absence says nothing.
 */
function countMeasures({ single, size }: SourceCounts, members: Int32Array, items: Int32Array, both: Float64Array): Float64Array[] {
  const ngd = new Float64Array(both.length).fill(Number.NaN);
  const pmi = ngd.slice();
  const lift = ngd.slice();
  const logSize = Math.log(size);
  for (let row = 0, at = 0; row < members.length; row += 1) {
    const x = single[members[row] as number] as number;
    const logX = logOf(x);
    for (let column = 0; column < items.length; column += 1, at += 1) {
      const y = single[items[column] as number] as number;
      const xy = both[at] as number;
      if (!(x > 0 && y > 0 && xy >= 0)) continue;
      const logY = logOf(y);
      // Never together: half a document, but never nearer than by chance.
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
