import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetReadObjects } from 'hyparquet';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { ContractError } from '../../shared/contracts/parse.ts';
import { type CellValue, defineTable } from '../../shared/contracts/table.ts';
import { decodeColumns, encodeColumns, packWholes, unpackWholes } from '../../shared/core/format/columns.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';
import { decodeOutcomes, encodeOutcomes } from '../../shared/kinds/set-generalised/attack/attack-units.ts';
import type { OutcomeRecord } from '../../shared/kinds/set-generalised/contracts.ts';
import { heldTo, readColumns, readColumnsOf } from '../../shared/kit/blobs/columns.ts';
import { rowBlocks } from '../../shared/kit/publish/row-blocks.ts';

describe('encodeColumns', () => {
  const COLUMNS = [
    new Uint8Array([1, 2, 3]),
    new Float64Array([0.1, Number.NaN, Number.POSITIVE_INFINITY]),
    new Int8Array([-1]),
    new Int32Array(0),
  ];

  test('the columns come back, wherever the bytes stand in memory', () => {
    const bytes = encodeColumns(COLUMNS);
    const moved = new Uint8Array(bytes.length + 3);
    moved.set(bytes, 3);
    expect(decodeColumns(bytes)).toEqual(COLUMNS);
    expect(decodeColumns(moved.subarray(3))).toEqual(COLUMNS);
  });

  test('bytes that are cut off or of something else are refused', () => {
    const bytes = encodeColumns(COLUMNS);
    expect(() => decodeColumns(bytes.subarray(0, bytes.length - 16))).toThrow('cut off');
    expect(() => decodeColumns(new TextEncoder().encode('{"unit":1}\n'))).toThrow('not columns');
    expect(() => decodeColumns(new Uint8Array(0))).toThrow('not columns');
  });
});

test('whole numbers are packed and come back; others stay as they are', () => {
  const whole = Float64Array.of(0, 1, 126, 127, 128, 16_383, 2 ** 31, 2 ** 32 - 2, Number.NaN);
  const packed = packWholes(whole);
  expect([packed.constructor, packed.length]).toEqual([Uint8Array, 1 + 1 + 1 + 2 + 2 + 3 + 5 + 5 + 1]);
  expect(unpackWholes(packed)).toEqual(whole);
  for (const other of [0.5, -1, 2 ** 32, Number.POSITIVE_INFINITY]) {
    const column = Float64Array.of(1, other);
    expect(packWholes(column)).toBe(column);
    expect(unpackWholes(column)).toEqual(column);
  }
});

test('verdicts of units of all sizes come back as they were', () => {
  const random = seeded('stored');
  const numbers = (length: number): Float64Array =>
    Float64Array.from({ length }, () => [Number.NaN, Number.POSITIVE_INFINITY, random.unit()][random.below(3)]);
  const outcomes = Array.from({ length: 20 }, (_, at): OutcomeRecord => {
    const cells = numbers(random.below(9));
    const decided = {
      kind: 'decided',
      delta: random.below(2) === 0 ? null : random.unit(),
      cells: Int32Array.from(cells, (_, at) => at),
      why: cells,
    } as const;
    // An attack that states probabilities decides by them.
    return {
      unit: 100 + 2 * at,
      verdicts: [
        decided,
        { ...decided, confidence: cells, cautious: cells.map((added) => (added < 0.5 ? (added + 0.5) / 2 : added)) },
        { kind: 'not computable', reason: `for some reason ${random.below(3)}` },
        { kind: 'errored', error: 'RangeError' },
      ].slice(random.below(4)) as OutcomeRecord['verdicts'],
    };
  });
  expect(decodeOutcomes(encodeOutcomes(outcomes))).toEqual(outcomes);
  expect(decodeOutcomes(encodeOutcomes([]))).toEqual([]);
});

describe('parquetTables, read by hyparquet', () => {
  const TABLE = defineTable('shapes', 1, 'for this test', [
    ['text', 'string?', ''],
    ['whole', 'int', ''],
    ['long', 'long?', ''],
    ['real', 'double?', ''],
    ['truth', 'boolean', ''],
  ]);
  /** Runs of one value, few values and many, in one column. */
  const shaped = (random: Random, of: (value: number) => CellValue, nullable: boolean): (() => CellValue) => {
    let [left, spread, value] = [0, 1, 0];
    return () => {
      if (left === 0) [left, spread] = [1 + random.below(40), [1, 3, 1e6][random.below(3)]];
      if (spread > 1 || random.below(30) === 0) value = random.below(spread);
      left -= 1;
      return nullable && random.below(5) === 0 ? null : of(value);
    };
  };

  test.each([1, 7, 8, 9, 100, 1_000])('%i rows of runs, repeats, distinct values and gaps', async (length) => {
    for (let round = 0; round < 8; round += 1) {
      const random = seeded('parquet', length, round);
      const columns = [
        shaped(random, (value) => `t${value} €`, true),
        shaped(random, (value) => value - 500, false),
        shaped(random, (value) => value * 5_000_000_011 - 2 ** 51, true),
        shaped(random, (value) => value / 7, true),
        shaped(random, (value) => value % 2 === 0, false),
      ];
      const rows = Array.from({ length }, () => columns.map((next) => next()));
      const pieces: Uint8Array[] = [];
      for await (const piece of parquetTables.encode(TABLE, rowBlocks(TABLE, rows))) pieces.push(piece);
      const file = new Uint8Array(Buffer.concat(pieces)).buffer;
      const read = await parquetReadObjects({ file: { byteLength: file.byteLength, slice: async (from, to) => file.slice(from, to) } });
      expect(read).toEqual(
        rows.map(([text, whole, long, real, truth]) => ({ text, whole, long: long === null ? null : BigInt(long as number), real, truth })),
      );
    }
  });

  test('has the types that the tables of Athena are declared with, as DuckDB sees them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'unveil-types-'));
    const file = join(folder, 'shapes.parquet');
    writeFileSync(file, Buffer.concat(await Array.fromAsync(parquetTables.encode(TABLE, rowBlocks(TABLE, [['a', 1, 2, 0.5, true]])))));
    const database = await (await DuckDBInstance.create(':memory:')).connect();
    const seen = await database.runAndReadAll(`SELECT name, type, repetition_type FROM parquet_schema('${file}') WHERE type IS NOT NULL`);
    expect(seen.getRows()).toEqual([
      ['text', 'BYTE_ARRAY', 'OPTIONAL'],
      ['whole', 'INT32', 'REQUIRED'],
      ['long', 'INT64', 'OPTIONAL'],
      ['real', 'DOUBLE', 'OPTIONAL'],
      ['truth', 'BOOLEAN', 'REQUIRED'],
    ]);
    const described = await database.runAndReadAll(`DESCRIBE SELECT * FROM '${file}'`);
    expect(described.getRows().map(([, type]) => type)).toEqual(['VARCHAR', 'INTEGER', 'BIGINT', 'DOUBLE', 'BOOLEAN']);
    database.closeSync();
    rmSync(folder, { recursive: true });
  });

  test('a number that its column cannot hold is refused', async () => {
    const encoded = async (row: CellValue[]): Promise<void> => {
      for await (const _ of parquetTables.encode(TABLE, rowBlocks(TABLE, [row, row, row]))) void _;
    };
    await expect(encoded([null, 2 ** 31, 1, 1, true])).rejects.toThrow('the column whole holds whole numbers of 32 bits');
    await expect(encoded([null, 1, 0.5, 1, true])).rejects.toThrow('the column long holds whole numbers');
  });
});

describe('columns that a step left', () => {
  test('are refused by their name where they are more, fewer, of other kinds, cut off or no columns', () => {
    const bytes = encodeColumns([new Int32Array([1, 2]), new Float64Array([0.5])]);
    expect(readColumns('scored', bytes, [Int32Array, [Int32Array, Float64Array]])).toEqual([
      new Int32Array([1, 2]),
      new Float64Array([0.5]),
    ]);
    for (const kinds of [
      [Int32Array],
      [Int32Array, Int32Array],
      [Int32Array, Float64Array, Int8Array],
      [[Uint8Array, Int8Array], Float64Array],
    ])
      expect(() => readColumns('scored', bytes, kinds as [Int32ArrayConstructor])).toThrow('work blob "scored": its columns are not those');
    expect(() => readColumns('scored', bytes.subarray(0, 24), [Int32Array])).toThrow('work blob "scored": these columns are cut off');
    expect(() => readColumnsOf('starts', bytes, Float64Array)).toThrow(ContractError);
  });

  test('are refused where their lengths do not add up', () => {
    expect(() => heldTo('scored', new Float64Array(3), new Int32Array([1, 3]))).toThrow(
      'work blob "scored": a column has 3 numbers, not 4',
    );
    // A length below 0 says that there is none.
    expect(heldTo('scored', new Float64Array(3), new Int32Array([1, -1, 2]))).toBeUndefined();
    const unit = { unit: 1, verdicts: [{ kind: 'decided', delta: null, cells: new Int32Array(2), why: new Float64Array(1) } as const] };
    expect(() => decodeOutcomes(encodeOutcomes([unit]))).toThrow('work blob "outcomes": a column has 1 numbers, not 2');
  });
});
