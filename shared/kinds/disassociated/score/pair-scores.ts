import { inSimplerForms, isLocal } from '../../../kit/score/count-in-simpler-forms.ts';
import { embedItems } from '../../../kit/score/embed-items.ts';
import type { Embeddings } from '../../../ports/embeddings.ts';
import { type PairScores, scoredItems } from '../core/placement/cluster-evidence.ts';
import type { Puzzle } from '../core/reassociation/pieces.ts';
import type { Relating } from './score-clusters.ts';

/** Only the first 600 separated items of a cluster (fewer in larger clusters) are compared with each other. */
const MOST_SEPARATED = 600;
const MOST_CELLS = 20_000_000;

/** Measures of pairs: every source that may be asked for any pair, and vectors where there are any. */
export const measuresOf = ({ sources, embeddings }: Relating): string[] => [
  ...sources.filter(isLocal).map(({ source }) => `lift ${source.id}`),
  ...(embeddings === null ? [] : [`cosine ${embeddings.source.id}`]),
];

export interface LiftCounts {
  readonly size: number;
  /** By item, in the order of `scoredItems`. */
  readonly terms: Float64Array;
  /** In the order of `wantedPairs`. */
  readonly pairs: Float64Array;
}

interface ScoredItems {
  readonly texts: readonly string[];
  readonly separated: number;
  /** How many of the separated ones are compared with each other. */
  readonly among: number;
}

function itemsOf(puzzle: Puzzle, labels: Relating['labels']): ScoredItems & Pick<PairScores, 'items'> {
  const { items, separated } = scoredItems(puzzle);
  const among = Math.min(separated, MOST_SEPARATED, Math.floor(Math.sqrt(MOST_CELLS / Math.max(1, puzzle.anchors.length))));
  return { items, separated, among, texts: items.map((item) => labels?.get(item) ?? item) };
}

/** Couples of positions of the items that a source holds: separated ones with each other and with all anchoring ones. */
function wantedPairs({ texts, separated, among }: ScoredItems, terms: Float64Array): Uint32Array {
  const wanted: number[] = [];
  for (let x = 0; x < separated; x += 1) {
    if (!(terms[x] > 0)) continue;
    for (let y = x < among ? x + 1 : separated; y < texts.length; y += 1) {
      if ((y < among || y >= separated) && terms[y] > 0) wanted.push(x, y);
    }
  }
  return Uint32Array.from(wanted);
}

export async function countLifts(puzzle: Puzzle, { sources, labels }: Pick<Relating, 'sources' | 'labels'>): Promise<LiftCounts[]> {
  const items = itemsOf(puzzle, labels);
  const counted: LiftCounts[] = [];
  for (const source of sources.filter(isLocal).map(inSimplerForms)) {
    const { terms } = await source.countAll({ terms: items.texts, pairs: new Uint32Array() });
    const { pairs } = await source.countAll({ terms: items.texts, pairs: wantedPairs(items, terms) });
    counted.push({ size: await source.size(), terms, pairs });
  }
  return counted;
}

export async function pairScores(
  puzzle: Puzzle,
  lifts: readonly LiftCounts[],
  { embeddings, labels }: { readonly embeddings: Embeddings | null; readonly labels?: Relating['labels'] },
): Promise<PairScores> {
  const own = itemsOf(puzzle, labels);
  const values = lifts.map((counts) => liftsOf(own, counts));
  if (embeddings !== null) values.push(cosines(await embedItems(own.texts, embeddings), own.separated, own.among));
  return { items: own.items, separated: own.separated, values };
}

/** log((both + 1/2) / (expected + 1/2)): near 0 where so few documents were expected that their absence says nothing. */
function liftsOf(items: ScoredItems, { size, terms, pairs }: LiftCounts): Float64Array {
  const { separated } = items;
  const width = items.texts.length;
  const cells = new Float64Array(separated * width).fill(Number.NaN);
  const wanted = wantedPairs(items, terms);
  for (const [at, both] of pairs.entries()) {
    const [x, y] = [wanted[2 * at], wanted[2 * at + 1]];
    const expected = (terms[x] * terms[y]) / size;
    const lift = Math.log((both + 0.5) / (expected + 0.5));
    cells[x * width + y] = lift;
    if (y < separated) cells[y * width + x] = lift;
  }
  return cells;
}

function cosines(vectors: readonly (Float32Array | null)[], separated: number, among: number): Float64Array {
  const width = vectors.length;
  const cells = new Float64Array(separated * width).fill(Number.NaN);
  for (let x = 0; x < separated; x += 1)
    for (let y = 0; y < width; y += 1)
      if (x !== y && (y >= separated || (x < among && y < among))) cells[x * width + y] = dot(vectors[x], vectors[y]);
  return cells;
}

/** The cosine of two unit vectors; NaN where one is missing. */
export function dot(x: Float32Array | null, y: Float32Array | null): number {
  if (x === null || y === null) return Number.NaN;
  let sum = 0;
  for (let at = 0; at < x.length; at += 1) sum += x[at] * y[at];
  return sum;
}

/** The vector of each item by its label; null where the embeddings have none. */
export async function vectorsByItem(
  items: readonly string[],
  embeddings: Embeddings,
  labels: Relating['labels'],
): Promise<(item: string) => Float32Array | null> {
  const vectors = await embedItems(
    items.map((item) => labels?.get(item) ?? item),
    embeddings,
  );
  const vectorOf = new Map(items.map((item, at) => [item, vectors[at] ?? null]));
  return (item) => vectorOf.get(item) ?? null;
}
