import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { ResultColumn, ResultTable } from '../../contracts/table.ts';
import type { ColumnBlock, RowBlock, TableEncoder } from '../../ports/table-encoder.ts';
import { PHYSICAL, writeChunk } from './column-chunk.ts';

/**
 * Parquet, compressed with snappy. One row group for each block of rows, so memory is that of a block; the bytes depend on the rows and
 * their blocks alone. Statistics are left out: they would hold the text of items in the footer and double the time.
 */
export const parquetTables: TableEncoder = {
  extension: 'parquet',
  async *encode(table: ResultTable, blocks: Iterable<RowBlock> | AsyncIterable<RowBlock>) {
    const writer = new ByteWriter();
    const file = new ParquetWriter({
      writer,
      schema: [{ name: 'row', num_children: table.columns.length }, ...table.columns.map(schemaOf)],
      createdBy: 'unveil',
      kvMetadata: [
        { key: 'unveil.table', value: table.name },
        { key: 'unveil.version', value: String(table.version) },
      ],
    });
    for await (const block of blocks) {
      if (block.rows === 0) continue;
      addRowGroup(file, writer, table, block);
      yield drain(writer);
    }
    await file.finish();
    yield drain(writer);
  },
};

/** The library's own way takes values one by one; here the pages are written beside it, and it keeps the book of them. */
function addRowGroup(file: ParquetWriter, writer: ByteWriter, table: ResultTable, { rows, columns }: RowBlock): void {
  const start = writer.offset;
  const chunks = table.columns.map((column, at) => writeChunk(writer, column, columns[at] as ColumnBlock));
  let size = 0n;
  for (const { meta_data } of chunks) size += meta_data?.total_uncompressed_size ?? 0n;
  file.num_rows += BigInt(rows);
  file.row_groups.push({
    columns: chunks,
    total_byte_size: size,
    num_rows: BigInt(rows),
    total_compressed_size: BigInt(writer.offset - start),
  });
}

const schemaOf = ({ name, type, nullable }: ResultColumn) => ({
  name,
  type: PHYSICAL[type],
  ...(type === 'string' ? { converted_type: 'UTF8' as const } : {}),
  repetition_type: nullable ? ('OPTIONAL' as const) : ('REQUIRED' as const),
});

/** The bytes since the last time; the writer goes on counting its offset. */
function drain(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
