import { isGeneralised, type Transaction } from '../model/transaction.ts';
import { Fault } from './fault.ts';

// FIMI: item numbers separated by spaces. SPMF: the same, or a sequence of itemsets that end with -1, the line with -2; headers begin with "@".

export function parseFimiLine(line: string): string[] {
  if (line.startsWith('#'))
    throw new Fault('lines of item numbers have no comments; a list of edges, a graph, is read with --kind graph (docs/graphs.md)', 0);
  const items = tokens(line);
  for (const [index, item] of items.entries()) {
    if (item === '-1' || item === '-2')
      throw new Fault(`${item} belongs to SPMF files; read this one with the format "spmf"`, integerOffset(line, index));
    if (!isNumber(item)) throw notANumber(line, index);
  }
  return items;
}

export function parseSpmfLine(line: string) {
  const items = new Set<string>();
  let itemset = new Set<string>();
  let repeats = false;
  let ended = false;
  let separated = false;
  for (const [index, token] of tokens(line).entries()) {
    if (ended) throw new Fault('something follows -2, which ends a sequence', integerOffset(line, index));
    if (token === '-2') ended = true;
    else if (token === '-1') {
      if (itemset.size === 0) throw new Fault('an empty itemset before this -1', integerOffset(line, index));
      itemset = new Set();
      separated = true;
    } else {
      if (!isNumber(token)) throw notANumber(line, index);
      if (itemset.has(token)) throw new Fault('an item twice in one itemset', integerOffset(line, index));
      repeats ||= items.has(token);
      itemset.add(token);
      items.add(token);
    }
  }
  if (separated !== ended && items.size > 0) throw new Fault(ended ? '-1 is missing before -2' : '-2 is missing at the end', line.length);
  if (separated && itemset.size > 0) throw new Fault('-1 is missing before -2', line.length);
  if (items.size === 0) throw new Fault('a transaction without items', 0);
  return { items: [...items], repeats };
}

/** `@ITEM=3=knee`: the number and its name. Null for other headers. */
export function parseSpmfHeader(line: string): readonly [code: string, name: string] | null {
  const found = /^@ITEM=(\d+)=(.*)$/.exec(line);
  return found?.[1] === undefined || found[2] === undefined ? null : [found[1], found[2].trim()];
}

export const isSpmfComment = (line: string): boolean => /^[@#%]/.test(line);

export function integerOffset(line: string, index: number): number {
  return [...line.matchAll(/[^ \t]+/g)][index]?.index ?? 0;
}

const tokens = (line: string): string[] => line.split(/[ \t]+/).filter((token) => token !== '');
const isNumber = (token: string): boolean => /^(?:0|[1-9]\d*)$/.test(token);
const notANumber = (line: string, index: number): Fault =>
  new Fault('item numbers are whole numbers from 0, without leading zeros', integerOffset(line, index));

const numbersOf = ({ items }: Transaction): readonly string[] | null =>
  items.length > 0 && items.every((item) => !isGeneralised(item) && isNumber(item)) ? items.map(String) : null;

/** One line; null for what the format cannot say: names, generalised items, nothing. */
export const writeFimiLine = (transaction: Transaction): string | null => numbersOf(transaction)?.join(' ') ?? null;

export function writeSpmfLine(transaction: Transaction): string | null {
  const numbers = numbersOf(transaction);
  return numbers === null ? null : `${numbers.join(' ')} -1 -2`;
}
