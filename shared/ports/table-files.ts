import type { TableFileKind } from '../core/format/foreign.ts';
import type { TableRow } from '../core/format/table/delimited.ts';

export interface TableFileOptions {
  /** A sheet of a workbook, by its name; by default the only one with anything in it. */
  readonly sheet?: string;
  /** Asked for a sheet among those that hold something, in the place of a message that there are several. */
  readonly choose?: (sheets: readonly { readonly name: string; readonly rows: number }[]) => string;
  readonly note: (message: string, line: number) => void;
}

/** Opens a binary table of which all bytes are there. What is wrong with it is a BadInput. */
type TableFileReader = (name: string, bytes: Uint8Array, options: TableFileOptions) => AsyncIterable<readonly TableRow[]>;

/** Readers of binary tables: at home all of them, in the cloud none. */
export type TableFiles = Readonly<Record<TableFileKind, TableFileReader>>;
