import { rangesOf } from '../model/cell.ts';
import { numberOf } from '../model/number.ts';
import { type Column, ColumnBuilder, type Table } from '../model/table.ts';

/** A number as it is written where the comma parts the decimals: `1,80`, `2.500,50`. */
const COMMA = /(?<![\d.,])(\d{1,3}(?:\.\d{3})+|\d+),(\d+)(?![\d.,])/g;

/**
 * Spreadsheets of languages with a decimal comma part their fields by semicolons. A column of such a file whose values are all numbers or ranges when
 * their commas are points, and not before, is read so; any other stays as it is written.
 */
export const withDecimalPoints = ({ rows, columns }: Table, missing: readonly string[]): Table => ({
  rows,
  columns: columns.map((column) => pointed(column, new Set(missing))),
});

function pointed(column: Column, missing: ReadonlySet<string>): Column {
  const { name, values, codes } = column;
  const isKnown = (value: string): boolean => !missing.has(value) && value !== '*';
  const known = values.filter(isKnown);
  if (!known.some((value) => value.includes(',')) || !known.some((value) => !isNumeric(value))) return column;
  const points = values.map((value) =>
    isKnown(value) ? value.replace(COMMA, (_, whole: string, part: string) => `${whole.replaceAll('.', '')}.${part}`) : value,
  );
  if (!points.filter((_, at) => isKnown(values[at] as string)).every(isNumeric)) return column;
  const builder = new ColumnBuilder(name);
  for (const code of codes) builder.push(points[code] as string);
  return builder.column();
}

const isNumeric = (value: string): boolean => numberOf(value) !== null || rangesOf(value).length > 0;
