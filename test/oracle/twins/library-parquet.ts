import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { CellValue, ResultTable } from '../../../shared/contracts/table.ts';

const PHYSICAL = { string: 'BYTE_ARRAY', int: 'INT32', long: 'INT64', double: 'DOUBLE', boolean: 'BOOLEAN' } as const;

/** A file of one row group for each block of rows, by the library alone. */
export async function libraryParquet(table: ResultTable, blocks: readonly (readonly CellValue[])[][]): Promise<Uint8Array> {
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: [
      { name: 'row', num_children: table.columns.length },
      ...table.columns.map(({ name, type, nullable }) => ({
        name,
        type: PHYSICAL[type],
        ...(type === 'string' ? { converted_type: 'UTF8' as const } : {}),
        repetition_type: nullable ? ('OPTIONAL' as const) : ('REQUIRED' as const),
      })),
    ],
    statistics: false,
    createdBy: 'unveil',
    kvMetadata: [
      { key: 'unveil.table', value: table.name },
      { key: 'unveil.version', value: String(table.version) },
    ],
  });
  for (const rows of blocks) {
    const columnData = table.columns.map(({ name, type }, at) => ({
      name,
      data: rows.map((row) => (type === 'long' && row[at] !== null ? BigInt(row[at] as number) : (row[at] ?? null))),
      offsetIndex: false,
    }));
    await file.write({ columnData, rowGroupSize: rows.length });
  }
  await file.finish();
  return writer.getBytes().slice();
}
