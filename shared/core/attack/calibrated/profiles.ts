import type { IndexedRelease } from './indexed-release.ts';
import type { SourceCounts, TermVectors } from './knowledge.ts';

/** Terms that the profiles are made over: enough to tell topics apart, few enough to count against every item of a release. */
const ANCHORS = 200;

/**
 * The terms that a release publishes alone most often, of those that the source holds neither rarely nor everywhere: what the
 * others are counted against. A practice release has the same anchors as the release: its own are a few fewer.
 */
export function chooseAnchors(release: IndexedRelease, size: number, single: Float64Array, most = ANCHORS): number[] {
  const support = new Float64Array(release.terms.length);
  for (const { items } of release.transactions) for (const item of items) support[item] = (support[item] as number) + 1;
  return Array.from(release.terms.keys())
    .filter((term) => (support[term] as number) > 1 && (single[term] as number) >= 20 && (single[term] as number) <= size / 4)
    .sort((a, b) => (support[b] as number) - (support[a] as number) || a - b)
    .slice(0, most);
}

/**
 * A term's profile: how much more often than by chance it comes with each anchor; what all have in common is still in it. Terms that never meet
 * can still keep the same company; the source makes these vectors itself, in its own domain. `both`: documents with each attested
 * term and each anchor, term by term. `from`: the first of the terms that are wanted.
 */
export function profilesOf(
  source: SourceCounts,
  anchors: readonly number[],
  attested: readonly number[],
  both: Float64Array,
  from = 0,
): TermVectors {
  const dimensions = anchors.length;
  const values = new Float32Array((source.single.length - from) * dimensions);
  const known = new Uint8Array(source.single.length - from);
  for (const [row, term] of attested.entries()) {
    known[term - from] = 1;
    const own = source.single[term] as number;
    for (let at = 0; at < dimensions; at += 1) {
      const anchor = anchors[at] as number;
      // A term says nothing by standing beside itself.
      if (anchor === term) continue;
      const expected = (own * (source.single[anchor] as number)) / source.size;
      values[(term - from) * dimensions + at] = Math.log(((both[row * dimensions + at] as number) + 0.5) / (expected + 0.5));
    }
  }
  return { name: `profile ${source.name}`, dimensions, values, known };
}
