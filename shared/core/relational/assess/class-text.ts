import { type Column, valueAt } from '../model/table.ts';

/** A class by the cells of one of its records. */
export const classText = (quasi: readonly Column[], row: number): string =>
  quasi.map((column) => `${column.name} ${valueAt(column, row)}`).join(', ');
