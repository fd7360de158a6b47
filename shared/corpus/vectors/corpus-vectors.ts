import type { RunningText } from '../corpus.ts';
import { Cooccurrences, type TermPlaces } from './cooccurrences.ts';
import { type Directions, leadingDirections, type SparseRows } from './leading-directions.ts';
import { repeatedPhrases } from './repeated-phrases.ts';

/** Number of most frequent words that determine the directions. All terms are projected onto these. */
const TRAINED = 12_000;
const DIMENSIONS = 100;
/** At most 200,000 phrases are kept, the most frequent, each occurring at least 8 times. */
const PHRASES = { least: 8, most: 200_000 };

interface TermVector {
  readonly term: string;
  /** Overwritten by the next. */
  readonly vector: Float64Array;
}

/**
 * A vector for each word of a text and each repeated phrase: its co-occurrences, projected onto the leading directions of those of frequent words, each
 * scaled by the square root of its weight (Levy, Goldberg and Dagan, 2015). Terms that never meet are near each other if their contexts are alike.
 */
export function* corpusVectors(running: RunningText, step: (name: string) => void = () => {}): Generator<TermVector> {
  step('finding phrases');
  const phrases = repeatedPhrases(running, PHRASES);
  step('counting what stands near');
  const cooccurrences = new Cooccurrences(running);
  const rows = rowsOf(cooccurrences);
  step('finding directions');
  const directions = leadingDirections(rows, DIMENSIONS);
  step('writing vectors');
  const vector = new Float64Array(directions.count);
  const projected = (term: string, places: TermPlaces): TermVector => {
    project(cooccurrences, places, directions, vector);
    return { term, vector };
  };
  for (const [word, term] of running.words.entries()) if (word > 0) yield projected(term, cooccurrences.ofWord(word));
  const { places, from, lengths } = phrases;
  for (const [at, term] of phrases.terms.entries()) {
    yield projected(term, { places, from: from[at], to: from[at + 1], length: lengths[at] });
  }
}

function rowsOf(cooccurrences: Cooccurrences): SparseRows {
  const trained = cooccurrences.frequent.slice(0, TRAINED);
  const from = new Uint32Array(trained.length + 1);
  let columns = new Uint32Array(1 << 16);
  let values = new Float32Array(1 << 16);
  let filled = 0;
  for (const [row, word] of trained.entries()) {
    const { width } = cooccurrences;
    if (filled + width > columns.length) [columns, values] = [grown(columns, width), grown(values, width)];
    cooccurrences.row(cooccurrences.ofWord(word), (context, information) => {
      columns[filled] = context;
      values[filled] = information;
      filled += 1;
    });
    from[row + 1] = filled;
  }
  return { width: cooccurrences.width, from, columns, values };
}

function grown<T extends Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer>>(list: T, more: number): T {
  const larger = new (list.constructor as new (length: number) => T)(2 * list.length + more);
  larger.set(list);
  return larger;
}

/** The term's row times the right singular vectors, each divided by the root of its singular value. */
function project(cooccurrences: Cooccurrences, places: TermPlaces, { singular, right, count }: Directions, vector: Float64Array): void {
  vector.fill(0);
  cooccurrences.row(places, (context, information) => {
    const from = context * count;
    for (let axis = 0; axis < count; axis += 1) vector[axis] += information * right[from + axis];
  });
  for (let axis = 0; axis < count; axis += 1) {
    const weight = singular[axis];
    vector[axis] = weight > 0 ? vector[axis] / Math.sqrt(weight) : 0;
  }
}
