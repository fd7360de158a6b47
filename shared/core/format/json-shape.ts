import { BadInput } from '../model/bad-input.ts';
import { columnOf, Fault } from './fault.ts';
import { itemFault } from './item.ts';
import { type JsonNode, parseJsonTree } from './json-tree.ts';

// Releases that are one value of JSON. JSON.parse reads them, and what is wrong is named by its way from the outermost value; only then is the
// text read again, with places, to say line and column.

export type Path = readonly (string | number)[];

/** What is wrong, and the way to it from the outermost value. */
export class ShapeFault extends Error {
  readonly path: Path;
  constructor(message: string, path: Path) {
    super(message);
    this.path = path;
  }
}

/** Reads one value of JSON; whatever `read` throws as a fault is a BadInput with its line and column. */
export function parseShaped<T>(text: string, file: string, read: (value: unknown, bare: string) => T): T {
  const bare = text.startsWith('\ufeff') ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch {
    throw located(bare, file, () => parseJsonTree(bare).at);
  }
  try {
    return read(value, bare);
  } catch (error) {
    if (error instanceof Fault) throw located(bare, file, () => thrown(error));
    if (!(error instanceof ShapeFault)) throw error;
    throw located(bare, file, () => thrown(new Fault(error.message, nodeAt(parseJsonTree(bare), error.path).at)));
  }
}

const thrown = (error: Fault): never => {
  throw error;
};

function located(text: string, file: string, find: () => number): BadInput {
  try {
    find();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const before = text.slice(0, error.offset);
    const begin = before.lastIndexOf('\n') + 1;
    const line = before.split('\n').length;
    return new BadInput(error.message, { file, line, column: columnOf(text.slice(begin, error.offset), error.offset - begin) });
  }
  return new BadInput('not JSON', { file, line: 1, column: 1 });
}

function nodeAt(tree: JsonNode, path: Path): JsonNode {
  let node = tree;
  for (const step of path) {
    const next = typeof step === 'number' ? node.elements?.[step] : node.members?.find(({ key }) => key === step)?.value;
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

export function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

/** Items, each once. */
export function termsAt(value: unknown, path: Path): readonly string[] {
  const terms = listAt(value, path, 'a list of items is wanted here');
  terms.forEach((term, at) => {
    if (typeof term !== 'string') throw new ShapeFault('an item is a text in quotes', [...path, at]);
    const wrong = itemFault(term);
    if (wrong !== null) throw new ShapeFault(wrong, [...path, at]);
  });
  if (new Set(terms).size < terms.length) {
    const repeat = terms.findIndex((term, at) => terms.indexOf(term) < at);
    throw new ShapeFault('an item for the second time in one list', [...path, repeat]);
  }
  return terms as string[];
}

export function objectAt(value: unknown, path: Path, keys: readonly string[]): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new ShapeFault(`an object is wanted here, with ${keys.map((key) => `"${key}"`).join(', ')}`, path);
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw new ShapeFault(`an unknown key; here are ${keys.map((key) => `"${key}"`).join(', ')}`, [...path, unknown]);
  return value;
}

export function listAt(value: unknown, path: Path, message: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new ShapeFault(message, path);
  return value;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
