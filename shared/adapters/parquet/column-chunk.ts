import type { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';
import type { CellType, ResultColumn } from '../../contracts/table.ts';
import type { ColumnBlock } from '../../ports/table-encoder.ts';
import { type Dictionary, dictionaryOf, sizeIn } from './dictionary.ts';
import { hybridBytes } from './hybrid.ts';

/*
 * A column of a row group, from numbers to the bytes that the library's own encoder makes of the same cells (test/oracle/parquet-columns.test.ts).
 * That one takes a list of objects, and some ten passes over it: two thirds of all that measuring a large release took.
 */

export const PHYSICAL = {
  string: 'BYTE_ARRAY',
  int: 'INT32',
  long: 'INT64',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
} as const satisfies Readonly<Record<CellType, string>>;

type Chunk = ParquetWriter['row_groups'][number]['columns'][number];

/** Bytes of a page by their estimate; then the next begins. */
const PAGE = 1 << 20;
/** More truths than this are written as runs. */
const FEW_TRUTHS = 16;
const EMPTY = new Uint8Array();
const ENCODER = new TextEncoder();

export function writeColumn(writer: ByteWriter, column: ResultColumn, { values, texts }: ColumnBlock): Chunk {
  const { name, type } = column;
  const { held, present } = heldIn(column, values);
  const offset = writer.offset;
  const dictionary = type === 'boolean' ? null : dictionaryOf(type, values, held, texts);
  let size = dictionary === null ? 0 : writeDictionary(writer, type, dictionary, texts);
  const encoding = dictionary !== null ? 'RLE_DICTIONARY' : type === 'boolean' && values.length > FEW_TRUTHS ? 'RLE' : 'PLAIN';
  const first = writer.offset;
  let before = 0;
  for (const { start, end } of pagesOf(type, values, dictionary === null ? texts : null)) {
    const levels = present === null ? EMPTY : hybridBytes(present, start, end, 1);
    let after = before;
    if (present === null) after += end - start;
    else for (let row = start; row < end; row += 1) after += present[row];
    const part = held.subarray(before, after);
    const bytes = dictionary !== null ? indexBytes(dictionary.indexes.subarray(before, after)) : encoding === 'RLE' ? truthBytes(part) : plainBytes(type, part, texts); // biome-ignore format: one thing
    const compressed = snappyCompress(bytes);
    const header = writer.offset;
    writePageHeader(writer, {
      type: 'DATA_PAGE_V2',
      uncompressed_page_size: levels.length + bytes.length,
      compressed_page_size: levels.length + compressed.length,
      data_page_header_v2: {
        num_values: end - start,
        num_nulls: end - start - part.length,
        num_rows: end - start,
        encoding,
        definition_levels_byte_length: levels.length,
        repetition_levels_byte_length: 0,
        is_compressed: true,
      },
    });
    size += writer.offset - header + levels.length + bytes.length;
    writer.appendBytes(levels);
    writer.appendBytes(compressed);
    before = after;
  }
  return {
    meta_data: {
      type: PHYSICAL[type],
      encodings: [...(dictionary === null ? [] : ['PLAIN' as const]), encoding],
      path_in_schema: [name],
      codec: 'SNAPPY',
      num_values: BigInt(values.length),
      total_compressed_size: BigInt(writer.offset - offset),
      total_uncompressed_size: BigInt(size),
      data_page_offset: BigInt(first),
      ...(dictionary === null ? {} : { dictionary_page_offset: BigInt(offset) }),
    },
    file_offset: BigInt(offset),
  };
}

/** Used anew for each column: fresh memory would cost more than the work. No column reads another's. */
let heldCells = new Float64Array(1 << 15);
let presentRows = new Uint8Array(1 << 15);

/** The cells that hold something, one after the other; of a column that may be empty which rows these are. */
function heldIn(
  { name, type, nullable }: ResultColumn,
  values: Float64Array,
): { readonly held: Float64Array; readonly present: Uint8Array | null } {
  const rows = values.length;
  if (rows > heldCells.length) [heldCells, presentRows] = [new Float64Array(2 * rows), new Uint8Array(2 * rows)];
  const isWhole = type === 'int' || type === 'long';
  let count = 0;
  for (let row = 0; row < rows; row += 1) {
    const value = values[row];
    const isHeld = !Number.isNaN(value);
    presentRows[row] = isHeld ? 1 : 0;
    if (!isHeld) {
      if (nullable) continue;
      throw new Error(`the column ${name} may not be empty`);
    }
    if (isWhole && value !== (value | 0)) {
      if (!Number.isSafeInteger(value)) throw new Error(`the column ${name} holds whole numbers`);
      if (type === 'int') throw new Error(`the column ${name} holds whole numbers of 32 bits`);
    }
    heldCells[count] = value;
    count += 1;
  }
  return { held: heldCells.subarray(0, count), present: nullable ? presentRows.subarray(0, rows) : null };
}

/** `texts`: those of plain texts; what stands in a dictionary takes four bytes a cell. */
function pagesOf(
  type: CellType,
  values: Float64Array,
  texts: readonly string[] | null,
): { readonly start: number; readonly end: number }[] {
  const most = texts === null || type !== 'string' ? 8 : Number.POSITIVE_INFINITY;
  if (values.length * most < PAGE) return [{ start: 0, end: values.length }];
  const pages: { start: number; end: number }[] = [];
  let [start, size] = [0, 0];
  for (let row = 0; row < values.length; row += 1) {
    const own = Number.isNaN(values[row]) ? 0 : texts === null ? sizeIn('int', 0, []) : sizeIn(type, values[row], texts);
    size += own;
    if (size < PAGE || row === start) continue;
    pages.push({ start, end: row });
    [start, size] = [row, own];
  }
  return start < values.length ? [...pages, { start, end: values.length }] : pages;
}

function writeDictionary(writer: ByteWriter, type: CellType, { values }: Dictionary, texts: readonly string[]): number {
  const bytes = plainBytes(type, values, texts);
  const compressed = snappyCompress(bytes);
  const header = writer.offset;
  writePageHeader(writer, {
    type: 'DICTIONARY_PAGE',
    uncompressed_page_size: bytes.length,
    compressed_page_size: compressed.length,
    dictionary_page_header: { num_values: values.length, encoding: 'PLAIN' },
  });
  const size = writer.offset - header + bytes.length;
  writer.appendBytes(compressed);
  return size;
}

function indexBytes(indexes: Int32Array): Uint8Array {
  let most = 0;
  for (let at = 0; at < indexes.length; at += 1) if (indexes[at] > most) most = indexes[at];
  const width = 32 - Math.clz32(most);
  const runs = hybridBytes(indexes, 0, indexes.length, width);
  const bytes = new Uint8Array(1 + runs.length);
  bytes[0] = width;
  bytes.set(runs, 1);
  return bytes;
}

/** Runs of truths, behind their length. */
function truthBytes(held: Float64Array): Uint8Array {
  const runs = hybridBytes(new Uint8Array(held), 0, held.length, 1);
  const bytes = new Uint8Array(4 + runs.length);
  new DataView(bytes.buffer).setUint32(0, runs.length, true);
  bytes.set(runs, 4);
  return bytes;
}

/** Least significant byte first, as every processor has it that Node runs on here. */
function plainBytes(type: CellType, held: Float64Array, texts: readonly string[]): Uint8Array {
  if (type === 'string') return textBytes(held, texts);
  if (type === 'double') return new Uint8Array(held.buffer, held.byteOffset, held.byteLength);
  if (type === 'int') return new Uint8Array(new Int32Array(held).buffer);
  if (type === 'boolean') {
    const bytes = new Uint8Array(Math.ceil(held.length / 8));
    for (let at = 0; at < held.length; at += 1) bytes[at >> 3] |= held[at] << (at & 7);
    return bytes;
  }
  const halves = new Int32Array(2 * held.length);
  for (let at = 0; at < held.length; at += 1) {
    const high = Math.floor(held[at] / 2 ** 32);
    halves[2 * at] = held[at] - high * 2 ** 32;
    halves[2 * at + 1] = high;
  }
  return new Uint8Array(halves.buffer);
}

/** Each text behind its length. */
function textBytes(held: Float64Array, texts: readonly string[]): Uint8Array {
  let most = 0;
  for (let at = 0; at < held.length; at += 1) most += 4 + 3 * texts[held[at]].length;
  const bytes = new Uint8Array(most);
  const view = new DataView(bytes.buffer);
  let to = 0;
  for (let at = 0; at < held.length; at += 1) {
    const { written } = ENCODER.encodeInto(texts[held[at]], bytes.subarray(to + 4));
    view.setUint32(to, written, true);
    to += 4 + written;
  }
  return bytes.subarray(0, to);
}
