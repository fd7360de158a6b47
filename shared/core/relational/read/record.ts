import { Fault } from '../../format/fault.ts';
import { strictJson } from '../../format/strict-json.ts';

/** One record of JSON Lines: an object of texts, numbers and null, which is the empty text. Numbers keep the digits that JavaScript gives them. */
export function parseRecord(line: string): ReadonlyMap<string, string> {
  const value = strictJson(line);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Fault('a record is an object: {"zip":"130**","age":"<30"}', 0);
  const record = new Map<string, string>();
  for (const [name, field] of Object.entries(value)) {
    if (typeof field === 'string') record.set(oneLine(name), oneLine(field).trim());
    else if (typeof field === 'number' || typeof field === 'boolean') record.set(oneLine(name), String(field));
    else if (field === null) record.set(oneLine(name), '');
    else throw new Fault('a field of a record is a text, a number or null', 0);
  }
  if (record.size === 0) throw new Fault('a record without fields', 0);
  return record;
}

/** A field stands on a line, wherever it is written to. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text)) throw new Fault('a line break or another control character inside a field', 0);
  if (!text.isWellFormed()) throw new Fault('half of a surrogate pair inside a field', 0);
  return text;
}
