import { Fault } from '../../format/fault.ts';

interface Field {
  readonly text: string;
  /** Where it begins. */
  readonly at: number;
}

const PATTERNS = new Map<string, RegExp>();

/** RFC 4180 fields of one line; white space outside quotes is not part of a field. */
export function splitFields(line: string, separator: string): Field[] {
  if (!line.includes('"')) {
    let at = 0;
    return line.split(separator).map((text) => {
      const field = { text: text.trim(), at };
      at += text.length + 1;
      return field;
    });
  }
  let pattern = PATTERNS.get(separator);
  if (pattern === undefined) {
    pattern = new RegExp(String.raw`[^\S\t]*(?:"((?:[^"]|"")*)"[^\S\t]*|([^"${separator}]*))`, 'y');
    PATTERNS.set(separator, pattern);
  }
  const fields: Field[] = [];
  for (let at = 0; ; ) {
    pattern.lastIndex = at;
    const [whole = '', quoted, plain = ''] = pattern.exec(line) ?? [];
    const begin = at;
    at += whole.length;
    if (at < line.length && line.charAt(at) !== separator) {
      const open = quoted === undefined && line.slice(begin).trimStart().startsWith('"');
      throw new Fault(
        open ? 'this quote is never closed on its line' : 'a quote inside a field; put the field in double quotes and double the quote',
        open ? begin : at,
      );
    }
    fields.push({ text: quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'), at: begin });
    if (at >= line.length) return fields;
    at += 1;
  }
}

/** A field as it is written: in quotes where it would be read otherwise; a line that begins with a brace would be JSON. */
export const writeField = (text: string): string =>
  /^\{|[",;\t]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;
