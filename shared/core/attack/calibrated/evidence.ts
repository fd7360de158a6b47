import { centred } from './centring.ts';
import { contextOfRow, type IndexedGroup, type IndexedRelease } from './indexed-release.ts';
import type { Knowledge } from './knowledge.ts';
import type { ContextLikeness } from './likeness.ts';
import { type PairMeasure, pairMeasures } from './pair-measures.ts';

/** Where a piece of evidence comes from: baselines are the same model on one or two of these kinds. */
export type EvidenceKind = 'outside' | 'likeness' | 'frequency' | 'shape';

export interface EvidenceColumn {
  readonly name: string;
  readonly kind: EvidenceKind;
}

/** The evidence of one table: for each column a value a cell, row-major; NaN where there is none. */
export interface Evidence {
  readonly key: string;
  readonly rows: number;
  readonly columns: number;
  readonly values: readonly Float64Array[];
}

/** How many of the nearest context items are looked at. */
const WIDTHS: readonly number[] = [2, 5, 20, Number.POSITIVE_INFINITY];
const BEST_FEW = 4;

/** The release context that evidence is made from. It is the same whether the release is the real one or made for practice. */
export interface EvidenceInput {
  readonly release: IndexedRelease;
  readonly knowledge: Knowledge;
  readonly likeness: ContextLikeness;
  /** False where the order of items carries nothing: the widths then say nothing, and only the whole context is used. */
  readonly ordered: boolean;
}

const widthsOf = (ordered: boolean): readonly number[] => (ordered ? WIDTHS : WIDTHS.slice(-1));
const widthName = (width: number): string => (Number.isFinite(width) ? `${width} nearest` : 'all');

/** The columns, in the order in which `evidenceOf` gives their values. */
export function evidenceColumns({ knowledge, likeness, ordered }: EvidenceInput): EvidenceColumn[] {
  const thrice = (name: string, kind: EvidenceKind): EvidenceColumn[] =>
    ['', ', by column', ', by row and column'].map((centring) => ({ name: name + centring, kind }));
  return [
    ...pairMeasures(knowledge).flatMap(({ name }) => [
      ...widthsOf(ordered).flatMap((width) =>
        statistics(width).flatMap((each) => thrice(`${name}: ${each} of ${widthName(width)}`, 'outside')),
      ),
      { name: `${name}: missing`, kind: 'outside' as const },
    ]),
    ...likeness.names.flatMap((name) => thrice(name, 'likeness')),
    ...knowledge.counts.flatMap(({ name }) => [
      ...thrice(`frequency in ${name}`, 'frequency'),
      { name: `not in ${name}`, kind: 'frequency' as const },
    ]),
    { name: 'rows', kind: 'shape' },
    { name: 'columns', kind: 'shape' },
    { name: 'context items', kind: 'shape' },
  ];
}

/** What is known of one table. It reads the published release and the knowledge, and nothing else: names of items play no part. */
export function evidenceOf(input: EvidenceInput, group: IndexedGroup): Evidence {
  const { release, knowledge, likeness, ordered } = input;
  const rows = group.rows.length;
  const columns = group.members.length;
  const contexts = Array.from({ length: rows }, (_, row) => contextOfRow(release, group, row, ordered));
  const values: Float64Array[] = [];
  const thrice = (cells: Float64Array): void => {
    values.push(...centred(cells, rows, columns));
  };
  for (const measure of pairMeasures(knowledge)) {
    const summaries = summarise(measure, group.members, contexts, widthsOf(ordered));
    for (const cells of summaries) thrice(cells);
    values.push((summaries.at(-1) as Float64Array).map((value) => (Number.isNaN(value) ? 1 : 0)));
  }
  for (const cells of likeness.of(group)) thrice(cells);
  const ofColumn = (value: (member: number) => number): Float64Array =>
    Float64Array.from({ length: rows * columns }, (_, cell) => value(group.members[cell % columns] as number));
  for (const { single, size } of knowledge.counts) {
    thrice(ofColumn((member) => ((single[member] as number) > 0 ? Math.log((single[member] as number) / size) : Number.NaN)));
    values.push(ofColumn((member) => ((single[member] as number) > 0 ? 0 : 1)));
  }
  values.push(new Float64Array(rows * columns).fill(Math.log(rows)));
  values.push(new Float64Array(rows * columns).fill(Math.log(columns)));
  values.push(
    Float64Array.from({ length: rows * columns }, (_, cell) => Math.log(1 + (contexts[Math.floor(cell / columns)]?.length ?? 0))),
  );
  return { key: group.key, rows, columns, values };
}

const statistics = (width: number): readonly string[] => (width > BEST_FEW ? ['mean', 'best', `best ${BEST_FEW}`] : ['mean', 'best']);

/** For each width the mean and the best (and the mean of the best few) of the measure over the context items that have one. */
function summarise(measure: PairMeasure, members: Int32Array, contexts: readonly Int32Array[], widths: readonly number[]): Float64Array[] {
  const cells = contexts.length * members.length;
  const summaries = widths.map((width) => statistics(width).map(() => new Float64Array(cells).fill(Number.NaN)));
  for (const [row, context] of contexts.entries()) {
    for (const [column, member] of members.entries()) {
      const cell = row * members.length + column;
      const best: number[] = [];
      let total = 0;
      let known = 0;
      let at = 0;
      for (const [rank, width] of widths.entries()) {
        for (; at < context.length && at < width; at += 1) {
          const value = measure.of(member, context[at] as number);
          if (Number.isNaN(value)) continue;
          total += value;
          known += 1;
          insert(best, value);
        }
        if (known === 0) continue;
        const [mean, top, few] = summaries[rank] as [Float64Array, Float64Array, Float64Array | undefined];
        mean[cell] = total / known;
        top[cell] = best[0] as number;
        if (few !== undefined) few[cell] = best.reduce((a, b) => a + b, 0) / best.length;
      }
    }
  }
  return summaries.flat();
}

/** Keeps the greatest few, greatest first. */
function insert(best: number[], value: number): void {
  let at = best.length;
  while (at > 0 && (best[at - 1] as number) < value) at -= 1;
  if (at >= BEST_FEW) return;
  best.splice(at, 0, value);
  if (best.length > BEST_FEW) best.pop();
}
