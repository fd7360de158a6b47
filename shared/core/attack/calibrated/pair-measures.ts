import { ngd } from '../../relatedness/ngd.ts';
import { pmi } from '../../relatedness/pmi.ts';
import { cosineOf, type Knowledge, type SourceCounts } from './knowledge.ts';

/** How near a term is to another; greater is nearer; NaN where nothing is known. */
export interface PairMeasure {
  readonly name: string;
  of(x: number, y: number): number;
}

/** Every measure that the knowledge allows: NGD, PMI and shrunken lift of each source, the cosine of each set of vectors. */
export function pairMeasures({ counts, vectors }: Knowledge): PairMeasure[] {
  return [
    ...counts.flatMap((source) => [negativeNgd(source), pointwise(source), shrunkenLift(source)]),
    ...vectors.map((each) => ({ name: `cosine ${each.name}`, of: (x: number, y: number) => cosineOf(each, x, y) })),
  ];
}

const countsOf = (source: SourceCounts, x: number, y: number) => ({
  x: source.single[x] as number,
  y: source.single[y] as number,
  both: source.both(x, y),
  size: source.size,
});

function negativeNgd(source: SourceCounts): PairMeasure {
  return {
    name: `ngd ${source.name}`,
    of(x, y) {
      const { state, value } = ngd(countsOf(source, x, y));
      return state === 'unreliable' ? Number.NaN : -value;
    },
  };
}

const pointwise = (source: SourceCounts): PairMeasure => ({
  name: `pmi ${source.name}`,
  of: (x, y) => pmi(countsOf(source, x, y)).value,
});

/**
 * log((both + 1) / (expected + 1)): PMI drawn towards 0 where so few documents were expected that their absence says nothing.
 */
const shrunkenLift = (source: SourceCounts): PairMeasure => ({
  name: `lift ${source.name}`,
  of(x, y) {
    const a = source.single[x] as number;
    const b = source.single[y] as number;
    if (!(a > 0 && b > 0)) return Number.NaN;
    return Math.log((source.both(x, y) + 1) / ((a * b) / source.size + 1));
  },
});
