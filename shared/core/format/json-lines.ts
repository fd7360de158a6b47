import type { Entry, Transaction } from '../model/transaction.ts';
import { Fault } from './fault.ts';
import { itemFault } from './item.ts';
import { type JsonNode, parseJsonTree } from './json-tree.ts';

// One object a line: {"id":"1","items":["a",["b","c"]]}. "id" may be left out; "cluster" stands in the original of a disassociated release.

interface JsonTransaction {
  readonly id?: string;
  readonly cluster?: number;
  readonly items: Entry[];
}

/**
 * JSON.parse reads; only a line that it refuses, or that does not have the right shape, is read a second time with places.
 * A repeated key would be lost without a word, so a line on which a key's text occurs twice is read that way too.
 */
export function parseJsonLine(line: string): JsonTransaction {
  const quick = parsed(line);
  if (quick !== null && isPlain(line, quick)) return quick;
  return exact(line);
}

function parsed(line: string): JsonTransaction | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  return typeof value === 'object' && value !== null ? (value as JsonTransaction) : null;
}

function isPlain(line: string, value: JsonTransaction): boolean {
  for (const key of Object.keys(value)) {
    const quoted = KEYS.get(key);
    if (quoted === undefined || line.indexOf(quoted) !== line.lastIndexOf(quoted)) return false;
  }
  const { id, cluster, items } = value;
  if (id !== undefined && !isText(id)) return false;
  if (cluster !== undefined && !isClusterNumber(cluster)) return false;
  // Without a backslash the line holds no control character that the line reader has not seen.
  if (line.includes('\\') || !Array.isArray(items)) return false;
  return items.every((entry: unknown) => isText(entry) || (Array.isArray(entry) && entry.length > 1 && entry.every(isText)));
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isClusterNumber = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** The keys, and as they stand in a line. */
const KEYS: ReadonlyMap<string, string> = new Map(['id', 'items', 'cluster'].map((key) => [key, `"${key}"`]));

function exact(line: string): JsonTransaction {
  const tree = parseJsonTree(line);
  if (tree.members === undefined) throw new Fault('each line is an object, {"id":"1","items":["a",["b","c"]]}', tree.at);
  const found = new Map<string, JsonNode>();
  for (const { key, at, value } of tree.members) {
    if (!KEYS.has(key)) throw new Fault('an unknown key; a transaction has "id" and "items"', at);
    if (found.has(key)) throw new Fault(`the key "${key}" a second time`, at);
    found.set(key, value);
  }
  const items = found.get('items');
  if (items === undefined) throw new Fault('"items" is missing', tree.at);
  if (items.elements === undefined) throw new Fault('"items" is a list', items.at);
  const id = found.get('id');
  if (id !== undefined) checkId(id);
  const cluster = found.get('cluster');
  if (cluster !== undefined && !isClusterNumber(cluster.number))
    throw new Fault('"cluster" is the number of a cluster, from 0', cluster.at);
  return {
    ...(id?.text === undefined ? {} : { id: id.text }),
    ...(cluster?.number === undefined ? {} : { cluster: cluster.number }),
    items: items.elements.map(entryOf),
  };
}

function checkId(id: JsonNode): void {
  if (id.text === undefined || id.text === '') throw new Fault('"id" is a text, as in "id":"1"', id.at);
  const wrong = itemFault(id.text);
  if (wrong !== null) throw new Fault(`${wrong} (in "id")`, id.at);
}

function entryOf(node: JsonNode): Entry {
  if (node.elements === undefined) return itemOf(node);
  if (node.elements.length === 0) throw new Fault('an empty list', node.at);
  const members = node.elements.map((member) => {
    if (member.elements !== undefined) throw new Fault('a list inside a list; a generalised item holds items only', member.at);
    return itemOf(member);
  });
  if (members.length === 1) throw new Fault('a list of a single item; a generalised item has two or more', node.at);
  return members;
}

function itemOf(node: JsonNode): string {
  if (node.text === undefined) throw new Fault('an item is a text in quotes', node.at);
  const wrong = itemFault(node.text);
  if (wrong !== null) throw new Fault(wrong, node.at);
  return node.text;
}

/** Where the member of the entry begins. */
export function jsonOffset(line: string, entry: number, member = 0): number {
  const items = parseJsonTree(line).members?.find(({ key }) => key === 'items')?.value;
  const node = items?.elements?.[entry];
  return (node?.elements?.[member] ?? node)?.at ?? 0;
}

/** Where the value of "id" stands. */
export function jsonIdOffset(line: string): number {
  return parseJsonTree(line).members?.find(({ key }) => key === 'id')?.value.at ?? 0;
}

export const writeJsonLine = ({ id, items }: Transaction): string => JSON.stringify(id === undefined ? { items } : { id, items });
