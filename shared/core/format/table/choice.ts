import { BadInput } from '../../model/bad-input.ts';

/** A user's choices about a table; missing ones are inferred if only one reading is possible. */
export interface TableChoice {
  /** A column by name, or by number as `#1`; `none`: each row is a transaction by itself. */
  readonly id?: string;
  /** Columns by name, number, or with a star: `dx*`. */
  readonly items?: readonly string[];
  /** Columns that hold the meaning of the items: one for each column of items, in their order. */
  readonly labels?: readonly string[];
  readonly delimiter?: string;
  readonly header?: boolean;
  /** Separator of items within a cell; null: a cell is one item. */
  readonly list?: string | null;
  /** `flags`: the columns are the items, and a cell says whether the row has it. */
  readonly flags?: boolean;
  /** Texts that mean a missing value, in addition to the empty cell. */
  readonly missing?: readonly string[];
  /** Rows above the table that belong to no table. */
  readonly skip?: number;
  /** Leaves out transactions without an item. */
  readonly dropEmpty?: boolean;
}

/** Missing values as statistics packages and databases write them. */
export const MISSING: readonly string[] = ['NA', 'N/A', '#N/A', 'NULL', 'null', 'NaN', 'nan', 'None', '<NA>', '.', '\\N'];

/** A table that can be read in more than one way. Whoever has the whole file can propose a reading, and try it first. */
export class UnclearTable extends BadInput {}
