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

/** Lists the existing columns, for errors on unknown ones. */
export function listed(names: readonly string[]): string {
  const named = names.filter((name) => name !== '');
  if (named.length === 0) return '; without a header columns are called #1, #2, ...';
  const more = named.length > MOST_LISTED ? `, ... (${named.length})` : '';
  return `; the columns are ${named.slice(0, MOST_LISTED).map(shownName).join(', ')}${more}`;
}

/** More columns next to each other are named as a range. */
const LISTED_EACH = 12;

/** Columns as an option names them: those of one stem with a star, else each by name, or by number where its name would be read otherwise. */
export function columnNames(names: readonly string[], columns: readonly number[]): string[] {
  const [first = 0] = columns;
  if (columns.length > LISTED_EACH && columns.every((at, place) => at === first + place))
    return [`#${first + 1}-#${first + columns.length}`];
  const called: string[] = [];
  for (const at of columns) {
    const star = stemStar(names, at, columns);
    const name = star ?? ownName(names, at);
    if (!called.includes(name)) called.push(name);
  }
  return called;
}

/** `dx*` where these are all of the columns that it names, and there are several. */
function stemStar(names: readonly string[], at: number, columns: readonly number[]): string | null {
  if (stemOf(names[at] ?? '') === null) return null;
  const start = /^[\p{L}_.-]*/u.exec(names[at] ?? '')?.[0] ?? '';
  const wild = names.flatMap((name, other) => (start !== '' && name.trim().toLowerCase().startsWith(start.toLowerCase()) ? [other] : []));
  return wild.length > 1 && wild.every((other) => columns.includes(other) && stemOf(names[other] ?? '') !== null) ? `${start}*` : null;
}

function ownName(names: readonly string[], at: number): string {
  const name = names[at] ?? '';
  const plain = name.length <= LONGEST_NAME && /^[\p{L}\p{N}][\p{L}\p{N} _.:;()/+%-]*$/u.test(name) && name.toLowerCase() !== 'none';
  const again = names.some((other, place) => place !== at && other.toLowerCase() === name.toLowerCase());
  return plain && !again ? name : `#${at + 1}`;
}
