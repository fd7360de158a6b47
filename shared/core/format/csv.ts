import { isGeneralised, type Transaction } from '../model/transaction.ts';
import { MISSING } from './table/choice.ts';

// How pairs are written: a transaction's id and one of its items, RFC 4180. What reads them is in table/.

/** The rows of one transaction, without the last line end; null for what the format cannot say: no id, no item, a generalised item. */
export function writeCsvRows({ id, items }: Transaction): string | null {
  if (id === undefined || items.length === 0 || items.some(isGeneralised)) return null;
  return items.map((item) => `${quote(id)},${quote(String(item))}`).join('\r\n');
}

export const CSV_HEADER = 'id,item';

/** In quotes also what would be taken for "nothing" without them. */
const quote = (text: string): string =>
  /[",]/.test(text) || text.trim() !== text || MISSING.includes(text) ? `"${text.replaceAll('"', '""')}"` : text;
