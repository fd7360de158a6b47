import { readFileSync } from 'node:fs';
import { parquetReadObjects } from 'hyparquet';
import { resultsPage } from '../../scripts/results-page.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { QUERY_TABLES } from '../../shared/contracts/result-tables.ts';
import { defineTable } from '../../shared/contracts/table.ts';
import { digestText } from '../../shared/core/keys/digest.ts';
import { rowBlocks } from '../../shared/kit/publish/row-blocks.ts';

/** Columns without their meanings: changing one of these hashes needs a new version of its table. */
const PINNED: Readonly<Record<string, string>> = {
  'audits 5': '2669d9a1647ce8aa',
  'attacks 3': '711fcd0fbf30588a',
  'lifts 1': '9549ef7e28c2c199',
  'reliability 1': 'ae5072e300b3dba9',
  'people 1': '8359644dbb15bad4',
  'exposures 1': 'a277a796af7ba264',
  'findings 2': 'a573e80cc5acf3c3',
  'groups 3': 'c537b5a6f1a3f303',
  'decisions 2': '8ed044427fe923a5',
  'placements 2': 'c937bbab7f8333ec',
  'breaches 1': 'd25b34bc65e123dc',
  'scores 2': '4e14f87dac310d32',
  'campaigns 1': 'bbe56ad02b673202',
};

test('the columns of each table are those of its version', () => {
  const found = Object.fromEntries(
    QUERY_TABLES.map(({ name, version, columns }) => {
      const shape = columns.map((column) => `${column.name} ${column.type}${column.nullable ? '?' : ''}`).join('\n');
      return [`${name} ${version}`, digestText(shape).slice(0, 16)];
    }),
  );
  expect(found).toEqual(PINNED);
});

test('docs/results.md says what the tables are', () => {
  expect(readFileSync('docs/results.md', 'utf8')).toBe(resultsPage());
});

describe('parquetTables', () => {
  const TABLE = defineTable('things', 3, 'for this test', [
    ['text', 'string', ''],
    ['small', 'int', ''],
    ['large', 'long?', ''],
    ['real', 'double?', ''],
    ['yes', 'boolean?', ''],
  ]);
  const ROWS = [
    ['ä € 𝕏', 1, 2 ** 40, 0.1, true],
    ['', -5, null, null, null],
    ['x', 0, 0, -0.5, false],
  ] as const;
  const encoded = async (rows: Iterable<(typeof ROWS)[number]>): Promise<Buffer> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of parquetTables.encode(TABLE, rowBlocks(TABLE, rows))) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  const read = async (bytes: Buffer) => {
    const file = new Uint8Array(bytes).buffer;
    return parquetReadObjects({ file: { byteLength: file.byteLength, slice: async (start, end) => file.slice(start, end) } });
  };

  test('what was written is read back, empty cells too', async () => {
    expect(await read(await encoded(ROWS))).toEqual([
      { text: 'ä € 𝕏', small: 1, large: 2n ** 40n, real: 0.1, yes: true },
      { text: '', small: -5, large: null, real: null, yes: null },
      { text: 'x', small: 0, large: 0n, real: -0.5, yes: false },
    ]);
  });

  test('several row groups, and none', async () => {
    const many = Array.from({ length: 45_000 }, () => ROWS[0]);
    expect(await read(await encoded(many))).toHaveLength(45_000);
    expect(await read(await encoded([]))).toEqual([]);
  });

  test('the same rows are the same bytes, and an empty cell where none may be is refused', async () => {
    expect(await encoded(ROWS)).toEqual(await encoded(ROWS));
    await expect(encoded([[null as unknown as string, 1, 1, 1, true]] as never)).rejects.toThrow('text may not be empty');
  });
});
