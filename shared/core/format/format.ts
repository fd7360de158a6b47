/** Formats of transactions. Clusters are one JSON object with a parser of its own. */
export const TRANSACTION_FORMATS = ['text', 'jsonl', 'csv', 'fimi', 'spmf'] as const;
export type TransactionFormat = (typeof TRANSACTION_FORMATS)[number];
/** `records`: a table as JSON, which is read and not written. */
export type Format = TransactionFormat | 'records' | 'clusters';

export interface FormatFacts {
  /** It can mark generalised items; else they are inferred, or the file is an original. */
  readonly marked: boolean;
  /** The order of the items is published on purpose; else context is `all`. */
  readonly ordered: boolean;
  /** Items are numbers, which mean nothing without labels. */
  readonly coded: boolean;
}

export const FORMAT_FACTS: Readonly<Record<TransactionFormat, FormatFacts>> = {
  text: { marked: true, ordered: true, coded: false },
  jsonl: { marked: true, ordered: true, coded: false },
  csv: { marked: false, ordered: false, coded: false },
  fimi: { marked: false, ordered: false, coded: true },
  spmf: { marked: false, ordered: false, coded: true },
};
