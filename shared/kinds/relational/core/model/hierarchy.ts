import { BadInput } from '../../../../core/model/bad-input.ts';
import type { Column } from './table.ts';

/**
 * A domain generalisation hierarchy: each value of the domain with its label on each level. Level 0 is the values themselves.
 * Equal labels of one level are equal above, so a label of a level stands for one set of values.
 */
export interface ValueHierarchy {
  /** The number of the highest level; 0 for a column that cannot be generalised. */
  readonly top: number;
  readonly values: readonly string[];
  readonly indexOf: ReadonlyMap<string, number>;
  /** For each level its distinct labels, and the label of each value. */
  readonly labels: readonly (readonly string[])[];
  readonly codes: readonly Int32Array[];
}

/** Rows of one length: the value, its label on level 1, 2, ... `line` names a row in messages. */
export function valueHierarchy(
  rows: readonly (readonly string[])[],
  place: { readonly file?: string; readonly line?: (row: number) => number } = {},
): ValueHierarchy {
  const at = (row: number) => ({
    ...(place.file === undefined ? {} : { file: place.file }),
    ...(place.line === undefined ? {} : { line: place.line(row) }),
  });
  const [head] = rows;
  if (head === undefined || head.length === 0) throw new BadInput('the hierarchy is empty', at(0));
  const top = head.length - 1;
  const indexOf = new Map<string, number>();
  for (const [row, cells] of rows.entries()) {
    const value = cells[0];
    if (indexOf.has(value)) throw new BadInput(`this value stands on line ${lineOf(place, indexOf.get(value) as number)} too`, at(row));
    indexOf.set(value, row);
  }
  const labels: string[][] = [];
  const codes: Int32Array[] = [];
  for (let level = 0; level <= top; level += 1) {
    const known = new Map<string, number>();
    const first: number[] = [];
    const code = new Int32Array(rows.length);
    for (const [row, cells] of rows.entries()) {
      const label = cells[level];
      let number = known.get(label);
      if (number === undefined) {
        number = known.size;
        known.set(label, number);
        first.push(row);
      } else if (level < top && cells[level + 1] !== rows[first[number]][level + 1]) {
        const other = lineOf(place, first[number]);
        throw new BadInput(`its label on level ${level} is that of line ${other}, but the labels above differ`, at(row));
      }
      code[row] = number;
    }
    labels.push([...known.keys()]);
    codes.push(code);
  }
  return { top, values: labels[0], indexOf, labels, codes };
}

const lineOf = (place: { readonly line?: (row: number) => number }, row: number): number => place.line?.(row) ?? row + 1;

/** A hierarchy for a column without one: the values, and `*` above. */
export const flatHierarchy = (values: readonly string[]): ValueHierarchy => valueHierarchy(values.map((value) => [value, '*']));

/** Row of each of a column's values in its hierarchy. Throws for a value that is not in it. */
export function rowsInHierarchy({ name, codes, values }: Column, hierarchy: ValueHierarchy): Int32Array {
  const rowOf = Int32Array.from(values, (value) => hierarchy.indexOf.get(value) ?? -1);
  const outside = rowOf.indexOf(-1);
  if (outside >= 0)
    throw new BadInput(`column "${name}": the value of record ${codes.indexOf(outside) + 1} is not in its hierarchy; add a line for it`);
  return rowOf;
}

/** One row for each value: its label on every level. */
export const hierarchyRows = ({ values, labels, codes, top }: ValueHierarchy): string[][] =>
  values.map((_, at) => Array.from({ length: top + 1 }, (__, level) => labels[level][codes[level][at]]));

/** From the label codes of one level to those of the next. */
export function upwards({ codes, labels }: ValueHierarchy, level: number): Int32Array {
  const up = new Int32Array(labels[level].length);
  const [from, to] = [codes[level], codes[level + 1]];
  for (let value = 0; value < from.length; value += 1) up[from[value]] = to[value];
  return up;
}

/** How many values of the domain each label of a level stands for. */
export function leavesOf({ codes, labels }: ValueHierarchy, level: number): Int32Array {
  const leaves = new Int32Array(labels[level].length);
  for (const label of codes[level]) leaves[label] += 1;
  return leaves;
}

/** Position of each label: its lowest level and its number there. */
export function labelIndex(hierarchy: ValueHierarchy): ReadonlyMap<string, { readonly level: number; readonly label: number }> {
  const index = new Map<string, { level: number; label: number }>();
  for (const [level, labels] of hierarchy.labels.entries())
    for (const [label, text] of labels.entries()) if (!index.has(text)) index.set(text, { level, label });
  return index;
}
