import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { type CellValue, defineTable } from '../../shared/contracts/table.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';
import { BlockDraft } from '../../shared/kit/publish/row-blocks.ts';
import { libraryParquet } from './twins/library-parquet.ts';

const TABLE = defineTable('shapes', 3, 'for this test', [
  ['text', 'string', ''],
  ['text_or_none', 'string?', ''],
  ['whole', 'int', ''],
  ['whole_or_none', 'int?', ''],
  ['long', 'long', ''],
  ['long_or_none', 'long?', ''],
  ['real', 'double', ''],
  ['real_or_none', 'double?', ''],
  ['truth', 'boolean', ''],
  ['truth_or_none', 'boolean?', ''],
]);

const OF: Readonly<Record<string, (value: number) => CellValue>> = {
  string: (value) => (value === 0 ? '' : `${'€'.repeat(value % 7)}t${value}`),
  int: (value) => (value % 2 === 0 ? value : -value),
  long: (value) => value * 5_000_000_011 - 2 ** 51,
  double: (value) => (value === 1 ? -0 : value === 2 ? 0 : value / 7),
  boolean: (value) => value % 3 === 0,
};

/** Runs, repeats, few and many different values, gaps, and columns of nothing: each column has a share and a spread of its own. */
function columnOf(random: Random, of: (value: number) => CellValue, nullable: boolean): () => CellValue {
  const [spread, repeats, gaps] = [[1, 2, 9, 300, 1e6][random.below(5)], random.below(12), [0, 2, 5, 100][random.below(4)]];
  let [left, value] = [0, 0];
  return () => {
    if (left === 0) [left, value] = [1 + (repeats > 5 ? random.below(30) : random.below(1 + repeats)), random.below(spread)];
    left -= 1;
    return nullable && random.below(100) < gaps ? null : of(value);
  };
}

async function encoded(blocks: readonly (readonly CellValue[])[][]): Promise<Uint8Array> {
  function* drafts() {
    for (const rows of blocks) {
      const draft = new BlockDraft(TABLE);
      for (const row of rows) draft.add(row);
      yield draft.take();
    }
  }
  return Buffer.concat(await Array.fromAsync(parquetTables.encode(TABLE, drafts())));
}

const alike = async (blocks: readonly (readonly CellValue[])[][]): Promise<void> => {
  expect(Buffer.compare(await encoded(blocks), await libraryParquet(TABLE, blocks))).toBe(0);
};

test.each([1, 2, 7, 8, 9, 16, 17, 63, 64, 65, 500, 999, 1_000, 1_001, 3_000])(
  '%i rows are the bytes that the library makes',
  async (rows) => {
    for (let round = 0; round < (rows < 100 ? 40 : 8); round += 1) {
      const random = seeded('parquet columns', rows, round);
      const columns = TABLE.columns.map(({ type, nullable }) => columnOf(random, OF[type] as (value: number) => CellValue, nullable));
      await alike(Array.from({ length: 1 + random.below(3) }, () => Array.from({ length: rows }, () => columns.map((next) => next()))));
    }
  },
);

test('texts of more than one page', async () => {
  const random = seeded('pages');
  const rows = Array.from({ length: 900 }, (_, at): CellValue[] => {
    const long = `${at}${'x'.repeat(random.below(6_000))}`;
    return [long, random.below(3) === 0 ? null : `${long}é`, 1, null, 2, null, 0.5, null, true, null];
  });
  await alike([rows]);
});
