import type { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { CellType, ResultColumn } from '../../contracts/table.ts';
import type { ColumnBlock } from '../../ports/table-encoder.ts';
import { Bytes, writeHybrid, writeRun } from './hybrid.ts';
import { type PageSizes, PLAIN, RLE_DICTIONARY, writeDataHeader, writeDictionaryHeader } from './page-header.ts';
import { snappy } from './snappy.ts';

type PhysicalType = 'BYTE_ARRAY' | 'INT32' | 'INT64' | 'DOUBLE' | 'BOOLEAN';
export const PHYSICAL: Readonly<Record<CellType, PhysicalType>> = {
  string: 'BYTE_ARRAY',
  int: 'INT32',
  long: 'INT64',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
};

type Chunk = ParquetWriter['row_groups'][number]['columns'][number];

const LEVELS = new Bytes();
const PAGE = new Bytes();
const PACKED = new Bytes();
const ENCODER = new TextEncoder();

/**
 * One column of a row group: a page of its dictionary, where it has few values, and one of the data. The library writes the rest of the
 * file; a column as it wants one, of values of their own types, costs ten times the bytes that come out.
 */
export function writeChunk(writer: ByteWriter, column: ResultColumn, { values, texts }: ColumnBlock): Chunk {
  const start = writer.offset;
  const empty = countEmpty(values);
  if (empty > 0 && !column.nullable) throw new Error(`the column ${column.name} may not be empty`);
  const defined = empty === 0 ? values : withoutEmpty(values, empty);
  LEVELS.length = 0;
  // Most columns are full or empty: one run.
  if (column.nullable && (empty === 0 || empty === values.length)) writeRun(LEVELS, values.length, empty === 0 ? 1 : 0, 1);
  else if (column.nullable) writeHybrid(LEVELS, levelsOf(values), 1);
  const coded =
    column.type === 'string'
      ? { places: new Int32Array(defined), dictionary: null }
      : column.type === 'boolean'
        ? null
        : dictionaryOf(defined);

  let size = 0;
  PAGE.length = 0;
  if (coded !== null) {
    const entries = coded.dictionary === null ? texts.length : coded.dictionary.length;
    if (coded.dictionary === null) for (const text of texts) plainText(PAGE, text);
    else plain(PAGE, column, coded.dictionary);
    size += page(writer, null, PAGE, (sizes) => writeDictionaryHeader(writer, sizes, entries));
    PAGE.length = 0;
    const width = Math.ceil(Math.log2(Math.max(1, entries)));
    PAGE.push(width);
    writeHybrid(PAGE, coded.places, width);
  } else if (column.type === 'boolean') plainTruth(PAGE, defined);
  else plain(PAGE, column, defined);

  const dataStart = writer.offset;
  const encoding = coded === null ? PLAIN : RLE_DICTIONARY;
  const data = { rows: values.length, nulls: empty, encoding, levels: LEVELS.length } as const;
  size += page(writer, LEVELS, PAGE, (sizes) => writeDataHeader(writer, sizes, data));
  return {
    file_offset: BigInt(start),
    meta_data: {
      type: PHYSICAL[column.type],
      encodings: coded === null ? ['PLAIN'] : ['PLAIN', 'RLE_DICTIONARY'],
      path_in_schema: [column.name],
      codec: 'SNAPPY',
      num_values: BigInt(values.length),
      total_compressed_size: BigInt(writer.offset - start),
      total_uncompressed_size: BigInt(size),
      data_page_offset: BigInt(dataStart),
      ...(coded === null ? {} : { dictionary_page_offset: BigInt(start) }),
    },
  };
}

/** Levels stay as they are, the rest is compressed; answers the size without compression, header included. */
function page(writer: ByteWriter, levels: Bytes | null, data: Bytes, writeHeader: (sizes: PageSizes) => void): number {
  PACKED.length = 0;
  snappy(PACKED, data.written());
  const ahead = levels?.length ?? 0;
  const before = writer.offset;
  writeHeader({ uncompressed: ahead + data.length, compressed: ahead + PACKED.length });
  const headed = writer.offset - before;
  if (levels !== null) writer.appendBytes(levels.written());
  writer.appendBytes(PACKED.written());
  return headed + ahead + data.length;
}

// Loops by index: `from` with a function takes ten times as long, and `for ... of` twice, until the engine knows the loop well.

/** 1 for each cell that is there. */
function levelsOf(values: Float64Array): Int32Array {
  const levels = new Int32Array(values.length);
  for (let at = 0; at < values.length; at += 1) if (!Number.isNaN(values[at] as number)) levels[at] = 1;
  return levels;
}

function countEmpty(values: Float64Array): number {
  let count = 0;
  for (let at = 0; at < values.length; at += 1) if (Number.isNaN(values[at] as number)) count += 1;
  return count;
}

function withoutEmpty(values: Float64Array, empty: number): Float64Array {
  const defined = new Float64Array(values.length - empty);
  let next = 0;
  for (let at = 0; next < defined.length; at += 1) {
    const value = values[at] as number;
    if (Number.isNaN(value)) continue;
    defined[next] = value;
    next += 1;
  }
  return defined;
}

/** Values by which a column shows that it has no use for a dictionary. */
const SAMPLE = 2048;

/** Null where more than a quarter of the values differ, or half of the first ones: then places cost as much as the values. */
function dictionaryOf(values: Float64Array): { readonly places: Int32Array; readonly dictionary: Float64Array } | null {
  const most = Math.max(8, values.length >> 2);
  const known = new Map<number, number>();
  const places = new Int32Array(values.length);
  let last = Number.NaN;
  let place = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    if (value !== last) {
      place = known.get(value) ?? known.size;
      if (place === known.size) {
        if (place === most || (at < SAMPLE && place === SAMPLE / 2)) return null;
        known.set(value, place);
      }
      last = value;
    }
    places[at] = place;
  }
  return { places, dictionary: Float64Array.from(known.keys()) };
}

function plain(into: Bytes, { name, type }: ResultColumn, values: Float64Array): void {
  const bytes = into.reserve(8 * values.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset + into.length);
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    if (type === 'double') view.setFloat64(8 * at, value, true);
    else if (!Number.isSafeInteger(value)) throw new Error(`the column ${name} holds whole numbers`);
    else if (type === 'long') {
      view.setInt32(8 * at, value | 0, true);
      view.setInt32(8 * at + 4, Math.floor(value / 0x100000000), true);
    } else if (value !== (value | 0)) throw new Error(`the column ${name} holds whole numbers of 32 bits`);
    else view.setInt32(4 * at, value, true);
  }
  into.length += (type === 'int' ? 4 : 8) * values.length;
}

function plainText(into: Bytes, text: string): void {
  // A UTF-16 unit is at most three bytes of UTF-8.
  const bytes = into.reserve(4 + 3 * text.length);
  const from = into.length + 4;
  let written = 0;
  for (let code = text.charCodeAt(0); code < 0x80; code = text.charCodeAt(written)) {
    bytes[from + written] = code;
    written += 1;
  }
  // Plain text, as most is, is done by now: the encoder's call alone would cost more.
  if (written < text.length) written = ENCODER.encodeInto(text, bytes.subarray(from)).written;
  bytes[from - 4] = written & 0xff;
  bytes[from - 3] = (written >>> 8) & 0xff;
  bytes[from - 2] = (written >>> 16) & 0xff;
  bytes[from - 1] = written >>> 24;
  into.length = from + written;
}

function plainTruth(into: Bytes, values: Float64Array): void {
  const bytes = into.reserve((values.length >> 3) + 1);
  for (let from = 0; from < values.length; from += 8) {
    let byte = 0;
    for (let at = from; at < Math.min(from + 8, values.length); at += 1) if (values[at] === 1) byte |= 1 << (at - from);
    bytes[into.length] = byte;
    into.length += 1;
  }
}
