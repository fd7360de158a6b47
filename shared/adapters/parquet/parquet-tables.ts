import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Column, ColumnType, Table } from '../../contracts/table.ts';
import type { RowBlock, TableEncoder } from '../../ports/table-encoder.ts';

const TYPES: Readonly<Record<ColumnType, { type: 'BYTE_ARRAY' | 'INT32' | 'INT64' | 'DOUBLE' | 'BOOLEAN'; converted_type?: 'UTF8' }>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  int: { type: 'INT32' },
  long: { type: 'INT64' },
  double: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
};

/**
 * Parquet, compressed with snappy. One row group for each block of rows, so memory is that of a block; the bytes depend on the rows and
 * their blocks alone. Statistics are left out: they would hold the text of items in the footer and double the time.
 */
export const parquetTables: TableEncoder = {
  extension: 'parquet',
  async *encode(table: Table, blocks: Iterable<RowBlock> | AsyncIterable<RowBlock>) {
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
      const columnData = table.columns.map((column) => ({ name: column.name, data: valuesOf(column, block), offsetIndex: false }));
      const rows = columnData[0]?.data.length ?? 0;
      if (rows === 0) continue;
      await file.write({ columnData, rowGroupSize: rows });
      yield drain(writer);
    }
    await file.finish();
    yield drain(writer);
  },
};

const schemaOf = ({ name, type, nullable }: Column) => ({
  name,
  ...TYPES[type],
  repetition_type: nullable ? ('OPTIONAL' as const) : ('REQUIRED' as const),
});

function valuesOf(column: Column, block: RowBlock): unknown[] {
  const cells = block[column.name];
  if (cells === undefined) throw new Error(`a block of rows lacks the column ${column.name}`);
  if (!column.nullable && cells.includes(null)) throw new Error(`the column ${column.name} may not be empty`);
  return column.type === 'long' ? cells.map((cell) => (cell === null ? null : BigInt(cell as number))) : cells.slice();
}

/** The bytes since the last time; the writer goes on counting its offset. */
function drain(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
