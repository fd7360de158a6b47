import { ownCopy } from '../model/own-copy.ts';
import { type Entry, isGeneralised, type Transaction } from '../model/transaction.ts';
import { Fault } from './fault.ts';
import { itemFault } from './item.ts';

// One transaction a line: items separated by commas, a generalised item in round brackets. White space around an item is not part of it.
// An item with a comma, bracket or quote, or with outer white space, is in double quotes; inner quotes are doubled.

const QUOTE = 0x22;
const OPEN = 0x28;
const CLOSE = 0x29;
const COMMA = 0x2c;

/** Brackets that other tools, or other keyboards, write around a set: each with what closes it. */
const OTHER_BRACKETS: Readonly<Record<string, string>> = { '[': ']', '{': '}', '（': '）', '［': '］', '｛': '｝', '【': '】', '〔': '〕' };
const OPENS = /^[[{（［｛【〔]/;
const CLOSES = /[\]}）］｝】〕]$/;

/** An item that may be a part of a set in brackets of another kind: left to the exact parser. */
const isSuspicious = (item: string): boolean => OPENS.test(item) || CLOSES.test(item);

/** A set in brackets of another kind is never read as items: cut at its commas, or whole with other separators in it. */
function otherBrackets(item: string): boolean {
  const close = OTHER_BRACKETS[item.charAt(0)];
  if (close === undefined) return CLOSES.test(item) && !Object.keys(OTHER_BRACKETS).some((open) => item.includes(open));
  return !item.includes(close) || (item.endsWith(close) && /[;，、；|]/.test(item));
}

/** The longest generalised item, as text, that is remembered; and how many are. */
const REMEMBERED = { length: 10_000, count: 5_000 };

/**
 * Lines to entries. Most lines hold no quote and are right: those are cut at their commas and brackets in one pass. What
 * that pass does not understand is read again by the exact parser, which knows quotes and says what is wrong.
 */
export class TextParser {
  /** A generalised item is written many times: members by the text between its brackets. */
  readonly #remembered = new Map<string, readonly string[]>();

  entries(line: string): Entry[] {
    return this.#quick(line) ?? exactEntries(line);
  }

  #quick(line: string): Entry[] | null {
    if (line.includes('"') || line.includes('\t')) return null;
    const entries: Entry[] = [];
    let at = 0;
    for (;;) {
      const open = line.indexOf('(', at);
      if (!cut(line, at, open < 0 ? line.length : open, entries, open >= 0)) return null;
      if (open < 0) return entries;
      const close = line.indexOf(')', open);
      const members = close < 0 ? null : this.#members(line.slice(open + 1, close));
      if (members === null) return null;
      entries.push(members);
      const comma = line.indexOf(',', close);
      if (line.slice(close + 1, comma < 0 ? line.length : comma).trim() !== '') return null;
      if (comma < 0) return entries;
      at = comma + 1;
    }
  }

  #members(text: string): readonly string[] | null {
    const known = this.#remembered.get(text);
    if (known !== undefined) return known;
    const remember = text.length <= REMEMBERED.length && this.#remembered.size < REMEMBERED.count;
    const source = remember ? ownCopy(text) : text;
    const members: string[] = [];
    if (text.includes('(') || !cut(source, 0, source.length, members, false) || members.length < 2) return null;
    if (remember) this.#remembered.set(source, members);
    return members;
  }
}

/** Cuts at commas from `at` to `end`; before a bracket the last piece must be blank. False for what is not plain. */
function cut(line: string, at: number, end: number, into: Entry[], beforeBracket: boolean): boolean {
  let from = at;
  for (;;) {
    const comma = line.indexOf(',', from);
    const to = comma < 0 || comma > end ? end : comma;
    const item = line.slice(from, to).trim();
    if (to === end && beforeBracket) return item === '';
    if (item === '' || item.includes(')') || isSuspicious(item)) return false;
    into.push(item);
    if (to === end) return true;
    from = to + 1;
  }
}

/** The grammar itself, without the short cuts. */
export const exactEntries = (line: string): Entry[] => new ExactLine(line).entries();

/** Where in the line the member of the entry begins: asked only to say where something is wrong. */
export function textOffset(line: string, entry: number, member = 0): number {
  const places: number[][] = [];
  new ExactLine(line, places).entries();
  return places[entry]?.[member] ?? 0;
}

/** Character by character, with quotes, and with the place of each fault. */
class ExactLine {
  readonly #line: string;
  /** When places are asked for: of each entry, where its members begin. */
  readonly #places: number[][] | undefined;
  #at = 0;

  constructor(line: string, places?: number[][]) {
    this.#line = line;
    this.#places = places;
  }

  entries(): Entry[] {
    const entries: Entry[] = [];
    for (;;) {
      this.#skipSpace();
      this.#places?.push([]);
      entries.push(this.#code() === OPEN ? this.#generalised() : this.#item());
      this.#skipSpace();
      if (this.#at >= this.#line.length) return entries;
      if (this.#code() !== COMMA) throw this.#unexpected();
      this.#at += 1;
    }
  }

  #generalised(): string[] {
    const opened = this.#at;
    this.#at += 1;
    const members: string[] = [];
    this.#skipSpace();
    if (this.#code() === CLOSE) throw new Fault('empty brackets', opened);
    for (;;) {
      this.#skipSpace();
      if (this.#code() === OPEN) throw new Fault('a bracket inside brackets; a generalised item holds items only', this.#at);
      members.push(this.#item(opened));
      this.#skipSpace();
      const code = this.#code();
      if (code === COMMA) this.#at += 1;
      else if (code === CLOSE) break;
      else if (this.#at >= this.#line.length) throw new Fault('this bracket is never closed', opened);
      else throw this.#unexpected();
    }
    this.#at += 1;
    if (members.length === 1)
      throw new Fault(
        `brackets around a single item; a generalised item has two or more${/[;|]/.test(members[0] ?? '') ? ', with commas between them' : ''}`,
        opened,
      );
    return members;
  }

  #item(opened?: number): string {
    this.#places?.at(-1)?.push(this.#at);
    if (this.#code() === QUOTE) return this.#quoted();
    const from = this.#at;
    let code = this.#code();
    while (this.#at < this.#line.length && code !== COMMA && code !== OPEN && code !== CLOSE && code !== QUOTE) {
      this.#at += 1;
      code = this.#code();
    }
    const item = this.#line.slice(from, this.#at).trim();
    if (item === '') {
      if (opened !== undefined && this.#at >= this.#line.length) throw new Fault('this bracket is never closed', opened);
      if (code === CLOSE && opened === undefined) throw this.#unexpected();
      throw new Fault('an item is missing here', from);
    }
    if (otherBrackets(item))
      throw new Fault(
        'brackets of another kind; a generalised item stands in ( ), with commas; put the item in double quotes if the bracket is part of it',
        from,
      );
    if (item.includes('\t'))
      throw new Fault('a tab inside an item (is this a tab-separated file?)', from + this.#line.slice(from).indexOf('\t'));
    return item;
  }

  #quoted(): string {
    const from = this.#at;
    let item = '';
    this.#at += 1;
    for (;;) {
      const next = this.#line.indexOf('"', this.#at);
      if (next < 0) throw new Fault('this quote is never closed', from);
      item += this.#line.slice(this.#at, next);
      this.#at = next + 1;
      if (this.#code() !== QUOTE) break;
      item += '"';
      this.#at += 1;
    }
    const wrong = itemFault(item);
    if (wrong !== null) throw new Fault(wrong, from);
    return item;
  }

  #unexpected(): Fault {
    const code = this.#code();
    const before = this.#line.slice(0, this.#at).trimEnd().at(-1);
    if (code !== CLOSE && (before === ')' || before === '"')) return new Fault('a comma is missing before this', this.#at);
    if (code === CLOSE) return new Fault('a closing bracket that was never opened', this.#at);
    if (code === OPEN)
      return new Fault('an opening bracket inside an item; put the item in double quotes if the bracket is part of it', this.#at);
    if (code === QUOTE) return new Fault('a quote inside an item; put the item in double quotes and double the quote', this.#at);
    return new Fault('a comma is missing before this', this.#at);
  }

  #code(): number {
    return this.#line.charCodeAt(this.#at);
  }

  #skipSpace(): void {
    while (this.#at < this.#line.length && isSpace(this.#code())) this.#at += 1;
  }
}

/** Whether String.prototype.trim removes it; fast for ASCII. */
const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || (code > 0x7f && String.fromCharCode(code).trim() === '');

/** One line, without its line end; null for what this format cannot say: a transaction without items. */
export function writeTextLine({ items }: Transaction): string | null {
  if (items.length === 0) return null;
  return items.map((entry) => (isGeneralised(entry) ? `(${entry.map(quote).join(', ')})` : quote(entry))).join(', ');
}

/** Quoted also where the bare item would make the file look like another format: a bracket of JSON, signs and spaces of number files. */
const NEEDS_QUOTES = /[",()]|^[[{（［｛【〔]|[\]}）］｝】〕]$|^(?!(?:0|[1-9]\d*)$)[-\d ]+$/;

const quote = (item: string): string => (NEEDS_QUOTES.test(item) || item.trim() !== item ? `"${item.replaceAll('"', '""')}"` : item);
