import { Fault } from './fault.ts';

/** A JSON value with the place of each part. Asked for only when JSON.parse or the shape was wrong. */
export interface JsonNode {
  readonly at: number;
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'literal';
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
  const fault = (message: string): Fault => new Fault(`not JSON: ${message}`, at);
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

/**
 * Like JSON.parse, but without its two silent errors. It keeps the last of two equal keys: then the text holds more strings, keys among them, than
 * what was read of it. And that of Node 24 takes a key with an escape for another that an earlier text had ("\"" for "\\",
 * github.com/nodejs/node/issues/63785). Only such texts, and those that it refuses, are read again, with places. That there is nothing of the
 * kind is told by a pass over the text and one over the value, which take a sixth to a third of what reading takes.
 */
export function strictJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    parseJsonTree(text);
    throw new Fault('not JSON', 0);
  }
  const { strings, hasEscapedKey } = stringsIn(text);
  return hasEscapedKey || strings !== stringsOf(value, 0) ? readFrom(parseJsonTree(text)) : value;
}

const BACKSLASH = 0x5c;
const AFTER_STRING = /[ \t\r\n]*(:?)/y;

/** Of a text that is JSON. */
function stringsIn(text: string): { readonly strings: number; readonly hasEscapedKey: boolean } {
  let strings = 0;
  let hasEscapedKey = false;
  let nextEscape = text.indexOf('\\');
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    strings += 1;
    do at = text.indexOf('"', at + 1);
    while (isEscaped(text, at));
    if (nextEscape < 0 || nextEscape > at) continue;
    AFTER_STRING.lastIndex = at + 1;
    hasEscapedKey ||= AFTER_STRING.exec(text)?.[1] === ':';
    nextEscape = text.indexOf('\\', at);
  }
  return { strings, hasEscapedKey };
}

function isEscaped(text: string, quote: number): boolean {
  let before = quote;
  while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (quote - before) % 2 === 1;
}

function stringsOf(value: unknown, depth: number): number {
  if (typeof value === 'string') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === DEPTH) return Number.NaN;
  let strings = 0;
  if (Array.isArray(value)) for (const each of value) strings += stringsOf(each, depth + 1);
  else for (const key in value) strings += 1 + stringsOf((value as Record<string, unknown>)[key], depth + 1);
  return strings;
}

function readFrom({ text, number, literal, elements, members }: JsonNode): unknown {
  if (elements !== undefined) return elements.map(readFrom);
  if (members === undefined) return text ?? number ?? literal;
  const seen = new Set<string>();
  for (const { key, at } of members) {
    // A key may be an item: it is not quoted.
    if (seen.has(key)) throw new Fault('a key for the second time in one object', at);
    seen.add(key);
  }
  return Object.fromEntries(members.map(({ key, value }) => [key, readFrom(value)]));
}
