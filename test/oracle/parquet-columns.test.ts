import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { schemaOf } from '../../shared/adapters/parquet/flat-columns.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import type { CellType, ResultTable } from '../../shared/contracts/table.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';
import type { ColumnBlock, RowBlock } from '../../shared/ports/table-encoder.ts';

const TYPES: readonly CellType[] = ['string', 'int', 'long', 'double', 'boolean'];
const table = {
  name: 'drawn',
  version: 1,
  columns: TYPES.flatMap((type) => [false, true].map((nullable) => ({ name: `${type} ${nullable}`, type, nullable, about: '' }))),
} as unknown as ResultTable;

/** Numbers around `middle`, `kinds` of them; every other one like its neighbour. */
function drawn(type: CellType, nullable: boolean, rows: number, kinds: number, random: Random): ColumnBlock {
  const texts = Array.from({ length: kinds }, (_, at) => `é${at}`.repeat(1 + (at % 7)));
  const middle = type === 'long' ? 9e14 : type === 'int' ? -3 : 0;
  const drawOne = (): number => {
    const kind = random.below(kinds);
    if (type === 'string') return kind;
    if (type === 'boolean') return kind % 2;
    return type === 'double' ? kind / 7 : kind < kinds / 2 ? kind : middle + kind;
  };
  let last = Number.NaN;
  const values = Float64Array.from({ length: rows }, () => {
    if (nullable && random.below(3) === 0) return Number.NaN;
    if (Number.isNaN(last) || random.below(2) === 0) last = drawOne();
    return last;
  });
  return { values, texts };
}

/** The library's own way: a list of values of their own types. */
async function twin(blocks: readonly RowBlock[]): Promise<Uint8Array> {
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
  const cellOf = (type: CellType, value: number, texts: readonly string[]) => {
    if (Number.isNaN(value)) return null;
    if (type === 'string') return texts[value] ?? null;
    return type === 'boolean' ? value === 1 : type === 'long' ? BigInt(value) : value;
  };
  for (const { rows, columns } of blocks) {
    const columnData = table.columns.map(({ name, type }, at) => ({
      name,
      data: Array.from(columns[at].values, (value) => cellOf(type, value, columns[at].texts)),
      offsetIndex: false,
    }));
    await file.write({ columnData, rowGroupSize: rows });
  }
  await file.finish();
  return writer.getBytes();
}

const random = seeded('parquet columns');
const SHAPES = [
  [1, 1],
  [16, 2],
  [17, 2],
  [900, 1],
  [1000, 30],
  [3000, 100],
  [3000, 1600],
  [3000, 2600],
  [3000, 100_000],
  [20_000, 9],
] as const;

test.each(SHAPES)('%d rows of %d different values have the bytes of the library', async (rows, kinds) => {
  const blocks = Array.from(
    { length: 2 },
    (): RowBlock => ({
      rows,
      columns: table.columns.map(({ type, nullable }) => drawn(type, nullable, rows, kinds, random)),
    }),
  );
  const found = Buffer.concat(await Array.fromAsync(parquetTables.encode(table, blocks)));
  expect(found.equals(await twin(blocks))).toBe(true);
});

test('texts of more than a page, and columns of nothing but empty cells', async () => {
  const texts = Array.from({ length: 20_000 }, (_, at) => `${at} `.repeat(20));
  const columns = table.columns.map(({ type, nullable }): ColumnBlock => {
    if (nullable) return { values: new Float64Array(20_000).fill(Number.NaN), texts: [] };
    return { values: Float64Array.from({ length: 20_000 }, (_, at) => (type === 'boolean' ? at % 2 : at)), texts };
  });
  const found = Buffer.concat(await Array.fromAsync(parquetTables.encode(table, [{ rows: 20_000, columns }])));
  expect(found.equals(await twin([{ rows: 20_000, columns }]))).toBe(true);
});
