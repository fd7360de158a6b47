import { BadInput } from '../model/bad-input.ts';

/** Two terms with what people said of them: the higher, the more alike. The scale is the set's own. */
export interface JudgedPair {
  readonly x: string;
  readonly y: string;
  readonly score: number;
}

/** 30 of the pairs of Rubenstein and Goodenough (1965), as printed by Ong (2015), table 3.1: a first check that needs no file. */
export const SHIPPED_PAIRS: readonly JudgedPair[] = (
  [
    ['cord', 'smile', 0.01],
    ['autograph', 'shore', 0.02],
    ['asylum', 'fruit', 0.05],
    ['boy', 'rooster', 0.11],
    ['coast', 'forest', 0.21],
    ['boy', 'sage', 0.24],
    ['forest', 'graveyard', 0.25],
    ['bird', 'woodland', 0.31],
    ['hill', 'woodland', 0.46],
    ['magician', 'oracle', 0.65],
    ['oracle', 'sage', 0.65],
    ['furnace', 'stove', 0.78],
    ['magician', 'wizard', 0.8],
    ['hill', 'mound', 0.82],
    ['cord', 'string', 0.85],
    ['glass', 'tumbler', 0.86],
    ['serf', 'slave', 0.87],
    ['grin', 'smile', 0.87],
    ['journey', 'voyage', 0.9],
    ['autograph', 'signature', 0.9],
    ['coast', 'shore', 0.9],
    ['forest', 'woodland', 0.91],
    ['implement', 'tool', 0.92],
    ['cock', 'rooster', 0.92],
    ['boy', 'lad', 0.96],
    ['cushion', 'pillow', 0.96],
    ['cemetery', 'graveyard', 0.97],
    ['automobile', 'car', 0.98],
    ['gem', 'jewel', 0.99],
    ['midday', 'noon', 0.99],
  ] as const
).map(([x, y, score]) => ({ x, y, score }));

/**
 * A file of judgements: term, term, score on each line, by tabs (then terms may be phrases and more columns may follow) or
 * by spaces. A first line without a score is a heading.
 */
export function parseJudgedPairs(text: string, file: string): JudgedPair[] {
  const pairs: JudgedPair[] = [];
  for (const [at, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [x = '', y = '', figure = ''] = (line.includes('\t') ? line.split('\t') : line.split(/\s+/)).map((field) => field.trim());
    const score = figure === '' ? Number.NaN : Number(figure);
    if (!Number.isFinite(score) || x === '' || y === '') {
      if (at === 0) continue;
      throw new BadInput('wanted two terms and a score, with tabs or spaces between', { file, line: at + 1 });
    }
    pairs.push({ x, y, score });
  }
  if (pairs.length === 0) throw new BadInput('there is no judged pair in this file', { file });
  return pairs;
}
