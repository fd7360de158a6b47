import { Fault } from './fault.ts';

/** A JSON value with the place of each part. Asked for only when JSON.parse or the shape was wrong. */
export interface JsonNode {
  readonly at: number;
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'literal';
  /** The text of a string, decoded. */
  readonly text?: string;
  readonly number?: number;
  /** Of a number, its digits as they stand. */
  readonly written?: string;
  readonly literal?: boolean | null;
  readonly elements?: readonly JsonNode[];
  readonly members?: readonly { readonly key: string; readonly at: number; readonly value: JsonNode }[];
}

/** Nothing that is read here nests deeper; the limit keeps hostile brackets off the stack. */
const DEPTH = 64;

export function parseJsonTree(text: string): JsonNode {
  let at = 0;
  const space = (): void => {
    while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  };
  const fault = (message: string, place = at): Fault => new Fault(`not JSON: ${message}`, place);
  const string = (): string => {
    const end = /"(?:[^"\\]|\\.)*"/y;
    end.lastIndex = at;
    const found = end.exec(text)?.[0];
    if (found === undefined) throw fault('this quote is never closed');
    try {
      const value = JSON.parse(found) as string;
      at += found.length;
      return value;
    } catch {
      throw fault('an escape or character that a string may not hold');
    }
  };
  const value = (depth: number): JsonNode => {
    space();
    const begin = at;
    const first = text.charAt(at);
    if (first === '"') return { at: begin, kind: 'string', text: string() };
    if (first === '{' || first === '[') {
      if (depth === DEPTH) throw fault(`brackets nested deeper than ${DEPTH}`);
      return first === '{' ? object(depth, begin) : array(depth, begin);
    }
    const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
    scalar.lastIndex = at;
    const found = scalar.exec(text)?.[0];
    if (found === undefined) throw fault(at >= text.length ? 'the line ends too early' : 'a value is missing here');
    at += found.length;
    return /^[tfn]/.test(found)
      ? { at: begin, kind: 'literal', literal: found === 'null' ? null : found === 'true' }
      : { at: begin, kind: 'number', number: Number(found), written: found };
  };
  /** After an element: true to go on, false at the closing bracket. */
  const goesOn = (close: string): boolean => {
    space();
    const next = text.charAt(at);
    if (next !== ',' && next !== close) throw fault(at >= text.length ? 'the line ends too early' : `"," or "${close}" is missing here`);
    at += 1;
    return next === ',';
  };
  const isClosed = (close: string): boolean => {
    at += 1;
    space();
    if (text.charAt(at) !== close) return false;
    at += 1;
    return true;
  };
  const array = (depth: number, begin: number): JsonNode => {
    const elements: JsonNode[] = [];
    if (!isClosed(']')) {
      do elements.push(value(depth + 1));
      while (goesOn(']'));
    }
    return { at: begin, kind: 'array', elements };
  };
  const object = (depth: number, begin: number): JsonNode => {
    const members: { key: string; at: number; value: JsonNode }[] = [];
    if (!isClosed('}')) {
      do {
        space();
        const place = at;
        if (text.charAt(at) !== '"') throw fault('a key in quotes is missing here');
        const key = string();
        space();
        if (text.charAt(at) !== ':') throw fault('":" is missing here');
        at += 1;
        members.push({ key, at: place, value: value(depth + 1) });
      } while (goesOn('}'));
    }
    return { at: begin, kind: 'object', members };
  };

  const whole = value(0);
  space();
  if (at < text.length) throw fault('something follows the value');
  return whole;
}
