import { Fault } from './fault.ts';
import { parseJsonTree, refuseRepeatedKeys } from './json-tree.ts';

/** A line that is one JSON object with some of these keys, each once, as are the keys of the objects in it. What is wrong has its place. */
export function jsonRecord(line: string, keys: ReadonlySet<string>, wanted: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // Of a line that is something else altogether the form that is wanted says more than where JSON ends.
    if (!/^\s*[{[]/.test(line)) throw new Fault(`this is not JSON; ${wanted}`, 0);
    // Read again for the place.
    parseJsonTree(line);
    throw new Fault(wanted, 0);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Fault(wanted, 0);
  // A key twice would be lost without a word: then there are more quotes than what was read accounts for. Escapes may hide some.
  let unknown = line.includes('\\');
  for (const key in value) unknown ||= !keys.has(key);
  if (unknown || quotesIn(line) !== quotesOf(value)) checkKeys(line, keys, wanted);
  return value as Readonly<Record<string, unknown>>;
}

function quotesIn(line: string): number {
  let quotes = 0;
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) quotes += 1;
  return quotes;
}

/** Of what JSON writes for a value. */
function quotesOf(value: unknown): number {
  if (typeof value === 'string') return 2;
  if (typeof value !== 'object' || value === null) return 0;
  let quotes = 0;
  if (Array.isArray(value)) for (const each of value) quotes += quotesOf(each);
  else for (const key in value) quotes += 2 + quotesOf((value as Record<string, unknown>)[key]);
  return quotes;
}

function checkKeys(line: string, keys: ReadonlySet<string>, wanted: string): void {
  const tree = parseJsonTree(line);
  const seen = new Set<string>();
  for (const { key, at } of tree.members ?? []) {
    if (!keys.has(key)) throw new Fault(`an unknown key; ${wanted}`, at);
    if (seen.has(key)) throw new Fault(`the key "${key}" a second time`, at);
    seen.add(key);
  }
  refuseRepeatedKeys(tree);
}

/** Where the value of a key stands in the line. */
export const valueOffset = (line: string, key: string): number =>
  parseJsonTree(line).members?.find((member) => member.key === key)?.value.at ?? 0;
