import { BadInput } from '../model/bad-input.ts';
import { columnOf, Fault } from './fault.ts';
import { itemFault } from './item.ts';
import { type JsonNode, parseJsonTree, strictJson } from './json-tree.ts';

// Files that are one value of JSON. An error in the shape is located by its path from the outermost value; only then is the text read again,
// with places, to say line and column.

export type Path = readonly (string | number)[];

/** An error, and the path to it from the outermost value. */
export class ShapeFault extends Error {
  readonly path: Path;
  constructor(message: string, path: Path) {
    super(message);
    this.path = path;
  }
}

const bareOf = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

/** Refuses duplicate keys: BadInput with line and column. `hint`: what was expected. */
export function parseJson(text: string, file: string, hint = ''): unknown {
  const bare = bareOf(text);
  try {
    return strictJson(bare);
  } catch (error) {
    throw error instanceof Fault ? located(bare, file, new Fault(`${error.message}${hint}`, error.offset)) : error;
  }
}

/** Reads one value of JSON; what `read` finds wrong with its shape is a BadInput with its line and column too. */
export function parseShaped<T>(text: string, file: string, read: (value: unknown) => T): T {
  const value = parseJson(text, file);
  try {
    return read(value);
  } catch (error) {
    if (!(error instanceof ShapeFault)) throw error;
    const bare = bareOf(text);
    throw located(bare, file, new Fault(error.message, nodeAt(parseJsonTree(bare), error.path).at));
  }
}

function located(text: string, file: string, { message, offset }: Fault): BadInput {
  const before = text.slice(0, offset);
  const begin = before.lastIndexOf('\n') + 1;
  const line = before.split('\n').length;
  return new BadInput(message, { file, line, column: columnOf(text.slice(begin, offset), offset - begin) });
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
