import { inSimplerForms } from '../../../app/audit/score/count-in-simpler-forms.ts';
import { embedItems } from '../../../app/embed-items.ts';
import { type PairScores, scoredItems } from '../../../core/attack/placement/affinity.ts';
import type { Puzzle } from '../../../core/attack/reassociation/pieces.ts';
import type { HitCounter } from '../../../ports/hit-counter.ts';
import type { Relating } from './score-clusters.ts';

/** Beyond so many separated items (fewer in larger clusters) of one cluster, pairs of the others with each other are not looked at. */
const MOST_SEPARATED = 600;
const MOST_CELLS = 20_000_000;

/** What pairs are compared by: every source, and vectors where there are any. */
export const measuresOf = ({ sources, embeddings }: Relating): string[] => [
  ...sources.map(({ source }) => `lift ${source.id}`),
  ...(embeddings === null ? [] : [`cosine ${embeddings.source.id}`]),
];

/** All that the sources say of the items of some clusters, cluster by cluster. */
export async function pairScores(puzzles: readonly Puzzle[], { sources, embeddings, labels }: Relating): Promise<PairScores[]> {
  const out: PairScores[] = [];
  for (const puzzle of puzzles) {
    const { items, separated } = scoredItems(puzzle);
    const texts = items.map((item) => labels?.get(item) ?? item);
    const among = Math.min(separated, MOST_SEPARATED, Math.floor(Math.sqrt(MOST_CELLS / Math.max(1, puzzle.anchors.length))));
    const values: Float64Array[] = [];
    for (const source of sources) values.push(await liftOf(inSimplerForms(source), texts, separated, among));
    if (embeddings !== null) values.push(cosines(await embedItems(texts, embeddings), separated, among));
    out.push({ items, separated, values });
  }
  return out;
}

/** log((both + 1/2) / (expected + 1/2)): near 0 where so few documents were expected that their absence says nothing. */
async function liftOf(source: HitCounter, texts: readonly string[], separated: number, among: number): Promise<Float64Array> {
  const width = texts.length;
  const cells = new Float64Array(separated * width).fill(Number.NaN);
  if (separated === 0) return cells;
  const size = await source.size();
  const { terms } = await source.countAll({ terms: texts, pairs: new Uint32Array() });
  const wanted: number[] = [];
  for (let x = 0; x < separated; x += 1) {
    if (!((terms[x] as number) > 0)) continue;
    for (let y = x < among ? x + 1 : separated; y < width; y += 1) {
      if ((y < among || y >= separated) && (terms[y] as number) > 0) wanted.push(x, y);
    }
  }
  const { pairs } = await source.countAll({ terms: texts, pairs: Uint32Array.from(wanted) });
  for (const [at, both] of pairs.entries()) {
    const [x, y] = [wanted[2 * at] as number, wanted[2 * at + 1] as number];
    const expected = ((terms[x] as number) * (terms[y] as number)) / size;
    const lift = Math.log((both + 0.5) / (expected + 0.5));
    cells[x * width + y] = lift;
    if (y < separated) cells[y * width + x] = lift;
  }
  return cells;
}

function cosines(vectors: readonly (Float32Array | null)[], separated: number, among: number): Float64Array {
  const width = vectors.length;
  const cells = new Float64Array(separated * width).fill(Number.NaN);
  for (let x = 0; x < separated; x += 1) {
    const own = vectors[x] ?? null;
    if (own === null) continue;
    for (let y = 0; y < width; y += 1) {
      const other = vectors[y] ?? null;
      if (other === null || x === y || (y < separated && (x >= among || y >= among))) continue;
      let dot = 0;
      for (let at = 0; at < own.length; at += 1) dot += (own[at] as number) * (other[at] as number);
      cells[x * width + y] = dot;
    }
  }
  return cells;
}
