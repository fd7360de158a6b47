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

/** How many rows are looked at to tell whether the first names the columns. */
export const HEADER_ROWS = 20;

const KNOWN_ID = /^(?:(?:t|transaction|basket|user|session)?[ _-]?id|transaction)$/i;
const KNOWN_ITEM = /^(?:item|term|code|product)s?(?:[ _-]?(?:id|name))?$/i;
/** Words without a digit, as columns are named. */
const NAME = /^\p{L}[\p{L} _.-]*$/u;
/** What columns of ids are called, in whatever case and before or after whatever else. */
const ID_WORD =
  /(?:^|[ _.-])(?:id|ids|nr|no|num|number|key|code|patient|visit|person|customer|user|case|subject|encounter|episode|admission|stay|basket|transaction|session|record)(?:$|[ _.-])|[a-z]I[dD]$/i;

/**
 * Whether the first row names the columns: `id,item` and their like are known; other names are told by the ids below, which look otherwise. A row
 * that may be either is said to be unclear, for no name is a person, and no person a name.
 */
export function headerOf(rows: readonly string[]): 'header' | 'data' | 'unclear' {
  const [head, ...others] = rows.map(fieldsOf);
  const [id = '', item = ''] = head?.map(({ text }) => text) ?? [];
  if (KNOWN_ID.test(id) && KNOWN_ITEM.test(item)) return 'header';
  if (!NAME.test(id)) return 'data';
  const ids = others.map(([first]) => first?.text ?? '');
  if (ids.includes(id) || others.some(([, second]) => second?.text === item)) return 'data';
  if (ids.length > 0 && ids.every((each) => /\d/.test(each))) return 'header';
  return ID_WORD.test(id) && ids.length > 0 ? 'header' : 'unclear';
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
