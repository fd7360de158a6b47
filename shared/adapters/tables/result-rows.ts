import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import type { ResultTable } from '../../contracts/table.ts';
import { BadInput } from '../../core/model/bad-input.ts';

/** Rows in a batch: their objects take memory, the file does not. */
const BATCH = 20_000;

type ResultCell = string | number | boolean | null;
export type ResultRow<Name extends string = string> = Readonly<Record<Name, ResultCell>>;

/** Some columns of a part of a result table. A column that an older version of the table lacks is empty. */
export async function* resultRows<Name extends string>(
  bytes: Uint8Array,
  { table, columns, file }: { readonly table: ResultTable; readonly columns: readonly Name[]; readonly file: string },
): AsyncGenerator<ResultRow<Name>> {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  try {
    const metadata = parquetMetadata(buffer);
    const there = new Set(metadata.schema.map(({ name }) => name));
    const known = columns.filter((name) => there.has(name));
    const total = Number(metadata.num_rows);
    for (let rowStart = 0; rowStart < total; rowStart += BATCH) {
      const rowEnd = Math.min(total, rowStart + BATCH);
      for (const row of await parquetReadObjects({ file: buffer, metadata, columns: known, rowStart, rowEnd }))
        yield Object.fromEntries(columns.map((name) => [name, cellOf(row[name])])) as ResultRow<Name>;
    }
  } catch (error) {
    throw new BadInput(`this file of the table "${table.name}" is cut off or damaged`, { file }, { cause: error });
  }
}

/** All columns of a table, in its order. */
export async function* cellRows(bytes: Uint8Array, table: ResultTable, file: string): AsyncGenerator<ResultCell[]> {
  const columns = table.columns.map(({ name }) => name);
  for await (const row of resultRows(bytes, { table, columns, file })) yield columns.map((name) => row[name] ?? null);
}

function cellOf(value: unknown): ResultCell {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
