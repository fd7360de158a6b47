import { isGeneralised, type Transaction } from '../model/transaction.ts';
import { Fault } from './fault.ts';
import { itemFault } from './item.ts';

// Two columns, a transaction's id and one of its items; RFC 4180 quoting, but no line break inside a field, for no item holds one.
// White space outside quotes is not part of a field. The rows of a transaction follow each other.

export interface CsvRow {
  readonly id: string;
  readonly item: string;
}

export function parseCsvLine(line: string): CsvRow {
  const [id, item, third] = fieldsOf(line);
  if (id === undefined || item === undefined) throw new Fault('two columns are expected: transaction id, item', 0);
  if (third !== undefined) throw new Fault('a third column; a row holds a transaction id and one item', third.at);
  if (id.text === '') throw new Fault('the transaction id is missing', id.at);
  const wrongId = itemFault(id.text);
  if (wrongId !== null) throw new Fault(`${wrongId} (in the transaction id)`, id.at);
  const wrong = item.text === '' ? 'the item is missing' : itemFault(item.text);
  if (wrong !== null) throw new Fault(wrong, item.at);
  return { id: id.text, item: item.text };
}

/** Where the item of a row begins. */
export const csvItemOffset = (line: string): number => fieldsOf(line)[1]?.at ?? 0;

/** A first row such as `id,item` or `transaction_id,term` names the columns. Both names must be known, so that no data is taken for a header. */
export function isCsvHeader(line: string): boolean {
  const [id, item] = line.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
  return (
    /^(?:(?:t|transaction|basket|user|session)?[ _-]?id|transaction)$/i.test(id ?? '') &&
    /^(?:item|term|code|product)s?(?:[ _-]?(?:id|name))?$/i.test(item ?? '')
  );
}

interface Field {
  readonly text: string;
  readonly at: number;
}

function fieldsOf(line: string): Field[] {
  if (!line.includes('"')) {
    let at = 0;
    return line.split(',').map((field) => {
      const place = at + (field.length - field.trimStart().length);
      at += field.length + 1;
      return { text: field.trim(), at: place };
    });
  }
  const fields: Field[] = [];
  const field = /\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*/y;
  for (let at = 0; ; ) {
    field.lastIndex = at;
    const [whole = '', quoted, plain = ''] = field.exec(line) ?? [];
    const begin = at + (whole.length - whole.trimStart().length);
    at += whole.length;
    if (at < line.length && line.charAt(at) !== ',') {
      const message =
        line.charAt(begin) === '"' && quoted === undefined
          ? 'this quote is never closed on its line'
          : 'a quote inside a field; put the field in double quotes and double the quote';
      throw new Fault(message, quoted === undefined ? begin : at);
    }
    fields.push({ text: quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'), at: begin });
    if (at >= line.length) return fields;
    at += 1;
  }
}

/** The rows of one transaction, without the last line end; null for what the format cannot say: no id, no item, a generalised item. */
export function writeCsvRows({ id, items }: Transaction): string | null {
  if (id === undefined || items.length === 0 || items.some(isGeneralised)) return null;
  return items.map((item) => `${quote(id)},${quote(String(item))}`).join('\r\n');
}

export const CSV_HEADER = 'id,item';

const quote = (text: string): string => (/[",]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text);
