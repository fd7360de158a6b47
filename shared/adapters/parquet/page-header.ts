import type { ByteWriter } from 'hyparquet-writer';

/** Numbers of parquet.thrift. */
const DATA_PAGE_V2 = 3;
const DICTIONARY_PAGE = 2;
export const PLAIN = 0;
export const RLE_DICTIONARY = 8;

/** Types of Thrift's compact protocol. */
const [STOP, I32, STRUCT] = [0, 5, 12];

/** A field's number in its struct with its value: fields in order of their numbers, none further than 15 from the one before. */
type Field = readonly [number: number, value: number | readonly Field[]];

/** Sizes of a page's content in bytes, as it is and as it stands in the file. */
export interface PageSizes {
  readonly uncompressed: number;
  readonly compressed: number;
}

export const writeDictionaryHeader = (writer: ByteWriter, sizes: PageSizes, entries: number): void =>
  writePageHeader(writer, DICTIONARY_PAGE, sizes, [
    7,
    [
      [1, entries],
      [2, PLAIN],
    ],
  ]);

interface DataPage {
  readonly rows: number;
  readonly nulls: number;
  readonly encoding: typeof PLAIN | typeof RLE_DICTIONARY;
  /** Bytes of the definition levels. */
  readonly levels: number;
}

/** Rows without repetition, compressed. */
export const writeDataHeader = (writer: ByteWriter, sizes: PageSizes, { rows, nulls, encoding, levels }: DataPage): void =>
  writePageHeader(writer, DATA_PAGE_V2, sizes, [
    8,
    [
      [1, rows],
      [2, nulls],
      [3, rows],
      [4, encoding],
      [5, levels],
      [6, 0],
    ],
  ]);

function writePageHeader(writer: ByteWriter, type: number, { uncompressed, compressed }: PageSizes, own: Field): void {
  writeStruct(writer, [[1, type], [2, uncompressed], [3, compressed], own]);
}

function writeStruct(writer: ByteWriter, fields: readonly Field[]): void {
  let last = 0;
  for (const [number, value] of fields) {
    const whole = typeof value === 'number';
    writer.appendUint8(((number - last) << 4) | (whole ? I32 : STRUCT));
    if (whole) writer.appendZigZag(value);
    else writeStruct(writer, value);
    last = number;
  }
  writer.appendUint8(STOP);
}
