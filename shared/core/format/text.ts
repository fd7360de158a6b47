import { type Entry, isGeneralised, type Transaction } from '../model/transaction.ts';
import { Fault } from './fault.ts';
import { itemFault } from './item.ts';

// One transaction a line: items separated by commas, a generalised item in round brackets. White space around an item is not part of it.
// An item with a comma, bracket or quote in it, or with white space at an end, stands in double quotes; a quote inside is doubled.

const QUOTE = 0x22;
const OPEN = 0x28;
const CLOSE = 0x29;
const COMMA = 0x2c;

/** The entries of one line. */
export function parseTextLine(line: string): Entry[] {
  return new TextLine(line).entries();
}

/** Where in the line the member of the entry begins: asked only to say where something is wrong. */
export function textOffset(line: string, entry: number, member = 0): number {
  const places: number[][] = [];
  new TextLine(line, places).entries();
  return places[entry]?.[member] ?? 0;
}

class TextLine {
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
    if (members.length === 1) throw new Fault('brackets around a single item; a generalised item has two or more', opened);
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
      if (code !== OPEN || opened === undefined) throw new Fault('an item is missing here', from);
    }
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

/** What String.prototype.trim removes: quick for ASCII, exact beyond. */
const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || (code > 0x7f && String.fromCharCode(code).trim() === '');

/** One line, without its line end; null for what this format cannot say: a transaction without items. */
export function writeTextLine({ items }: Transaction): string | null {
  if (items.length === 0) return null;
  return items.map((entry) => (isGeneralised(entry) ? `(${entry.map(quote).join(', ')})` : quote(entry))).join(', ');
}

const quote = (item: string): string => (/[",()]/.test(item) || item.trim() !== item ? `"${item.replaceAll('"', '""')}"` : item);
