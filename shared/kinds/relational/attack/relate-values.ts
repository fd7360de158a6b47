import { compareCodePoints } from '../../../core/model/code-points.ts';
import { ngd } from '../../../core/relatedness/relatedness.ts';
import type { Audit, Knowledge } from '../../../kit/kind.ts';
import { inSimplerForms } from '../../../kit/score/count-in-simpler-forms.ts';
import type { HitCounter } from '../../../ports/hit-counter.ts';
import { NounRelations, type ValueDistance } from '../core/attack/noun-likeness.ts';
import { averageLinkage, type RelatedGroup } from '../core/attack/similarity.ts';
import type { KnownTable } from '../core/check/check-table.ts';

/** Groups of values of one column that the sources hold together, at every scale, and the codes of the values that they know. */
export interface RelatedValues {
  readonly column: string;
  readonly known: readonly number[];
  readonly groups: readonly RelatedGroup[];
}

/** A column with more distinct values holds codes or names; counting its pairs would be wasted. */
const MOST_VALUES = 1_000;

/** Asks the sources how the values of each sensitive column of words or ordinals are related. The only step that asks them. */
export async function relateValues(
  { sensitive }: KnownTable,
  { labels, request: { smoothing } }: Pick<Audit, 'labels' | 'request'>,
  { counters, nounGraph }: Pick<Knowledge, 'counters' | 'nounGraph'>,
): Promise<RelatedValues[]> {
  const sources = await counters();
  const graph = sources.some(({ source }) => source.id === 'wordnet') ? await nounGraph() : null;
  const nouns = graph === null ? null : new NounRelations(graph);
  const found: RelatedValues[] = [];
  for (const { sensitive: column, meaning } of sensitive) {
    const codes = [...column.values.keys()].filter((code) => column.missing[code] === 0);
    if (meaning.type === 'number' || codes.length > MOST_VALUES) continue;
    codes.sort((a, b) => compareCodePoints(column.values[a], column.values[b]));
    const terms = codes.map((code) => labels?.get(column.values[code]) ?? column.values[code]);
    const likeness = nouns?.of(terms);
    const distances = [
      ...(await Promise.all(sources.map((source) => together(source, terms, smoothing)))),
      ...(likeness === undefined ? [] : [likeness.distance]),
    ];
    const groups = [
      ...(likeness?.named ?? []),
      ...distances.flatMap((distance) => averageLinkage(terms.length, distance)).map((members) => ({ name: null, members })),
    ];
    const known = new Set(groups.flatMap(({ members }) => members));
    if (groups.length === 0) continue;
    found.push({
      column: column.name,
      known: codes.filter((_, at) => known.has(at)),
      groups: groups.map(({ name, members }) => ({ name, codes: members.map((at) => codes[at]) })),
    });
  }
  return found;
}

/** Distances by how often one source has two values together. */
async function together(source: HitCounter, terms: readonly string[], smoothing: Audit['request']['smoothing']): Promise<ValueDistance> {
  const counter = inSimplerForms(source);
  const [size, counts] = await Promise.all([counter.size(), counter.countAll({ terms, pairs: Uint32Array.from(pairsOf(terms.length)) })]);
  const far = new Float64Array(terms.length * terms.length).fill(Number.NaN);
  let at = 0;
  for (const [a, b] of couples(terms.length)) {
    const said = ngd({ x: counts.terms[a], y: counts.terms[b], both: counts.pairs[at], size }, smoothing);
    at += 1;
    if (said.state !== 'undefined') far[a * terms.length + b] = said.value;
  }
  return (a, b) => {
    const own = far[Math.min(a, b) * terms.length + Math.max(a, b)];
    return Number.isFinite(own) ? own : null;
  };
}

function* couples(count: number): Generator<readonly [number, number]> {
  for (let a = 0; a < count; a += 1) for (let b = a + 1; b < count; b += 1) yield [a, b];
}

const pairsOf = (count: number): number[] => [...couples(count)].flat();
