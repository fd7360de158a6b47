import { Fault } from './fault.ts';
import { itemFault } from './item.ts';
import { parseJsonTree, strictJson } from './json-tree.ts';

/** A line with one JSON object of some of these keys. Duplicate keys are refused at every level. Errors have a place. */
export function jsonRecord(line: string, keys: ReadonlySet<string>, wanted: string): Readonly<Record<string, unknown>> {
  const value = valueOfLine(line, wanted);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Fault(wanted, 0);
  for (const key in value) if (!keys.has(key)) throw new Fault(`an unknown key; ${wanted}`, keyOffset(line, key));
  return value as Readonly<Record<string, unknown>>;
}

function valueOfLine(line: string, wanted: string): unknown {
  try {
    return strictJson(line);
  } catch (error) {
    // Of a line that is something else altogether the form that is wanted says more than where JSON ends.
    throw error instanceof Fault && !/^\s*[{[]/.test(line) ? new Fault(`this is not JSON; ${wanted}`, 0) : error;
  }
}

const memberOf = (line: string, key: string) => parseJsonTree(line).members?.find((member) => member.key === key);

const keyOffset = (line: string, key: string): number => memberOf(line, key)?.at ?? 0;

export const valueOffset = (line: string, key: string): number => memberOf(line, key)?.value.at ?? 0;

/** The degree that a header claims. */
export function degreeIn(line: string, k: unknown): number | null {
  if (k !== null && !(Number.isInteger(k) && (k as number) >= 2))
    throw new Fault('"k" is a whole number, at least 2', valueOffset(line, 'k'));
  return k as number | null;
}

export const textOfKey = (line: string, row: Readonly<Record<string, unknown>>, key: string): string => textAt(line, key, row[key]);

/** The text at a key, such as a name or a query: what an item may be. */
export function textAt(line: string, key: string, value: unknown): string {
  const wrong = typeof value === 'string' ? itemFault(value) : 'it is a text in quotes';
  if (wrong !== null) throw new Fault(`${wrong} (in "${key}")`, valueOffset(line, key));
  return value as string;
}
