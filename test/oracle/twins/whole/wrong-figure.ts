import type { Random } from '../../../../shared/core/random/random.ts';

/** Figures in every row of these tables, if any. */
const FIGURES: Readonly<Record<string, readonly string[]>> = {
  trials: ['value'],
  exposures: ['probability'],
  decisions: ['decided'],
  attacks: ['eliminated'],
  placements: ['value'],
};

/** The files of an audit with one figure of a table changed, as little as an error would; null where the table has none. */
export function withWrongFigure(
  files: Readonly<Record<string, string>>,
  table: string,
  random: Random,
): Readonly<Record<string, string>> | null {
  const [column] = FIGURES[table] ?? [];
  const lines = (files[`${table}.jsonl`] ?? '').split('\n').filter((line) => line !== '');
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const having = rows.filter((row) => row['baseline'] !== true && row[column as string] !== null && row[column as string] !== undefined);
  if (having.length === 0) return null;
  const row = having[random.below(having.length)];
  const figure = row[column as string];
  row[column as string] = typeof figure === 'boolean' ? !figure : (figure as number) + 1e-6;
  return { ...files, [`${table}.jsonl`]: rows.map((each) => `${JSON.stringify(each)}\n`).join('') };
}
