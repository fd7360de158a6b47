import { Fault } from './fault.ts';
import { parseJsonTree } from './json-tree.ts';

/** A line that is one JSON object with some of these keys, each once. What is wrong has its place. */
export function jsonRecord(line: string, keys: ReadonlySet<string>, wanted: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // Read again for the place.
    parseJsonTree(line);
    throw new Fault(wanted, 0);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Fault(wanted, 0);
  for (const key of Object.keys(value)) {
    const quoted = `"${key}"`;
    const first = line.indexOf(quoted);
    // A key twice would be lost without a word; it may also be written in escapes.
    if (!keys.has(key) || first < 0 || first !== line.lastIndexOf(quoted)) checkKeys(line, keys, wanted);
  }
  return value as Readonly<Record<string, unknown>>;
}

function checkKeys(line: string, keys: ReadonlySet<string>, wanted: string): void {
  const seen = new Set<string>();
  for (const { key, at } of parseJsonTree(line).members ?? []) {
    if (!keys.has(key)) throw new Fault(`an unknown key; ${wanted}`, at);
    if (seen.has(key)) throw new Fault(`the key "${key}" a second time`, at);
    seen.add(key);
  }
}

/** Where the value of a key stands in the line. */
export const valueOffset = (line: string, key: string): number =>
  parseJsonTree(line).members?.find((member) => member.key === key)?.value.at ?? 0;
