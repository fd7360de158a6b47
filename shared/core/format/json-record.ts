import { Fault } from './fault.ts';
import { itemFault } from './item.ts';
import { parseJsonTree } from './json-tree.ts';
import { strictJson } from './strict-json.ts';

/** A line that is one JSON object with some of these keys, each once, as are the keys of the objects in it. What is wrong has its place. */
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

/** Where the value of a key stands in the line. */
export const valueOffset = (line: string, key: string): number => memberOf(line, key)?.value.at ?? 0;

/** The text of a key, such as a name or a query: what an item may be. */
export function textOfKey(line: string, row: Readonly<Record<string, unknown>>, key: string): string {
  const value = row[key];
  const wrong = typeof value === 'string' ? itemFault(value) : 'it is a text in quotes';
  if (wrong !== null) throw new Fault(`${wrong} (in "${key}")`, valueOffset(line, key));
  return value as string;
}
