import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { CellType, ResultColumn } from '../../contracts/table.ts';
import type { ColumnBlock, TableEncoder } from '../../ports/table-encoder.ts';

const PHYSICAL = { string: 'BYTE_ARRAY', int: 'INT32', long: 'INT64', double: 'DOUBLE', boolean: 'BOOLEAN' } as const satisfies Readonly<
  Record<CellType, string>
>;

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
    for await (const { rows, columns } of blocks) {
      if (rows === 0) continue;
      const columnData = table.columns.map((column, at) => ({
        name: column.name,
        data: cellsOf(column, columns[at]),
        // Pages of a block are few: an index of them is not worth its bytes.
        offsetIndex: false,
      }));
      await file.write({ columnData, rowGroupSize: rows });
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

/** The cells as the library takes them: values of their own types, null for an empty cell. */
function cellsOf({ name, type, nullable }: ResultColumn, { values, texts }: ColumnBlock): (string | number | bigint | boolean | null)[] {
  const cells = new Array<string | number | bigint | boolean | null>(values.length);
  // By index: `map` with a closure takes several times as long.
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    if (Number.isNaN(value)) {
      if (!nullable) throw new Error(`the column ${name} may not be empty`);
      cells[at] = null;
    } else if (type === 'string') cells[at] = texts[value];
    else if (type === 'boolean') cells[at] = value === 1;
    else if (type === 'double') cells[at] = value;
    else if (!Number.isSafeInteger(value)) throw new Error(`the column ${name} holds whole numbers`);
    else if (type === 'long') cells[at] = BigInt(value);
    else if (value !== (value | 0)) throw new Error(`the column ${name} holds whole numbers of 32 bits`);
    else cells[at] = value;
  }
  return cells;
}

/** The bytes since the last time; the writer goes on counting its offset. */
function drain(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
