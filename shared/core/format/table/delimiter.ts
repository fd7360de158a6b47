import { BadInput } from '../../model/bad-input.ts';
import { DelimitedReader } from './delimited.ts';

/** Delimiters that spreadsheets and registries use. */
const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The delimiter that Excel's own first line names: `sep=;`. Null if the line is another. */
export const separatorLine = (line: string): string | null => /^"?sep=(.)"?$/i.exec(line.trim())?.[1] ?? null;

/**
 * The delimiter, from the first lines of a file: the one that occurs in every row, and equally often if several occur in every row. Null if two
 * fit equally well; a comma if the file has one column.
 */
export function guessDelimiter(lines: readonly string[]): string | null {
  if (isWrittenByR(lines)) return ' ';
  const fits = DELIMITERS.flatMap((delimiter) => {
    const widths = widthsOf(lines, delimiter);
    if (widths === null || !widths.some((width) => width > 1)) return [];
    const with2 = widths.filter((width) => width > 1).length;
    return [{ delimiter, every: with2 === widths.length, constant: new Set(widths).size === 1, share: with2 / widths.length }];
  });
  for (const narrowed of [fits.filter((fit) => fit.every && fit.constant), fits.filter((fit) => fit.every), fits]) {
    if (narrowed.length === 1) return narrowed[0]?.delimiter ?? null;
    if (narrowed.length > 1) return best(narrowed);
  }
  return headerDelimiter(lines);
}

/** The delimiter that cuts the first line into the most cells: the answer if the lines below do not decide, but the first line is known to be a header. */
export function headerDelimiter(lines: readonly string[]): string {
  const header = lines.find((line) => line.trim() !== '') ?? '';
  const cells = DELIMITERS.map((delimiter) => widthsOf([header], delimiter)?.[0] ?? 0);
  return DELIMITERS[cells.indexOf(Math.max(...cells))] as string;
}

/** The form of R's `write.table`: spaces between cells, texts in quotes, row names in front, and a header that is one cell shorter than the rows. */
export function isWrittenByR(lines: readonly string[]): boolean {
  const [width, ...others] = widthsOf(lines, ' ') ?? [];
  if (width === undefined || others.length === 0 || others.some((each) => each !== width + 1)) return false;
  const [first = '', ...rows] = lines.filter((line) => line.trim() !== '');
  return (
    rows.every((line) => /^"[^"]*" /.test(line)) || (/^[^,;|\t]+$/.test(first) && rows.every((line, at) => line.startsWith(`${at + 1} `)))
  );
}

interface Fit {
  readonly delimiter: string;
  readonly share: number;
}

/** A tab has no other use than to separate. Between the others, the one in clearly more rows. */
function best(fits: readonly Fit[]): string | null {
  const tab = fits.find(({ delimiter }) => delimiter === '\t');
  if (tab !== undefined) return tab.delimiter;
  const [first, second] = fits.toSorted((a, b) => b.share - a.share);
  return first !== undefined && (second === undefined || first.share > second.share) ? first.delimiter : null;
}

function widthsOf(lines: readonly string[], delimiter: string): number[] | null {
  const reader = new DelimitedReader('', delimiter);
  const widths: number[] = [];
  try {
    for (const [at, line] of lines.entries()) {
      if (line.trim() === '') continue;
      const row = reader.row(line, at + 1);
      if (row !== null) widths.push(row.cells.length);
    }
  } catch (error) {
    if (error instanceof BadInput) return null;
    throw error;
  }
  return widths.length === 0 ? null : widths;
}
