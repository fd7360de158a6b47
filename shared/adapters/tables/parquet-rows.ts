import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type Compressors, parquetMetadata, parquetRead } from 'hyparquet';
import type { FileCell, TableRow } from '../../core/format/table/delimited.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { cellText } from './cell-text.ts';

/** Rows in a batch: enough for speed at little memory. */
const BATCH = 50_000;

/** The library has Snappy, which nearly all writers use; Node has the others. */
const unfold =
  (decompress: (input: Uint8Array, options: { maxOutputLength: number }) => Uint8Array) =>
  (input: Uint8Array, length: number): Uint8Array =>
    decompress(input, { maxOutputLength: length });
const COMPRESSORS: Compressors = {
  GZIP: unfold(gunzipSync),
  BROTLI: unfold(brotliDecompressSync),
  ZSTD: unfold(zstdDecompressSync),
};

/** The rows of a Parquet file, its column names first. A list is a cell with several items. */
export async function* parquetRows(name: string, bytes: Uint8Array): AsyncGenerator<readonly TableRow[]> {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const file = { byteLength: buffer.byteLength, slice: (from: number, to?: number) => buffer.slice(from, to) };
  const metadata = guarded(name, () => parquetMetadata(buffer));
  // pandas stores an unnamed index under such a name.
  const names = (metadata.schema[0] === undefined ? [] : topLevel(metadata.schema)).filter(
    (column) => !/^__index_level_\d+__$/.test(column),
  );
  yield [{ line: 1, cells: names }];
  const total = Number(metadata.num_rows);
  for (let from = 0; from < total; from += BATCH) {
    const rows: TableRow[] = [];
    const taken = (found: readonly unknown[][]): void => {
      for (const [at, values] of found.entries()) rows.push({ line: from + at + 2, cells: values.map(cellOf) });
    };
    try {
      const range = { rowStart: from, rowEnd: Math.min(total, from + BATCH) };
      await parquetRead({ file, metadata, columns: names, compressors: COMPRESSORS, ...range, onComplete: taken });
    } catch (error) {
      throw damaged(name, error);
    }
    yield rows;
  }
}

/** Names of the columns, without the fields inside lists and structs. */
function topLevel(schema: ReturnType<typeof parquetMetadata>['schema']): string[] {
  const names: string[] = [];
  for (let at = 1; at < schema.length; ) {
    names.push(schema[at]?.name ?? '');
    let open = 1;
    for (; open > 0 && at < schema.length; at += 1) open += (schema[at]?.num_children ?? 0) - 1;
  }
  return names;
}

const cellOf = (value: unknown): FileCell => (Array.isArray(value) ? value.map(cellText).filter((text) => text !== '') : cellText(value));

function guarded<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw damaged(name, error);
  }
}

const damaged = (name: string, error: unknown): BadInput => {
  const compression = /compress\w* codec:? (\w+)/i.exec(error instanceof Error ? error.message : '')?.[1];
  const message =
    compression === undefined
      ? 'this Parquet file is cut off, damaged or unknown to its reader'
      : `this Parquet file is compressed by ${compression}`;
  return new BadInput(`${message}; write it again with snappy, gzip or zstd, or as CSV`, { file: name }, { cause: error });
};
