import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { TableEncoder } from '../../ports/table-encoder.ts';
import { schemaOf, writeRowGroup } from './flat-columns.ts';

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
    for await (const block of blocks) {
      if (block.rows === 0) continue;
      writeRowGroup(file, table.columns, block);
      yield drain(writer);
    }
    await file.finish();
    yield drain(writer);
  },
};

/** The bytes since the last time; the writer goes on counting its offset. */
function drain(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
