import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { ResultColumn } from '../../contracts/table.ts';
import type { TableEncoder } from '../../ports/table-encoder.ts';
import { PHYSICAL, writeColumn } from './column-chunk.ts';

/**
 * Parquet, compressed with snappy. One row group for each block of rows, so memory is that of a block; the bytes depend on the rows and
 * their blocks alone. Statistics are left out: they would hold the text of items in the footer.
 */
export const parquetTables: TableEncoder = {
  extension: 'parquet',
  async *encode(table, blocks) {
    const writer = new ByteWriter();
    const file = new ParquetWriter({
      writer,
      schema: [{ name: 'row', num_children: table.columns.length }, ...table.columns.map(schemaOf)],
      statistics: false,
      createdBy: 'unveil',
      kvMetadata: [
        { key: 'unveil.table', value: table.name },
        { key: 'unveil.version', value: String(table.version) },
      ],
    });
    for await (const { rows, columns: cells } of blocks) {
      if (rows === 0) continue;
      const offset = writer.offset;
      const columns = table.columns.map((column, at) => writeColumn(writer, column, cells[at]));
      const bytes = columns.reduce((total, { meta_data }) => total + (meta_data?.total_uncompressed_size ?? 0n), 0n);
      const compressed = BigInt(writer.offset - offset);
      file.row_groups.push({ columns, total_byte_size: bytes, num_rows: BigInt(rows), total_compressed_size: compressed });
      file.num_rows += BigInt(rows);
      yield drain(writer);
    }
    await file.finish();
    yield drain(writer);
  },
};

const schemaOf = ({ name, type, nullable }: ResultColumn): ParquetWriter['schema'][number] => ({
  name,
  type: PHYSICAL[type],
  ...(type === 'string' ? { converted_type: 'UTF8' } : {}),
  repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED',
});

/** The bytes since the last time; the writer goes on counting its offset. */
function drain(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
