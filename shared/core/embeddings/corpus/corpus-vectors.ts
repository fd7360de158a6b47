import type { RunningText } from '../../corpus/corpus.ts';
import { Company, type Standing } from './company.ts';
import { type Directions, leadingDirections, type SparseRows } from './leading-directions.ts';
import { repeatedPhrases } from './repeated-phrases.ts';

/** Words whose company the directions are found from: the most frequent. All others are laid along these directions. */
const TRAINED = 12_000;
const DIMENSIONS = 100;
/** A phrase comes so often at least; so many are kept at most, those that come most often. */
const PHRASES = { least: 8, most: 200_000 };

interface TermVector {
  readonly term: string;
  /** Holds until the next. */
  readonly vector: Float64Array;
}

/**
 * A vector for each word of a text and each phrase that it repeats: the company that the term keeps, along the leading directions of the company of
 * frequent words, each by the square root of its weight (Levy, Goldberg and Dagan, 2015). Terms that never meet are near where they keep like company.
 */
export function* corpusVectors(running: RunningText, step: (name: string) => void = () => {}): Generator<TermVector> {
  step('finding phrases');
  const phrases = repeatedPhrases(running, PHRASES);
  step('counting what stands near');
  const company = new Company(running);
  const rows = rowsOf(company);
  step('finding directions');
  const directions = leadingDirections(rows, DIMENSIONS);
  step('writing vectors');
  const vector = new Float64Array(directions.count);
  const laid = (term: string, standing: Standing): TermVector => {
    layAlong(company, standing, directions, vector);
    return { term, vector };
  };
  for (const [word, term] of running.words.entries()) if (word > 0) yield laid(term, company.ofWord(word));
  const { places, from, lengths } = phrases;
  for (const [at, term] of phrases.terms.entries()) {
    yield laid(term, { places, from: from[at] as number, to: from[at + 1] as number, length: lengths[at] as number });
  }
}

function rowsOf(company: Company): SparseRows {
  const trained = company.frequent.slice(0, TRAINED);
  const from = new Uint32Array(trained.length + 1);
  let columns = new Uint32Array(1 << 16);
  let values = new Float32Array(1 << 16);
  let filled = 0;
  for (const [row, word] of trained.entries()) {
    if (filled + company.width > columns.length) [columns, values] = [grown(columns, company.width), grown(values, company.width)];
    company.row(company.ofWord(word), (context, information) => {
      columns[filled] = context;
      values[filled] = information;
      filled += 1;
    });
    from[row + 1] = filled;
  }
  return { width: company.width, from, columns, values };
}

function grown<T extends Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer>>(list: T, more: number): T {
  const larger = new (list.constructor as new (length: number) => T)(2 * list.length + more);
  larger.set(list);
  return larger;
}

/** The term's row times the right singular vectors, each divided by the root of its singular value. */
function layAlong(company: Company, standing: Standing, { singular, right, count }: Directions, vector: Float64Array): void {
  vector.fill(0);
  company.row(standing, (context, information) => {
    const from = context * count;
    for (let axis = 0; axis < count; axis += 1) vector[axis] = (vector[axis] as number) + information * (right[from + axis] as number);
  });
  for (let axis = 0; axis < count; axis += 1) {
    const weight = singular[axis] as number;
    vector[axis] = weight > 0 ? (vector[axis] as number) / Math.sqrt(weight) : 0;
  }
}
