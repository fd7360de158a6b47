import { grouped, percent } from '../../findings/figure-text.ts';
import { byAttack, type Finding, proved, withoutFigure } from '../../verdict/finding.ts';
import type { KnownTable } from '../check/check-table.ts';
import { CellReader, compatible } from '../model/cell.ts';
import { groupRows } from '../model/grouping.ts';
import type { Column } from '../model/table.ts';

const ATTACK = 'quasi-identifiers';
/** Known quasi-identifiers that are tried in every choice. */
const MOST_KNOWN = 3;
/** Rows times choices that are looked at for each number of them. */
const MOST_LOOKED_AT = 30_000_000;
/** A column of more different cells than this is not looked through for cells that overlap. */
const MOST_CELLS = 500;

/** Who is alone, or among fewer than the k that is claimed, by what is published of the quasi-identifiers. `known`: classes by cells. */
export function singledOut(known: KnownTable): Finding[] {
  const { quasi, classes, roles } = known;
  const by = (facts: number) =>
    byAttack('singled out', ATTACK, `${facts === quasi.length ? 'all' : 'some'} ${facts} quasi-identifiers of a person exactly`, { facts });
  if (quasi.length === 0) return [withoutFigure(by(0), 'not computable', 'no column is a quasi-identifier')];
  const of = classes.records - classes.suppressed;
  const fewest = Math.max(2, roles.claim.k ?? 2);
  const found = (facts: number, people: number, tried: string): Finding =>
    proved(by(facts), {
      people,
      of,
      baseline: { name: 'one of all records', right: 0 },
      reason: `${grouped(people)} of ${grouped(of)} records (${percent(of === 0 ? 0 : people / of)}) are ${fewest === 2 ? 'alone' : `among fewer than ${fewest}`} by ${facts === quasi.length ? 'all' : 'some'} ${facts} quasi-identifiers${tried}`,
    });
  const all = classes.sizes.reduce((sum, size) => sum + (size < fewest ? size : 0), 0);
  const numbers = Array.from({ length: Math.min(MOST_KNOWN, quasi.length - 1) }, (_, at) => at + 1);
  const columns = quasi.map((column) => apart(known, column));
  const rows =
    classes.members.length === 0
      ? []
      : Array.from({ length: classes.count }, (_, at) => classes.members[classes.starts[at] as number] as number);
  const exposed = new Uint8Array(classes.count);
  const partly = numbers.map((number) => {
    const looked = withinReach(columns, number, rows.length);
    for (const chosen of choices(looked, number)) markFew(chosen, rows, classes.sizes, fewest, exposed);
    const people = exposed.reduce((sum, each, group) => sum + each * (classes.sizes[group] as number), 0);
    return found(number, people, looked.length < columns.length ? `, of the ${looked.length} that tell most` : '');
  });
  return [...partly, found(quasi.length, all, '')];
}

/**
 * A column's cells by what they may be about: cells that overlap are one, since a person's exact value may be in both. Missing and suppressed
 * cells are values of their own, as in classes.
 */
function apart({ roles, hierarchies }: KnownTable, { name, codes, values }: Column): { readonly codes: Int32Array; readonly size: number } {
  const reader = new CellReader({
    type: roles.columns.get(name)?.type ?? 'word',
    hierarchy: hierarchies.get(name) ?? null,
    missing: roles.missing,
  });
  const cells = values.map((value) => reader.read(value));
  const wide = cells.flatMap(({ all, values: members, ranges, masks }, code) =>
    !all && (members.size > 1 || masks.length > 0 || ranges.some(({ low, high }) => low !== high)) ? [code] : [],
  );
  const of = Int32Array.from(values.keys());
  const rootOf = (code: number): number => {
    let root = code;
    while (of[root] !== root) root = of[root] as number;
    return root;
  };
  // Too many to look through: nobody is singled out by such a column.
  if (wide.length * values.length > MOST_CELLS * MOST_CELLS) return { codes: new Int32Array(codes.length), size: 1 };
  for (const one of wide)
    for (const [other, cell] of cells.entries())
      if (!cell.all && rootOf(one) !== rootOf(other) && compatible(cells[one] as (typeof cells)[number], cell))
        of[rootOf(other)] = rootOf(one);
  const roots = Int32Array.from(values.keys(), rootOf);
  return { codes: codes.map((code) => roots[code] as number), size: values.length };
}

type Apart = ReturnType<typeof apart>;

/** As many columns as can be chosen from in bounded time, those of most different cells. */
function withinReach(columns: readonly Apart[], number: number, rows: number): Apart[] {
  const order = columns.toSorted((a, b) => b.size - a.size);
  let count = order.length;
  while (count > number && choose(count, number) * rows > MOST_LOOKED_AT) count -= 1;
  return order.slice(0, count);
}

function choose(from: number, number: number): number {
  let ways = 1;
  for (let at = 0; at < number; at += 1) ways = (ways * (from - at)) / (at + 1);
  return ways;
}

function* choices<T>(from: readonly T[], number: number): Generator<readonly T[]> {
  if (number === 0) yield [];
  else for (const [at, one] of from.entries()) for (const rest of choices(from.slice(at + 1), number - 1)) yield [one, ...rest];
}

/** Marks the classes whose people are too few by these columns. */
function markFew(chosen: readonly Apart[], rows: readonly number[], sizes: Int32Array, fewest: number, exposed: Uint8Array): void {
  const columns = chosen.map(({ codes, size }) => ({ codes: Int32Array.from(rows, (row) => codes[row] as number), size }));
  const { of, count } = groupRows(rows.length, columns);
  const records = new Int32Array(count);
  for (const [group, own] of of.entries()) records[own] = (records[own] as number) + (sizes[group] as number);
  for (const [group, own] of of.entries()) if ((records[own] as number) < fewest) exposed[group] = 1;
}
