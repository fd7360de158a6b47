import { inSimplerForms } from '../../../app/audit/score/count-in-simpler-forms.ts';
import { ngd } from '../../../core/relatedness/ngd.ts';
import type { KnownTable } from '../../../core/relational/check/check-table.ts';
import type { HitCounter } from '../../../ports/hit-counter.ts';
import type { Audit } from '../../kind.ts';

/** Distances between the values of one column, by position: what the first source says that knows both. */
export interface RelatedValues {
  readonly column: string;
  readonly pairs: readonly (readonly [a: number, b: number, distance: number])[];
}

/** More distinct values than this are codes or names: their pairs would be counted for nothing. */
const MOST_VALUES = 1_000;

/** What the sources say of the values of each sensitive column of words: the one step that asks them. */
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
        const said = ngd({ x: terms[a] as number, y: terms[b] as number, both: pairs[at] as number, size }, smoothing);
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
