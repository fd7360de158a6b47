import { inSimplerForms } from '../../../app/audit/score/count-in-simpler-forms.ts';
import { type Draft, shownIndex } from '../../../core/anonymise/mend/draft.ts';
import type { Evidence } from '../../../core/anonymise/mend/guess.ts';
import type { TermVectors } from '../../../core/attack/calibrated/knowledge.ts';
import { pairMeasures } from '../../../core/attack/calibrated/pair-measures.ts';
import { phraseVector, wordsOfPhrase } from '../../../core/relatedness/phrase-vector.ts';
import { normaliseTerm } from '../../../core/text/term.ts';
import type { Embeddings } from '../../../ports/embeddings.ts';
import type { HitCounter } from '../../../ports/hit-counter.ts';

/** Pairs that are counted in one question. */
const AT_ONCE = 200_000;
/** Of each measure: the mean over the neighbours that it knows, and the nearest of them. */
const EACH = 2;

export interface Known {
  readonly sources: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
  readonly labels: ReadonlyMap<string, string> | undefined;
}

/**
 * What the sources say of every member of these generalised items in every transaction of any of them, by the attack's own measures: what an attack
 * would be told if the members stood together in another way. Memory and time: members times distinct neighbours.
 */
export async function evidenceOf(
  draft: Draft,
  members: readonly number[],
  { sources, embeddings, labels }: Known,
  advance: (done: number) => void = () => {},
): Promise<Evidence> {
  const shown = shownIndex(draft);
  const hidden = new Set(draft.groups.flat());
  const rowOf = new Map(members.map((item, at) => [item, at]));
  const placeOf = new Map<number, number>();
  const neighbours = new Map<number, readonly number[]>();
  for (let t = 0; t < shown.transactions; t += 1) {
    const items = shown.items.subarray(shown.starts[t], shown.starts[t + 1]);
    if (!items.some((item) => rowOf.has(item))) continue;
    const alone = [...items].filter((item) => !hidden.has(item) && !draft.suppressed.has(item));
    for (const item of alone) if (!placeOf.has(item)) placeOf.set(item, placeOf.size);
    neighbours.set(
      t,
      alone.map((item) => placeOf.get(item) as number),
    );
  }
  const nameOf = (item: number): string => normaliseTerm(labels?.get(shown.names[item] as string) ?? (shown.names[item] as string));
  const asked = { rows: members.map(nameOf), columns: [...placeOf.keys()].map(nameOf) };
  const tables: Float32Array[] = [];
  for (const source of sources) tables.push(...(await countedTables(source, asked, advance)));
  if (embeddings !== null) tables.push(...(await vectorTables(embeddings, asked)));
  const columns = asked.columns.length;
  return {
    features: EACH * tables.length,
    read(item, transaction, into) {
      const row = rowOf.get(item);
      const near = neighbours.get(transaction) ?? [];
      if (row === undefined) return;
      for (const [at, table] of tables.entries()) {
        let [total, known, most] = [0, 0, Number.NEGATIVE_INFINITY];
        for (const place of near) {
          const value = table[row * columns + place] as number;
          if (Number.isNaN(value)) continue;
          total += value;
          known += 1;
          most = Math.max(most, value);
        }
        into[EACH * at] = known === 0 ? 0 : total / known;
        into[EACH * at + 1] = known === 0 ? 0 : most;
      }
    },
  };
}

interface Asked {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

/** A table for each measure of a source, row by row. */
async function countedTables(source: HitCounter, { rows, columns }: Asked, advance: (done: number) => void): Promise<Float32Array[]> {
  const counter = inSimplerForms(source);
  const size = await source.size();
  const tables: Float32Array[] = [];
  const step = Math.max(1, Math.floor(AT_ONCE / Math.max(1, columns.length)));
  for (let from = 0; from < rows.length; from += step) {
    const part = rows.slice(from, from + step);
    const terms = [...new Set([...part, ...columns])];
    const places = new Map(terms.map((term, at) => [term, at]));
    const [own, across] = [part, columns].map((names) => Int32Array.from(names, (name) => places.get(name) as number)) as [
      Int32Array,
      Int32Array,
    ];
    const pairs = new Uint32Array(2 * own.length * across.length);
    let at = 0;
    for (const row of own)
      for (const column of across) {
        pairs[at] = row;
        pairs[at + 1] = column;
        at += 2;
      }
    const counts = await counter.countAll({ terms, pairs });
    const known = { counts: [{ name: '', size, single: counts.terms }], vectors: [] };
    for (const [which, values] of pairMeasures(known, own, across, [counts.pairs]).entries()) {
      tables[which] ??= new Float32Array(rows.length * columns.length);
      tables[which].set(values, from * columns.length);
    }
    advance(Math.min(rows.length, from + step));
  }
  return tables;
}

async function vectorTables(embeddings: Embeddings, { rows, columns }: Asked): Promise<Float32Array[]> {
  const { dimensions } = embeddings;
  const terms = [...rows, ...columns];
  const vectors: TermVectors = {
    name: '',
    dimensions,
    values: new Float32Array(terms.length * dimensions),
    known: new Uint8Array(terms.length),
  };
  for (const [at, term] of terms.entries()) {
    const vector = phraseVector(await embeddings.vectors(wordsOfPhrase(term)));
    if (vector === null) continue;
    vectors.values.set(vector, at * dimensions);
    vectors.known[at] = 1;
  }
  const places = Int32Array.from(terms, (_, at) => at);
  const found = pairMeasures({ counts: [], vectors: [vectors] }, places.subarray(0, rows.length), places.subarray(rows.length), []);
  return found.map((values) => Float32Array.from(values));
}
