import type { Entry, Transaction } from '../model/transaction.ts';
import { Fault } from './fault.ts';
import { itemFault } from './item.ts';
import { type JsonNode, parseJsonTree } from './json-tree.ts';

// One object a line: {"id":"1","items":["a",["b","c"]]}. "id" may be left out; "cluster" is in the original of a release in clusters.
// Or the items alone, ["a",["b","c"]]. A whole number in the place of a text is its digits: ids and codes come from other tools as numbers.

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
  try {
    const value: unknown = JSON.parse(line);
    const quick = Array.isArray(value) ? { items: value as Entry[] } : (value as JsonTransaction);
    if (typeof quick === 'object' && quick !== null && isPlain(line, quick)) return quick;
  } catch {
    // It is no JSON: `exact` says where.
  }
  return exact(line);
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

const KEYS: ReadonlyMap<string, string> = new Map(['id', 'items', 'cluster'].map((key) => [key, `"${key}"`]));

function exact(line: string): JsonTransaction {
  const tree = parseJsonTree(line);
  if (tree.elements !== undefined) return { items: tree.elements.map(entryOf) };
  if (tree.members === undefined) throw new Fault('each line is an object, {"id":"1","items":["a",["b","c"]]}', tree.at);
  const found = new Map<string, JsonNode>();
  for (const { key, at, value } of tree.members) {
    if (!KEYS.has(key))
      throw new Fault(
        'an unknown key; a transaction has "id" and "items". A table of people, a record a line, is told by --roles, or by --quasi and --sensitive (docs/tables.md)',
        at,
      );
    if (found.has(key)) throw new Fault(`the key "${key}" a second time`, at);
    found.set(key, value);
  }
  const items = found.get('items');
  if (items === undefined) throw new Fault('"items" is missing', tree.at);
  if (items.elements === undefined) throw new Fault('"items" is a list', items.at);
  const id = found.get('id');
  const cluster = found.get('cluster');
  if (cluster !== undefined && !isClusterNumber(cluster.number))
    throw new Fault('"cluster" is the number of a cluster, from 0', cluster.at);
  return {
    ...(id === undefined ? {} : { id: idOf(id) }),
    ...(cluster?.number === undefined ? {} : { cluster: cluster.number }),
    items: items.elements.map(entryOf),
  };
}

function idOf(node: JsonNode): string {
  const id = textOf(node);
  if (id === undefined || id === '') throw new Fault('"id" is a text, as in "id":"1", or a whole number', node.at);
  const wrong = itemFault(id);
  if (wrong !== null) throw new Fault(`${wrong} (in "id")`, node.at);
  return id;
}

/** Of numbers only those that have one way to be written: 1.0 and 1e3 may be other texts elsewhere. */
const textOf = ({ text, number, written }: JsonNode): string | undefined =>
  number !== undefined && Number.isSafeInteger(number) && String(number) === written ? written : text;

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
  const item = textOf(node);
  if (item === undefined) throw new Fault('an item is a text in quotes, or a whole number', node.at);
  const wrong = itemFault(item);
  if (wrong !== null) throw new Fault(wrong, node.at);
  return item;
}

export function jsonOffset(line: string, entry: number, member = 0): number {
  const tree = parseJsonTree(line);
  const items = tree.members?.find(({ key }) => key === 'items')?.value ?? tree;
  const node = items.elements?.[entry];
  return (node?.elements?.[member] ?? node)?.at ?? 0;
}

export function jsonIdOffset(line: string): number {
  return parseJsonTree(line).members?.find(({ key }) => key === 'id')?.value.at ?? 0;
}

export const writeJsonLine = ({ id, items }: Transaction): string => JSON.stringify(id === undefined ? { items } : { id, items });
