/** What a user says about a table; what is left out is read off the table where only one reading is possible. */
export interface TableChoice {
  /** A column by name, or by number as `#1`; `none`: each row is a transaction by itself. */
  readonly id?: string;
  /** Columns by name, number, or with a star: `dx*`. */
  readonly items?: readonly string[];
  /** Columns that hold the meaning of the items: one for each column of items, in their order. */
  readonly labels?: readonly string[];
  readonly delimiter?: string;
  readonly header?: boolean;
  /** What separates the items within a cell; null: a cell is one item. */
  readonly list?: string | null;
  /** `flags`: the columns are the items, and a cell says whether the row has it. */
  readonly flags?: boolean;
  /** Texts that stand for nothing, beside the empty cell. */
  readonly missing?: readonly string[];
  /** Rows above the table that belong to no table. */
  readonly skip?: number;
  /** Leaves out transactions without an item. */
  readonly dropEmpty?: boolean;
}

/** What statistics packages and databases write for "nothing". */
export const MISSING: readonly string[] = ['NA', 'N/A', '#N/A', 'NULL', 'null', 'NaN', 'nan', 'None', '<NA>', '.', '\\N'];
