import { decoderOf } from '../../core/format/decoder.ts';
import { detectFormat } from '../../core/format/detect.ts';
import type { TableFileKind } from '../../core/format/foreign.ts';
import { FORMAT_FACTS, type Format, type FormatFacts, type TransactionFormat } from '../../core/format/format.ts';
import { LINE_LIMIT } from '../../core/format/lines.ts';
import type { TableChoice } from '../../core/format/table/choice.ts';
import { FOREIGN_LABEL, TransactionTableReader } from '../../core/format/table/table-reader.ts';
import { type Warning, Warnings } from '../../core/format/warnings.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { LabelExpander } from '../../core/model/expand-labels.ts';
import type { Hierarchy } from '../../core/model/hierarchy.ts';
import { isGeneralised, type LocatedTransaction } from '../../core/model/transaction.ts';
import { Vocabulary } from '../../core/model/vocabulary.ts';
import type { Gunzip } from '../../ports/gunzip.ts';
import type { TableFiles } from '../../ports/table-files.ts';
import { type OpenedBytes, openBytes, type UnzipLimits } from './open-bytes.ts';

/** Its name, else its content, determines the format; the name appears in messages. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface ReleaseReadOptions {
  readonly gunzip: Gunzip;
  /** Asked for by the user: no detection. */
  readonly format?: Format | undefined;
  readonly lineLimit?: number;
  readonly unzipLimits?: UnzipLimits;
  /** Of the text, where it is not UTF-8 and no mark says so. */
  readonly encoding?: string | undefined;
  /** How a table is to be read, where that is not to be told from its first rows. */
  readonly table?: TableChoice;
  readonly sheet?: string;
  /** Readers of binary tables; without them workbooks and Parquet are refused. */
  readonly tables?: TableFiles;
  /** Labels of the release; none for an original. */
  readonly hierarchy?: Hierarchy | undefined;
}

/** Transactions, read as they are asked for. Once only. */
export interface TransactionStream {
  readonly format: TransactionFormat;
  readonly facts: FormatFacts;
  readonly transactions: AsyncIterable<LocatedTransaction>;
  /** Complete once the last transaction has been read. */
  warnings(): readonly Warning[];
  /** Meanings of items, from columns of labels: complete once the last transaction has been read. */
  readonly labels?: ReadonlyMap<string, string>;
}

export type OpenedRelease =
  | ({ readonly kind: 'transactions' } & TransactionStream)
  /** Decompressed bytes; the kind parses them. */
  | { readonly kind: 'clusters'; readonly bytes: AsyncIterable<Uint8Array> };

/** A file with its first text, to recognise its kind. */
export interface OpenedFile extends OpenedBytes {
  readonly name: string;
}

export async function openFile({ name, bytes }: SourceFile, { gunzip, unzipLimits, encoding }: ReleaseReadOptions): Promise<OpenedFile> {
  return { name, ...(await openBytes({ name, bytes }, gunzip, { limits: unzipLimits, encoding, elements: true })) };
}

/** For a file opened only to look at its first text: releases its buffer. */
export async function closeFile({ bytes }: OpenedFile): Promise<void> {
  for await (const _ of bytes) break;
}

/** Opens a release, detects its format and reads it as a stream. Throws BadInput, now or while reading. */
export const readRelease = async (file: SourceFile, options: ReleaseReadOptions): Promise<OpenedRelease> =>
  readOpened(await openFile(file, options), options);

/** The same of a file that was looked into. */
export function readOpened(file: OpenedFile, options: ReleaseReadOptions): OpenedRelease {
  const { head, bytes, table } = file;
  const { hierarchy } = options;
  const format = table === null ? (options.format ?? tableOr(detectFormat(file.name, head), options.table)) : 'csv';
  if (format === 'clusters') {
    if (hierarchy !== undefined) throw new BadInput('a release in clusters holds no labels; leave the hierarchy out', { file: file.name });
    return { kind: 'clusters', bytes };
  }
  const stream = table === null ? transactionStream(file.name, format, bytes, options) : binaryTable(file.name, table, bytes, options);
  return { kind: 'transactions', ...(hierarchy === undefined ? stream : withSets(file.name, stream, hierarchy)) };
}

/** Table options imply a table, except for files of clusters or records. */
const tableOr = (format: Format, table: TableChoice | undefined): Format =>
  format !== 'clusters' && format !== 'records' && Object.keys(table ?? {}).length > 0 ? 'csv' : format;

/** The original of a release: the same formats, and no generalised item in it. */
export async function readOriginal(file: SourceFile, options: ReleaseReadOptions): Promise<TransactionStream> {
  const opened = await readRelease(file, { ...options, hierarchy: undefined });
  if (opened.kind === 'clusters') {
    throw new BadInput('an original holds transactions; this is a release in clusters', { file: file.name, line: 1, column: 1 });
  }
  return { ...opened, transactions: ungeneralised(file.name, opened.transactions) };
}

function transactionStream(
  file: string,
  format: TransactionFormat | 'records',
  bytes: AsyncIterable<Uint8Array>,
  { lineLimit = LINE_LIMIT, table }: ReleaseReadOptions,
): TransactionStream {
  const decoder = decoderOf(format, file, lineLimit, table);
  const transactions = async function* (): AsyncGenerator<LocatedTransaction> {
    for await (const piece of bytes) yield* decoder.push(piece);
    yield* decoder.end();
  };
  const written = format === 'records' ? 'csv' : format;
  return {
    format: written,
    facts: FORMAT_FACTS[written],
    transactions: transactions(),
    warnings: () => decoder.warnings.list(),
    ...(decoder.labels === undefined ? {} : { labels: decoder.labels }),
  };
}

/** A binary table is held as a whole: its directory stands at its end. */
const TABLE_BYTES = 1024 ** 3;

function binaryTable(file: string, kind: TableFileKind, bytes: AsyncIterable<Uint8Array>, options: ReleaseReadOptions): TransactionStream {
  const read = options.tables?.[kind];
  if (read === undefined)
    throw new BadInput(`${KIND_NAMES[kind]} is read on your own machine only: unveil import FILE --out transactions.jsonl`, { file });
  const warnings = new Warnings(file);
  const reader = new TransactionTableReader(file, warnings, options.table);
  const transactions = async function* (): AsyncGenerator<LocatedTransaction> {
    const whole = await collected(file, bytes);
    const sheet = options.sheet === undefined ? {} : { sheet: options.sheet };
    for await (const rows of read(file, whole, { ...sheet, note: (message, line) => warnings.add(message, line) })) {
      for (const row of rows) reader.row(row);
      yield* reader.take();
    }
    yield* reader.end();
  };
  return { format: 'csv', facts: FORMAT_FACTS.csv, transactions: transactions(), warnings: () => warnings.list(), labels: reader.labels };
}

const KIND_NAMES: Readonly<Record<TableFileKind, string>> = { xlsx: 'an Excel workbook', parquet: 'Parquet' };

export async function collected(file: string, bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length > TABLE_BYTES) throw new BadInput('more than 1 GiB; export it as CSV, which is read as a stream', { file });
  }
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

async function* ungeneralised(file: string, transactions: AsyncIterable<LocatedTransaction>): AsyncGenerator<LocatedTransaction> {
  for await (const transaction of transactions) {
    if (transaction.items.some(isGeneralised)) {
      throw new BadInput('a generalised item in the original; is this the release?', { file, line: transaction.line });
    }
    yield transaction;
  }
}

/** The release with the sets that a hierarchy's labels stand for in their places, checked as sets that were written out are. */
function withSets(file: string, stream: TransactionStream, hierarchy: Hierarchy): TransactionStream {
  const expander = new LabelExpander(hierarchy);
  const vocabulary = new Vocabulary();
  const warnings = new Warnings(file);
  const expanded = async function* (): AsyncGenerator<LocatedTransaction> {
    for await (const transaction of stream.transactions) {
      const { line } = transaction;
      const before = { ...expander.counts() };
      const items = expander.expand(transaction.items);
      const checked = vocabulary.check(items, line);
      if (typeof checked !== 'number')
        throw new BadInput(`${checked.message} (as the hierarchy has it: labels of different levels over each other are not attacked)`, {
          file,
          line,
        });
      const after = expander.counts();
      for (let times = after.suppressed - before.suppressed; times > 0; times -= 1) warnings.add(SUPPRESSED, line);
      for (let times = after.unknown - before.unknown; times > 0; times -= 1) warnings.add(UNKNOWN, line);
      if (checked > 0) warnings.add('labels that stand for the same items within a transaction; they count once', line);
      yield { ...transaction, items };
    }
    const { sets, items, suppressed } = expander.counts();
    if (sets + items === 0)
      throw new BadInput(
        suppressed > 0
          ? 'everything in this release is suppressed: nothing is left to attack'
          : 'nothing in this release stands in the hierarchy',
        { file },
      );
  };
  return { ...stream, transactions: expanded(), warnings: () => [...told(stream), ...warnings.list()] };
}

const told = (stream: TransactionStream): Warning[] => stream.warnings().filter(({ message }) => message !== FOREIGN_LABEL);

const SUPPRESSED = 'an item that was suppressed ("*"); it is left out';
const UNKNOWN = 'a label that does not stand in the hierarchy; it is read as an item';
