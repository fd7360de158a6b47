import type { TableFileKind } from '../core/format/foreign.ts';
import type { TableRow } from '../core/format/table/delimited.ts';

export interface TableFileOptions {
  /** A sheet of a workbook, by its name; by default the only one with anything in it. */
  readonly sheet?: string;
  readonly note: (message: string, line: number) => void;
}

/** Opens a binary table of which all bytes are there. What is wrong with it is a BadInput. */
type TableFileReader = (name: string, bytes: Uint8Array, options: TableFileOptions) => AsyncIterable<readonly TableRow[]>;

/** Readers of binary tables: at home all of them, in the cloud none. */
export type TableFiles = Readonly<Record<TableFileKind, TableFileReader>>;
