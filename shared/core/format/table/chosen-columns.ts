import { BadInput } from '../../model/bad-input.ts';
import { type TableChoice, UnclearTable } from './choice.ts';
import { listed, nameOf } from './column-words.ts';
import type { TableRow } from './delimited.ts';
import { isIdName } from './names.ts';

export interface FirstRows {
  readonly file: string;
  readonly rows: readonly TableRow[];
  readonly choice: TableChoice;
}

export const columnsTo = (width: number): number[] => Array.from({ length: width }, (_, at) => at);

export const placeOfTable = ({ file, rows }: FirstRows) => ({ file, line: rows[0]?.line ?? 1 });

export interface Columns {
  readonly id: number | null;
  readonly items: readonly number[];
  readonly rest: boolean;
}

export function chosen(sample: FirstRows, names: readonly string[], width: number): Columns {
  const { choice } = sample;
  const id =
    choice.id === 'none' ? null : choice.id === undefined ? onlyId(sample, names, width) : only(sample, choice.id, names, width, '--id');
  const items =
    choice.items === undefined
      ? columnsTo(width).filter((at) => at !== id)
      : [...new Set(choice.items.flatMap((name) => matching(sample, name, names, width, '--items')))];
  if (id !== null && items.includes(id) && choice.items !== undefined) {
    const star = choice.items.some((name) => name.includes('*'));
    if (!star) throw new BadInput(`the column ${nameOf(names, id)} is named by both --id and --items`, placeOfTable(sample));
    return { id, items: items.filter((at) => at !== id), rest: false };
  }
  return { id, items, rest: false };
}

function onlyId(sample: FirstRows, names: readonly string[], width: number): number {
  const ids = columnsTo(width).filter((at) => isIdName(names[at] ?? ''));
  if (ids.length === 1 && ids[0] !== undefined) return ids[0];
  throw new UnclearTable(
    `say whose items a row holds: --id COLUMN, or --id none (each row by itself)${listed(names)}`,
    placeOfTable(sample),
  );
}

function only(sample: FirstRows, name: string, names: readonly string[], width: number, option: string): number {
  const found = matching(sample, name, names, width, option);
  if (found.length > 1 || found[0] === undefined) throw new BadInput(`${option} "${name}" names several columns`, placeOfTable(sample));
  return found[0];
}

export function matching(sample: FirstRows, name: string, names: readonly string[], width: number, option: string): number[] {
  const number = /^#(\d+)$/.exec(name)?.[1];
  if (number !== undefined && Number(number) >= 1 && Number(number) <= width) return [Number(number) - 1];
  const [, from, to] = /^#(\d+)-#(\d+)$/.exec(name) ?? [];
  if (from !== undefined && Number(from) >= 1 && Number(from) <= Number(to) && Number(to) <= width)
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, more) => Number(from) - 1 + more);
  const same = (a: string): boolean => a.trim().toLowerCase() === name.trim().toLowerCase();
  const exact = names.flatMap((each, at) => (same(each) ? [at] : []));
  if (exact.length > 0) return exact;
  if (name.includes('*')) {
    const parts = name.toLowerCase().split('*');
    const wild = names.flatMap((each, at) => (fitsWild(each.trim().toLowerCase(), parts) ? [at] : []));
    if (wild.length > 0) return wild;
  }
  throw new BadInput(`${option} "${name}": there is no such column${listed(names)}`, placeOfTable(sample));
}

/** The parts between stars, in their order: the first at the beginning, the last at the end. */
function fitsWild(name: string, parts: readonly string[]): boolean {
  const [first = '', ...more] = parts;
  const last = more.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of more) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > name.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}
