import { decoderOf } from '../core/format/decoder.ts';
import { detectFormat } from '../core/format/detect.ts';
import { FORMAT_FACTS, type Format, type FormatFacts, type TransactionFormat } from '../core/format/format.ts';
import { LINE_LIMIT } from '../core/format/lines.ts';
import type { Warning } from '../core/format/warnings.ts';
import { BadInput } from '../core/model/bad-input.ts';
import { isGeneralised, type LocatedTransaction } from '../core/model/transaction.ts';
import type { Gunzip } from '../ports/gunzip.ts';
import { openBytes, type UnzipLimits } from './open-bytes.ts';

/** A file as it arrives: its name tells the format, and stands in messages. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface ReadOptions {
  readonly gunzip: Gunzip;
  /** Asked for by the user: no detection. */
  readonly format?: Format | undefined;
  readonly lineLimit?: number;
  readonly unzipLimits?: UnzipLimits;
}

/** Transactions, read as they are asked for. Once only. */
export interface TransactionStream {
  readonly format: TransactionFormat;
  readonly facts: FormatFacts;
  readonly transactions: AsyncIterable<LocatedTransaction>;
  /** Complete once the last transaction has been read. */
  warnings(): readonly Warning[];
}

export type OpenedRelease =
  | ({ readonly kind: 'transactions' } & TransactionStream)
  /** Decompressed; its parser is the disassociated side's. */
  | { readonly kind: 'disassociated'; readonly bytes: AsyncIterable<Uint8Array> };

/** Opens a release, tells its format and reads it as a stream. All that is wrong with it is a BadInput, now or while reading. */
export async function readRelease(file: SourceFile, options: ReadOptions): Promise<OpenedRelease> {
  const { head, bytes } = await openBytes(file, options.gunzip, options.unzipLimits);
  const format = options.format ?? detectFormat(file.name, head);
  return format === 'disassociated'
    ? { kind: 'disassociated', bytes }
    : { kind: 'transactions', ...transactionStream(file.name, format, bytes, options.lineLimit) };
}

/** The original of a release: the same formats, and no generalised item in it. */
export async function readOriginal(file: SourceFile, options: ReadOptions): Promise<TransactionStream> {
  const opened = await readRelease(file, options);
  if (opened.kind === 'disassociated') {
    throw new BadInput('an original holds transactions; this is a disassociated release', { file: file.name, line: 1, column: 1 });
  }
  return { ...opened, transactions: ungeneralised(file.name, opened.transactions) };
}

function transactionStream(
  file: string,
  format: TransactionFormat,
  bytes: AsyncIterable<Uint8Array>,
  lineLimit: number = LINE_LIMIT,
): TransactionStream {
  const decoder = decoderOf(format, file, lineLimit);
  const transactions = async function* (): AsyncGenerator<LocatedTransaction> {
    for await (const piece of bytes) yield* decoder.push(piece);
    yield* decoder.end();
  };
  return { format, facts: FORMAT_FACTS[format], transactions: transactions(), warnings: () => decoder.warnings.list() };
}

async function* ungeneralised(file: string, transactions: AsyncIterable<LocatedTransaction>): AsyncGenerator<LocatedTransaction> {
  for await (const transaction of transactions) {
    if (transaction.items.some(isGeneralised)) {
      throw new BadInput('a generalised item in the original; is this the release?', { file, line: transaction.line });
    }
    yield transaction;
  }
}
