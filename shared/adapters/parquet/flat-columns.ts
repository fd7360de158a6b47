import type { ParquetWriter } from 'hyparquet-writer';
import { writeColumn } from 'hyparquet-writer/src/column.js';
import { writeDataPageV2 } from 'hyparquet-writer/src/datapage.js';
import { writeDictionaryPage } from 'hyparquet-writer/src/dictionary.js';
import type { CellType, ResultColumn } from '../../contracts/table.ts';
import type { ColumnBlock, RowBlock } from '../../ports/table-encoder.ts';

type Encoding = Parameters<typeof writeDataPageV2>[0]['encoding'];

const PHYSICAL = { string: 'BYTE_ARRAY', int: 'INT32', long: 'INT64', double: 'DOUBLE', boolean: 'BOOLEAN' } as const satisfies Readonly<
  Record<CellType, string>
>;

export const schemaOf = ({ name, type, nullable }: ResultColumn): ParquetWriter['schema'][number] => ({
  name,
  type: PHYSICAL[type],
  ...(type === 'string' ? { converted_type: 'UTF8' } : {}),
  repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED',
});

/**
 * Writes a row group with the bytes of the library's own way, which makes a list of objects of each column, and looks each up by its value: half of the
 * time of measuring. Columns without a dictionary it writes itself.
 */
export function writeRowGroup(file: ParquetWriter, columns: readonly ResultColumn[], { rows, columns: blocks }: RowBlock): void {
  const start = file.writer.offset;
  const chunks = columns.map((column, at) => chunkOf(file, column, blocks[at]));
  file.num_rows += BigInt(rows);
  file.row_groups.push({
    columns: chunks,
    total_byte_size: chunks.reduce((sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n), 0n),
    num_rows: BigInt(rows),
    total_compressed_size: BigInt(file.writer.offset - start),
  });
}

function chunkOf({ writer, schema, compressors }: ParquetWriter, { name, type, nullable }: ResultColumn, { values, texts }: ColumnBlock) {
  const element = schema.find((each) => each.name === name) as ParquetWriter['schema'][number];
  const column = {
    columnName: name,
    element,
    schemaPath: [schema[0], element],
    codec: 'SNAPPY' as const,
    compressors: { SNAPPY: compressors.SNAPPY },
    stats: false,
    pageSize: 1 << 20,
    columnIndex: false,
    // Pages of a block are few: an index of them is not worth its bytes.
    offsetIndex: false,
    ...(isNumbered(type) ? { encoding: 'PLAIN' as Encoding } : {}),
  };
  check(name, { type, nullable }, values);
  const pageData = { definitionLevels: nullable ? levelsOf(values) : [], repetitionLevels: [], maxDefinitionLevel: nullable ? 1 : 0 };
  const dictionary = isNumbered(type) ? dictionaryOf(type, values, texts) : null;
  if (dictionary === null) return writeColumn({ writer, column, pageData: { ...pageData, values: cellsOf(type, values, texts) } }).chunk;
  const start = writer.offset;
  const cells = cellsOf(type, dictionary.values, texts);
  const size = writeDictionaryPage(writer, column, type === 'string' ? cells.map((text) => UTF8.encode(text as string)) : cells);
  const data = writer.offset;
  const page = writeDataPageV2({ writer, column, encoding: 'RLE_DICTIONARY', pageData: { ...pageData, values: dictionary.indexes } });
  return {
    meta_data: {
      type: PHYSICAL[type],
      encodings: ['PLAIN', 'RLE_DICTIONARY'] as Encoding[],
      path_in_schema: [name],
      codec: column.codec,
      num_values: BigInt(values.length),
      total_compressed_size: BigInt(writer.offset - start),
      total_uncompressed_size: BigInt(size + page),
      data_page_offset: BigInt(data),
      dictionary_page_offset: BigInt(start),
    },
    file_offset: BigInt(start),
  };
}

function check(name: string, { type, nullable }: Pick<ResultColumn, 'type' | 'nullable'>, values: Float64Array): void {
  const isWhole = type === 'int' || type === 'long';
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    if (Number.isNaN(value)) {
      if (!nullable) throw new Error(`the column ${name} may not be empty`);
    } else if (!isWhole) continue;
    else if (!Number.isSafeInteger(value)) throw new Error(`the column ${name} holds whole numbers`);
    else if (type === 'int' && value !== (value | 0)) throw new Error(`the column ${name} holds whole numbers of 32 bits`);
  }
}

function levelsOf(values: Float64Array): number[] {
  const levels = new Array<number>(values.length);
  for (let at = 0; at < values.length; at += 1) levels[at] = Number.isNaN(values[at]) ? 0 : 1;
  return levels;
}

/** The cells as the library takes them: values of their own types, null for an empty cell. */
function cellsOf(type: CellType, values: Float64Array, texts: readonly string[]): (string | number | bigint | boolean | null)[] {
  const cells = new Array<string | number | bigint | boolean | null>(values.length);
  // By index: `map` with a closure takes several times as long.
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    if (Number.isNaN(value)) cells[at] = null;
    else if (type === 'string') cells[at] = texts[value];
    else if (type === 'boolean') cells[at] = value === 1;
    else cells[at] = type === 'long' ? BigInt(value) : value;
  }
  return cells;
}

const UTF8 = new TextEncoder();

/** Whole numbers, and texts by theirs: they need no look-up by value. */
type Numbered = 'string' | 'int' | 'long';
const isNumbered = (type: CellType): type is Numbered => type !== 'double' && type !== 'boolean';

/** The library looks at so many values first; if more of their bytes are of different ones, there is no dictionary. */
const SAMPLE = 1000;
const MOST_DIFFERENT = 0.9;
const SIZE = { int: 4, long: 8 } as const;
/** The length in front of a text. */
const LENGTH = 4;

/** Reused: the different values of a column, and where each small one is among them, from 1. No column reads another's. */
let different = new Float64Array(0);
let placeOf = new Int32Array(0);

/**
 * The different values in the order in which they come, and where each value is among them (empty: none); null where that would not halve the bytes: the
 * library's rule.
 */
function dictionaryOf(
  type: Numbered,
  values: Float64Array,
  texts: readonly string[],
): { readonly values: Float64Array; readonly indexes: number[] } | null {
  const sizeOf = (value: number): number => (type === 'string' ? LENGTH + texts[value].length : SIZE[type]);
  const sample = Math.min(values.length, SAMPLE);
  const spread = (at: number): number => Math.floor((at * (values.length - 1)) / Math.max(1, sample - 1));
  if (isVaried(Float64Array.from({ length: sample }, (_, at) => values[spread(at)]), sizeOf)) return null; // biome-ignore format: one thing
  if (values.length > different.length) [different, placeOf] = [new Float64Array(values.length), new Int32Array(4 * values.length)];
  const indexes = new Array<number>(values.length);
  const large = new Map<number, number>();
  let [count, filled, whole, own] = [0, 0, 0, 0];
  // Neighbours are often the same.
  let [last, index, size] = [Number.NaN, 0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    if (Number.isNaN(value)) continue;
    if (value !== last) {
      last = value;
      size = sizeOf(value);
      const isSmall = value >= 0 && value < placeOf.length;
      index = (isSmall ? placeOf[value] : large.get(value)) || count + 1;
      if (index > count) {
        if (isSmall) placeOf[value] = index;
        else large.set(value, index);
        different[count] = value;
        own += size;
        count += 1;
      }
    }
    filled += 1;
    whole += size;
    indexes[at] = index - 1;
  }
  for (let at = 0; at < count; at += 1) placeOf[different[at]] = 0;
  const width = Math.ceil(Math.log2(count));
  if (2 * (own + Math.ceil((filled * width) / 8)) > whole) return null;
  return { values: different.subarray(0, count), indexes };
}

/** Nothing but empty cells is as if all were different. */
function isVaried(sample: Float64Array, sizeOf: (value: number) => number): boolean {
  const known = new Set<number>();
  let [own, whole] = [0, 0];
  for (const value of sample) {
    if (Number.isNaN(value)) continue;
    const size = sizeOf(value);
    if (!known.has(value)) own += size;
    known.add(value);
    whole += size;
  }
  return whole === 0 || own / whole > MOST_DIFFERENT;
}
