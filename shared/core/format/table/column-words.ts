// Columns in messages and in commands that messages propose.
import { stemOf } from './names.ts';

/** Longer names of columns are cut in messages. */
const LONGEST_NAME = 60;
const shownName = (name: string): string => {
  const line = name.replaceAll(/\s+/g, ' ');
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME)}...` : line;
};

const MOST_LISTED = 30;

/** `"diagnosis"`, or `#3` of a column without a name. */
export const nameOf = (names: readonly string[], at: number): string => (names[at] ? `"${shownName(names[at])}"` : `#${at + 1}`);

/** What columns there are, behind what was asked for in vain. */
export function listed(names: readonly string[]): string {
  const named = names.filter((name) => name !== '');
  if (named.length === 0) return '; without a header columns are called #1, #2, ...';
  const more = named.length > MOST_LISTED ? `, ... (${named.length})` : '';
  return `; the columns are ${named.slice(0, MOST_LISTED).map(shownName).join(', ')}${more}`;
}

/** A column as it is typed behind an option. */
export const nameArgument = (names: readonly string[], at = 0): string => {
  const name = names[at] ?? '';
  // What a shell or a line would not take as it is, is told by its number.
  if (name === '' || name.length > LONGEST_NAME || !/^[\p{L}\p{N} _.,:;()/+-]+$/u.test(name)) return `#${at + 1}`;
  return /^[\w.-]+$/.test(name) ? name : `"${name}"`;
};

/** All columns of one stem, as `"dx*"`: who is told only the first of them loses the others unseen. Else all of them by name. */
export function itemsArgument(names: readonly string[], columns: readonly number[]): string {
  const [first = 0] = columns;
  const start = /^[\p{L}_.-]*/u.exec(names[first] ?? '')?.[0] ?? '';
  const wild = names.flatMap((name, at) => (start !== '' && name.toLowerCase().startsWith(start.toLowerCase()) ? [at] : []));
  if (columns.length > 1 && columns.every((at) => stemOf(names[at] ?? '') !== null) && wild.join() === columns.join()) return `"${start}*"`;
  return columns.map((at) => nameArgument(names, at)).join(' --items ');
}
