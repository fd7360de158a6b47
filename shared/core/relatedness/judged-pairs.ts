import { BadInput } from '../model/bad-input.ts';
import { mean, sum } from '../numeric/numeric.ts';

/** Two terms and a human judgement: the higher the score, the more related. The scale depends on the set. */
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
 * A file of judgements: term, term and score on each line, separated by tabs (then terms may be phrases, and more columns may follow) or spaces. A
 * first line without a score is a heading.
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

/** Pearson's correlation; NaN for fewer than three values or where one side does not vary. */
export function pearson(x: readonly number[], y: readonly number[]): number {
  if (x.length !== y.length) throw new RangeError('a correlation needs as many values on both sides');
  if (x.length < 3) return Number.NaN;
  const meanX = mean(x);
  const meanY = mean(y);
  const covariance = sum(x.map((value, at) => (value - meanX) * (y[at] - meanY)));
  const spreadX = sum(x.map((value) => (value - meanX) * (value - meanX)));
  const spreadY = sum(y.map((value) => (value - meanY) * (value - meanY)));
  return spreadX > 0 && spreadY > 0 ? covariance / Math.sqrt(spreadX * spreadY) : Number.NaN;
}

/** Spearman's correlation: Pearson's of the ranks, where equal values share their mean rank. */
export const spearman = (x: readonly number[], y: readonly number[]): number => pearson(ranks(x), ranks(y));

function ranks(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).toSorted((a, b) => values[a] - values[b]);
  const ranked = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && values[order[to]] === values[order[from]]) to += 1;
    for (let at = from; at < to; at += 1) ranked[order[at]] = (from + to - 1) / 2;
    from = to;
  }
  return ranked;
}
