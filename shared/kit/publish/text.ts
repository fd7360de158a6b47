import { grouped } from '../../core/verdict/figure-text.ts';

export const NOT_COMPUTABLE = 'n/c';

export const plural = (count: number, one: string, many = `${one}s`): string => `${grouped(count)} ${count === 1 ? one : many}`;

/** Sentences in lines of at most 100 characters, so that they can be read; a percent sign stays with its figure. */
export function wrapped(text: string): string[] {
  const lines: string[] = [''];
  for (const word of text.split(/ (?!%)/)) {
    const line = lines.at(-1) as string;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + word.length < 100) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Maximum length of a text of the release on a page that shows it. */
const LETTERS = 80;

export const shortened = (text: string): string => (text.length <= LETTERS ? text : `${text.slice(0, LETTERS).toWellFormed()}…`);

/** With an empty line after it; nothing to say leaves none. */
export const paragraph = (lines: readonly string[]): string[] => (lines.every((line) => line === '') ? [] : [...lines, '']);

/** Rows of a table in columns: the first to the left, the others to the right. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
  );
}
