import { BadInput } from '../model/bad-input.ts';
import type { Transaction } from '../model/transaction.ts';
import { CSV_HEADER, writeCsvRows } from './csv.ts';
import type { TransactionFormat } from './format.ts';
import { writeFimiLine, writeSpmfLine } from './integers.ts';
import { writeJsonLine } from './json-lines.ts';
import { writeTextLine } from './text.ts';

interface Writing {
  /** The first line of the file, if the format has a header. */
  readonly head: string;
  readonly end: string;
  /** The line or lines of one transaction; null for what the format cannot say. */
  readonly write: (transaction: Transaction) => string | null;
  readonly holds: string;
}

const NUMBERS = 'item numbers, at least one a transaction, without generalised items';
const WRITING: Readonly<Record<TransactionFormat, Writing>> = {
  text: { head: '', end: '\n', write: writeTextLine, holds: 'transactions with at least one item' },
  jsonl: { head: '', end: '\n', write: writeJsonLine, holds: 'every transaction' },
  csv: {
    head: `${CSV_HEADER}\r\n`,
    end: '\r\n',
    write: writeCsvRows,
    holds: 'transactions with an id and at least one item, without generalised items',
  },
  fimi: { head: '', end: '\n', write: writeFimiLine, holds: NUMBERS },
  spmf: { head: '', end: '\n', write: writeSpmfLine, holds: NUMBERS },
};

export function encoderOf(format: TransactionFormat) {
  const { head, end, write, holds } = WRITING[format];
  let written = 0;
  return {
    head,
    line(transaction: Transaction): string {
      written += 1;
      const line = write(transaction);
      if (line === null)
        throw new BadInput(`transaction ${written} cannot be written as ${format}, which holds ${holds}; write it as jsonl`);
      return line + end;
    },
  };
}
