import type { TableFileKind } from '../core/format/foreign.ts';
import type { TableRow } from '../core/format/table/delimited.ts';

export interface TableFileOptions {
  /** Name of a workbook's sheet; by default the only one with content. */
  readonly sheet?: string;
  /** Chooses among the sheets with content; without it several sheets are an error. */
  readonly choose?: (sheets: readonly { readonly name: string; readonly rows: number }[]) => string;
  readonly note: (message: string, line: number) => void;
}

/** Reads a binary table that is completely in memory. Throws BadInput if it is malformed. */
type TableFileReader = (name: string, bytes: Uint8Array, options: TableFileOptions) => AsyncIterable<readonly TableRow[]>;

/** Readers of binary tables: all of them at home, none in the cloud. */
export type TableFiles = Readonly<Record<TableFileKind, TableFileReader>>;
