import { centreCells } from '../../../../core/relatedness/centring.ts';
import { type CentreKind, centresOf, contextCentres, NEAR, WHOLE } from './context-centres.ts';
import { type ContextMap, expectedOf } from './expected-contexts.ts';
import { type IndexedGroup, type IndexedRelease, nearestFirst, type Surroundings } from './indexed-release.ts';
import type { OutsideKnowledge } from './knowledge.ts';
import type { ContextLikeness } from './likeness.ts';
import { measureNames, pairMeasures } from './pair-measures.ts';
import { amongNeighbours, statisticsOf, statisticsUpTo, summarise } from './summarise.ts';

/** Origin of a piece of evidence; `near` uses the order of items. Baselines are the same model on some of these kinds. */
export type EvidenceKind = 'near' | 'outside' | 'likeness' | 'frequency' | 'shape';

export interface EvidenceColumn {
  readonly name: string;
  readonly kind: EvidenceKind;
}

/** The evidence of one table, in two arrays: there are hundreds of columns, and most tables are small. */
export interface TableEvidence {
  readonly key: string;
  readonly rows: number;
  readonly columns: number;
  /** Column by column, row-major within a column; NaN: no value. */
  readonly values: Float64Array;
  /** Pairwise nearness of the members by measure; NaN if unknown, and on the diagonal. */
  readonly alike: Float64Array;
}

export const widthOf = ({ rows, columns, values }: TableEvidence): number => values.length / (rows * columns);

/** Numbers of nearest context items used, in addition to all of them. */
const NEAREST: readonly number[] = [2, 5, 20];
const ALL: readonly number[] = [Number.POSITIVE_INFINITY];

/** The same for the real release and for practice. */
export interface EvidenceInput {
  readonly release: IndexedRelease;
  readonly knowledge: OutsideKnowledge;
  readonly likeness: ContextLikeness;
  /** Learned context maps, one for each set of vectors; none for source profiles. */
  readonly maps: readonly ContextMap[];
  /** False if the order of items means nothing: then only the whole context is used. */
  readonly ordered: boolean;
}

const nearCentres = (ordered: boolean): readonly CentreKind[] => (ordered ? NEAR : []);
const nearestOf = (ordered: boolean): readonly number[] => (ordered ? NEAREST : []);

/** In the order of `tableEvidence`. */
export function evidenceColumns({ knowledge, likeness, maps, ordered }: EvidenceInput): EvidenceColumn[] {
  const thrice = (name: string, kind: EvidenceKind): EvidenceColumn[] =>
    ['', ', by column', ', by row and column'].map((centring) => ({ name: name + centring, kind }));
  return [
    ...measureNames(knowledge).flatMap((name) => [
      ...nearestOf(ordered).flatMap((width) =>
        statisticsOf(width).flatMap((each) => thrice(`${name}: ${each} of ${width} nearest`, 'near')),
      ),
      ...ALL.flatMap((width) => statisticsOf(width).flatMap((each) => thrice(`${name}: ${each} of all`, 'outside'))),
      ...thrice(`${name}: best of neighbours`, 'outside'),
      { name: `${name}: missing`, kind: 'outside' as const },
    ]),
    ...knowledge.vectors.flatMap(({ name }, at) =>
      [[WHOLE, 'outside'] as const, [nearCentres(ordered), 'near'] as const].flatMap(([centres, kind]) =>
        [`cosine ${name}`, ...(maps[at] === undefined ? [] : [`expected by ${name}`])].flatMap((what) =>
          centres.flatMap((each) => thrice(`${what}: ${each.name}`, kind)),
        ),
      ),
    ),
    ...(knowledge.judge === undefined
      ? []
      : [...thrice(`fits by ${knowledge.judge}`, 'outside'), { name: `not said by ${knowledge.judge}`, kind: 'outside' as const }]),
    ...likeness.columns.flatMap(({ name, kind }) => thrice(name, kind)),
    ...knowledge.counts.flatMap(({ name }) => [
      ...thrice(`frequency in ${name}`, 'frequency'),
      { name: `not in ${name}`, kind: 'frequency' as const },
    ]),
    { name: 'rows', kind: 'shape' },
    { name: 'columns', kind: 'shape' },
    { name: 'context items', kind: 'shape' },
  ];
}

/** The items around a table and the nearness of the members to them, in the order of `measureNames`. */
export interface ComparedMembers extends Surroundings {
  /** Index of each item; the last one if it occurs twice. */
  readonly place: ReadonlyMap<number, number>;
  readonly measures: readonly Float64Array[];
  /** What a language model says of each cell; NaN: nothing. */
  readonly fits?: Float64Array | undefined;
}

/** The items around a table, and for each source the documents with each member and item; NaN if the source lacks either. */
export interface CountedTable extends Surroundings {
  readonly both: readonly Float64Array[];
  readonly fits?: Float64Array | undefined;
}

export function compared(
  { knowledge }: EvidenceInput,
  { members }: IndexedGroup,
  { items, neighbours, both, fits }: CountedTable,
): ComparedMembers {
  const place = new Map<number, number>();
  for (let at = 0; at < items.length; at += 1) place.set(items[at], at);
  return { items, neighbours, place, fits, measures: pairMeasures(knowledge, members, items, both) };
}

/**
 * Evidence of one table, from the published release and outside knowledge only. Item texts are not used. If it is not kept, the next table of any
 * release overwrites it.
 */
export function tableEvidence(
  input: EvidenceInput,
  group: IndexedGroup,
  { items, neighbours, place, measures, fits }: ComparedMembers,
  isKept = true,
): TableEvidence {
  const { release, knowledge, likeness, maps, ordered } = input;
  const rows = group.rows.length;
  const columns = group.members.length;
  const placed = (context: Int32Array): Int32Array => {
    const places = new Int32Array(context.length);
    for (let at = 0; at < context.length; at += 1) places[at] = place.get(context[at]) as number;
    return places;
  };
  const whole: Int32Array[] = [];
  const nearest: Int32Array[] = [];
  for (let row = 0; row < rows; row += 1) {
    whole.push(placed(release.transactions[group.rows[row]].items));
    if (ordered) nearest.push(placed(nearestFirst(release, group, row)));
  }
  const beside = neighbours.map((others) => others.map(({ members }) => placed(members)));
  const into = new Columns(rows, columns, () => evidenceColumns(input).length);
  const alike = new Float64Array(measures.length * columns * columns);
  for (const [at, measure] of measures.entries()) {
    putAmongMembers(alike, at * columns * columns, measure, columns, items.length);
    for (const [contexts, widths] of [
      [nearest, nearestOf(ordered)],
      [whole, ALL],
    ] as const) {
      const summaries = statisticsUpTo(widths);
      const from = into.thrice(summaries);
      summarise({ measure, members: columns, items: items.length }, contexts, widths, into.cells, from, 3 * into.size);
      into.centre(from, summaries);
    }
    const best = into.thrice();
    amongNeighbours({ measure, members: columns, items: items.length }, beside, into.cells, best);
    into.centre(best);
    // Marks cells without a value in the last statistic.
    into.mark(best - 3 * into.size);
  }
  const rarity = new Float64Array(items.length);
  for (let at = 0; at < items.length; at += 1) rarity[at] = likeness.rarity[items[at]];
  for (const [at, vectors] of knowledge.vectors.entries()) {
    const map = maps[at];
    const { members } = group;
    const asked = { vectors, members, expected: map === undefined ? null : Array.from(members, (each) => expectedOf(map, vectors, each)) };
    for (const [contexts, kinds] of [
      [whole, WHOLE],
      [nearest, nearCentres(ordered)],
    ] as const) {
      const count = centresOf(asked, kinds);
      const from = into.thrice(count);
      contextCentres(asked, items, contexts, rarity, kinds, into.cells, from, 3 * into.size);
      into.centre(from, count);
    }
  }
  if (knowledge.judge !== undefined) into.mark(into.put(fits ?? new Float64Array(rows * columns).fill(Number.NaN)));
  const like = into.thrice(likeness.columns.length);
  likeness.write(group, into.cells, like, 3 * into.size);
  into.centre(like, likeness.columns.length);
  const rarities = new Float64Array(rows * columns);
  for (const { single, size } of knowledge.counts) {
    for (let column = 0; column < columns; column += 1) {
      const documents = single[group.members[column]];
      const rare = documents > 0 ? Math.log(documents / size) : Number.NaN;
      for (let cell = column; cell < rarities.length; cell += columns) rarities[cell] = rare;
    }
    into.mark(into.put(rarities));
  }
  into.fill(Math.log(rows));
  into.fill(Math.log(columns));
  const context = into.fill(0);
  for (const [row, { length }] of whole.entries()) {
    into.cells.fill(Math.log(1 + length), context + row * columns, context + (row + 1) * columns);
  }
  return { key: group.key, rows, columns, values: into.end(isKept), alike };
}

/** Reused buffer for columns, whose number is known only at the end of a table. No table reads another's values. */
let kept = new Float64Array(1 << 15);
/** Larger tables get their own memory of exact size: a reused buffer would keep and copy them. */
const LARGE = 1 << 14;

/** Offsets are those of first cells. */
class Columns {
  readonly size: number;
  readonly #rows: number;
  readonly #columns: number;
  #end = 0;

  constructor(rows: number, columns: number, width: () => number) {
    [this.#rows, this.#columns, this.size] = [rows, columns, rows * columns];
    if (this.size >= LARGE) kept = new Float64Array(this.size * width());
  }

  /** The buffer of all columns; replaced when it grows. */
  get cells(): Float64Array {
    return kept;
  }

  #room(columns: number): number {
    const from = this.#end;
    this.#end += columns * this.size;
    if (this.#end > kept.length) {
      const larger = new Float64Array(2 * this.#end);
      larger.set(kept.subarray(0, from));
      kept = larger;
    }
    return from;
  }

  /** Reserves columns, each followed by two for `centre`. */
  thrice(count = 1): number {
    return this.#room(3 * count);
  }

  centre(from: number, count = 1): void {
    for (let at = 0; at < count; at += 1) centreCells(kept, from + 3 * at * this.size, this.#rows, this.#columns);
  }

  /** Adds an existing column, and what `centre` derives from it. */
  put(cells: Float64Array): number {
    const from = this.thrice();
    kept.set(cells, from);
    this.centre(from);
    return from;
  }

  /** Adds a column: 1 if an existing column has no value, else 0. */
  mark(from: number): void {
    const to = this.#room(1);
    for (let cell = 0; cell < this.size; cell += 1) kept[to + cell] = Number.isNaN(kept[from + cell]) ? 1 : 0;
  }

  fill(value: number): number {
    const from = this.#room(1);
    kept.fill(value, from, this.#end);
    return from;
  }

  end(isKept: boolean): Float64Array {
    if (this.size < LARGE) return isKept ? kept.slice(0, this.#end) : kept.subarray(0, this.#end);
    const own = kept;
    kept = new Float64Array(0);
    return own.subarray(0, this.#end);
  }
}

/** The members are the last of the compared items. */
function putAmongMembers(alike: Float64Array, from: number, measure: Float64Array, members: number, items: number): void {
  for (let one = 0, to = from; one < members; one += 1) {
    const own = one * items + items - members;
    for (let other = 0; other < members; other += 1, to += 1) alike[to] = one === other ? Number.NaN : measure[own + other];
  }
}
