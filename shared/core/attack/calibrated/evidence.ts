import { centre } from './centring.ts';
import { type CentreKind, contextCentres, NEAR, WHOLE } from './context-centres.ts';
import {
  comparedItems,
  type IndexedGroup,
  type IndexedRelease,
  type IndexedTransaction,
  nearestFirst,
  neighboursOf,
} from './indexed-release.ts';
import type { Knowledge } from './knowledge.ts';
import type { ContextLikeness } from './likeness.ts';
import { measureNames, pairMeasures } from './pair-measures.ts';
import { amongNeighbours, statisticsOf, summarise } from './summarise.ts';

/** Where a piece of evidence comes from; `near` is what the order of items adds. Baselines are the same model on some of these kinds. */
export type EvidenceKind = 'near' | 'outside' | 'likeness' | 'frequency' | 'shape';

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
  /** For each measure how near each two of the members are, member by member; NaN where nothing is known, and of a member to itself. */
  readonly alike: readonly Float64Array[];
}

/** How many of the nearest context items are looked at, beside all of them. */
const NEAREST: readonly number[] = [2, 5, 20];
const ALL: readonly number[] = [Number.POSITIVE_INFINITY];

/** Columns that are side by side in one piece of memory: there are hundreds of them, and most tables are small. */
const AT_ONCE = 32;

/** The release context that evidence is made from. It is the same whether the release is the real one or made for practice. */
export interface EvidenceInput {
  readonly release: IndexedRelease;
  readonly knowledge: Knowledge;
  readonly likeness: ContextLikeness;
  /** False where the order of items carries nothing: the widths then say nothing, and only the whole context is used. */
  readonly ordered: boolean;
}

const nearCentres = (ordered: boolean): readonly CentreKind[] => (ordered ? NEAR : []);
const nearestOf = (ordered: boolean): readonly number[] => (ordered ? NEAREST : []);

/** The columns, in the order in which `evidenceOf` gives their values. */
export function evidenceColumns({ knowledge, likeness, ordered }: EvidenceInput): EvidenceColumn[] {
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
    ...knowledge.vectors.flatMap(({ name }) => [
      ...WHOLE.flatMap((each) => thrice(`cosine ${name}: ${each.name}`, 'outside')),
      ...nearCentres(ordered).flatMap((each) => thrice(`cosine ${name}: ${each.name}`, 'near')),
    ]),
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

/**
 * What is known of one table: from the published release and the knowledge, and nothing else; names of items play no part. `both` has for
 * each source the documents with each member and each of `comparedItems`, member by member.
 */
export function evidenceOf(input: EvidenceInput, group: IndexedGroup, both: readonly Float64Array[]): Evidence {
  const { release, knowledge, likeness, ordered } = input;
  const rows = group.rows.length;
  const columns = group.members.length;
  const items = comparedItems(release, group);
  const place = new Map(Array.from(items, (item, at) => [item, at]));
  const placed = (context: Int32Array): Int32Array => context.map((item) => place.get(item) as number);
  const whole = Array.from(group.rows, (row) => placed((release.transactions[row] as IndexedTransaction).items));
  const nearest = ordered ? Array.from({ length: rows }, (_, row) => placed(nearestFirst(release, group, row))) : [];
  const neighbours = Array.from(group.rows.keys(), (row) => neighboursOf(release, group, row).map(({ members }) => placed(members)));
  const values: Float64Array[] = [];
  let room = new Float64Array();
  const next = (): Float64Array => {
    const from = (values.length % AT_ONCE) * rows * columns;
    if (from === 0) room = new Float64Array(AT_ONCE * rows * columns);
    const column = room.subarray(from, from + rows * columns);
    values.push(column);
    return column;
  };
  const once = (cells: Float64Array): void => next().set(cells);
  const thrice = (cells: Float64Array): void => {
    once(cells);
    centre(cells, next(), next(), rows, columns);
  };
  const alike: Float64Array[] = [];
  for (const measure of pairMeasures(knowledge, group.members, items, both)) {
    alike.push(amongMembers(measure, columns, items.length));
    for (const cells of summarise(measure, columns, items.length, nearest, nearestOf(ordered))) thrice(cells);
    const summaries = summarise(measure, columns, items.length, whole, ALL);
    for (const cells of summaries) thrice(cells);
    thrice(amongNeighbours(measure, columns, items.length, neighbours));
    once((summaries.at(-1) as Float64Array).map((value) => (Number.isNaN(value) ? 1 : 0)));
  }
  const rarity = Float64Array.from(items, (item) => likeness.rarity[item] as number);
  for (const vectors of knowledge.vectors) {
    for (const cells of contextCentres(vectors, group.members, items, whole, rarity, WHOLE)) thrice(cells);
    for (const cells of contextCentres(vectors, group.members, items, nearest, rarity, nearCentres(ordered))) thrice(cells);
  }
  for (const cells of likeness.of(group)) thrice(cells);
  const ofColumn = (value: (member: number) => number): Float64Array =>
    Float64Array.from({ length: rows * columns }, (_, cell) => value(group.members[cell % columns] as number));
  for (const { single, size } of knowledge.counts) {
    thrice(ofColumn((member) => ((single[member] as number) > 0 ? Math.log((single[member] as number) / size) : Number.NaN)));
    once(ofColumn((member) => ((single[member] as number) > 0 ? 0 : 1)));
  }
  next().fill(Math.log(rows));
  next().fill(Math.log(columns));
  const context = next();
  for (const [row, { length }] of whole.entries()) context.fill(Math.log(1 + length), row * columns, (row + 1) * columns);
  return { key: group.key, rows, columns, values, alike };
}

/** The members are the last of what they are compared with. */
function amongMembers(measure: Float64Array, members: number, items: number): Float64Array {
  return Float64Array.from({ length: members * members }, (_, pair) => {
    const [one, other] = [Math.floor(pair / members), pair % members];
    return one === other ? Number.NaN : (measure[one * items + items - members + other] as number);
  });
}
