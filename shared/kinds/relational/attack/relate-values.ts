import { ngd } from '../../../core/relatedness/relatedness.ts';
import type { Audit } from '../../../kit/kind.ts';
import { inSimplerForms } from '../../../kit/score/count-in-simpler-forms.ts';
import type { HitCounter } from '../../../ports/hit-counter.ts';
import type { KnownTable } from '../core/check/check-table.ts';

/** Distances between the values of one column, by position, from the first source that knows both. */
export interface RelatedValues {
  readonly column: string;
  readonly pairs: readonly (readonly [a: number, b: number, distance: number])[];
}

/** A column with more distinct values holds codes or names; counting its pairs would be wasted. */
const MOST_VALUES = 1_000;

/** Asks the sources how the values of each sensitive column of words or ordinals are related. The only step that asks them. */
export async function relateValues(
  { sensitive }: KnownTable,
  { labels, request: { smoothing } }: Pick<Audit, 'labels' | 'request'>,
  counters: readonly HitCounter[],
): Promise<RelatedValues[]> {
  const found: RelatedValues[] = [];
  for (const { sensitive: column, meaning } of sensitive) {
    const known = column.values.flatMap((value, code) => (column.missing[code] === 1 ? [] : [{ code, term: labels?.get(value) ?? value }]));
    if (meaning.type === 'number' || known.length > MOST_VALUES) continue;
    const distances = new Map<number, readonly [number, number, number]>();
    for (const source of counters) {
      const counter = inSimplerForms(source);
      const [size, { terms, pairs }] = await Promise.all([
        counter.size(),
        counter.countAll({ terms: known.map(({ term }) => term), pairs: Uint32Array.from(pairsOf(known.length)) }),
      ]);
      let at = 0;
      for (const [a, b] of couples(known.length)) {
        const key = a * known.length + b;
        const said = ngd({ x: terms[a], y: terms[b], both: pairs[at], size }, smoothing);
        at += 1;
        if (said.state === 'undefined' || !Number.isFinite(said.value) || distances.has(key)) continue;
        distances.set(key, [known[a]?.code as number, known[b]?.code as number, said.value]);
      }
    }
    if (distances.size > 0) found.push({ column: column.name, pairs: [...distances.values()] });
  }
  return found;
}

function* couples(count: number): Generator<readonly [number, number]> {
  for (let a = 0; a < count; a += 1) for (let b = a + 1; b < count; b += 1) yield [a, b];
}

const pairsOf = (count: number): number[] => [...couples(count)].flat();
