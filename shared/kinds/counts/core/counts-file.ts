import { isCountName, isTotal } from '../../../core/format/table/names.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { parseInterval } from '../../../core/model/interval.ts';
import type { CsvRows } from './csv-rows.ts';

// A CSV of conditions and counts. A first line such as "# counts rounded=5 sensitive=disease" says how the counts were made.

/** How counts differ from the true ones. */
interface Made {
  /** To the nearest multiple, or randomly to one of the next two. */
  readonly rounded: { readonly base: number; readonly random: boolean } | null;
  /** Counts from 1 to below this are hidden. */
  readonly suppressed: number | null;
  /** `uniform`: at most `size` up or down. Else `size` is the epsilon of each count: the odds change by exp(epsilon) for one person. */
  readonly noise: { readonly form: 'uniform' | 'geometric' | 'laplace'; readonly size: number } | null;
  /** Epsilon of all counts together, as claimed. */
  readonly epsilon: number | null;
  readonly sensitive: readonly string[];
  /** Columns that have other values than those that are named. */
  readonly open: readonly string[];
}

/** A condition on one column; null: any value. */
export interface CountCondition {
  readonly text: string;
  holds(value: string | number): boolean;
}

interface CountRow {
  readonly line: number;
  /** By column. */
  readonly conditions: readonly (string | null)[];
  /** Null: hidden. */
  readonly count: number | null;
  /** Ends that a hidden count has by its mark. */
  readonly hidden: readonly [low: number, high: number] | null;
}

export interface CountsFile {
  readonly columns: readonly string[];
  readonly made: Made;
  readonly rows: readonly CountRow[];
}

const SAYS =
  'the first line may say "# counts", and after it rounded=5 or rounded=random:5, suppressed=3, noise=uniform:2, noise=geometric:0.5 or noise=laplace:0.5 (epsilon of each count), epsilon=2 (of all together), sensitive=COLUMN, open=COLUMN';
const ANY = new Set(['', '*']);
/** Null bounds of JSON: an open upper end. */
const OPEN = Number.MAX_SAFE_INTEGER;

export function countsOf(csv: CsvRows, sensitive: readonly string[] = []): CountsFile {
  const { file, names, nameLine, rows, remark } = csv;
  const last = names.at(-1) as string;
  if (!isCountName(last) || names.length < 2)
    throw new BadInput('the last column is the count and called so: age,sex,disease,count', { file, line: nameLine });
  const columns = names.slice(0, -1);
  const made = madeOf(remark, columns, file, sensitive);
  const noisy = made.noise !== null;
  const parsed = rows.map(({ line, cells }): CountRow => {
    const conditions = columns.map((_, at) => (ANY.has(cells[at]) || isTotal(cells[at]) ? null : cells[at]));
    const text = cells[columns.length];
    return { line, conditions, ...countIn(text, { file, line, noisy }) };
  });
  const seen = new Map<string, CountRow>();
  for (const row of parsed) {
    const key = JSON.stringify(row.conditions);
    const other = seen.get(key);
    // Asked twice with fresh noise is an attack; twice without says one thing.
    if (other !== undefined && !noisy && other.count !== row.count)
      throw new BadInput(`these conditions are on line ${other.line} too, with another count`, { file, line: row.line });
    seen.set(key, row);
  }
  return { columns, made, rows: noisy ? parsed : [...seen.values()] };
}

function countIn(
  text: string,
  { file, line, noisy }: { readonly file: string; readonly line: number; readonly noisy: boolean },
): Pick<CountRow, 'count' | 'hidden'> {
  const hidden = (low: number, high: number): Pick<CountRow, 'count' | 'hidden'> => ({ count: null, hidden: [low, high] });
  if (ANY.has(text) || /^(?:x|\.\.?|-|NA|suppressed)$/i.test(text)) return hidden(0, OPEN);
  const below = /^<\s*(\d+)$/.exec(text);
  if (below !== null) return hidden(0, Number(below[1]) - 1);
  const between = /^(\d+)\s*(?:-|\.\.)\s*(\d+)$/.exec(text);
  if (between !== null && Number(between[1]) <= Number(between[2])) return hidden(Number(between[1]), Number(between[2]));
  const count = Number(text);
  if (!/^[+-]?\d+(?:\.\d+)?$/.test(text) || !(Math.abs(count) < 1e12))
    throw new BadInput('a count is a number, or hidden: <3, 1-2 or *', { file, line });
  if (!noisy && !(Number.isInteger(count) && count >= 0))
    throw new BadInput('without noise a count is a whole number, 0 or more (the first line says of noise: # counts noise=laplace:0.5)', {
      file,
      line,
    });
  return { count, hidden: null };
}

function madeOf(remark: string | null, columns: readonly string[], file: string, asked: readonly string[]): Made {
  const refuse = (what: string): never => {
    throw new BadInput(`${what}; ${SAYS}`, { file, line: 1 });
  };
  const said = new Map<string, string>();
  if (remark !== null) {
    const words = remark.match(/[^\s"]+(?:"[^"]*")?|"[^"]*"/g) ?? [];
    if (words[0]?.toLowerCase() !== 'counts') refuse('this remark says nothing of counts');
    for (const word of words.slice(1)) {
      const [, key = '', value = ''] = /^([a-z]+)=(.+)$/.exec(word) ?? [];
      if (!KEYS.has(key) || said.has(key)) refuse(`"${word.slice(0, 60)}" is not understood`);
      said.set(key, value.replaceAll('"', ''));
    }
  }
  const number = (key: string, text: string, least: number, whole: boolean): number => {
    const value = Number(text);
    if (text === '' || !(value >= least && value < 1e9) || (whole && !Number.isInteger(value)) || value === 0)
      refuse(`${key} is a ${whole ? 'whole number' : 'number'} above ${whole ? least - 1 : 0}`);
    return value;
  };
  const named = (key: string): string[] => (said.get(key) ?? '').split(',').filter((name) => name !== '');
  const sensitive = asked.length > 0 ? asked : named('sensitive');
  for (const name of [...sensitive, ...named('open')])
    if (!columns.includes(name)) refuse(`there is no column "${name}"; the columns are ${columns.join(', ')}`);
  const rounded = /^(random:)?(.+)$/.exec(said.get('rounded') ?? '');
  const noise = /^(uniform|geometric|laplace):(.+)$/.exec(said.get('noise') ?? '');
  if (said.has('noise') && noise === null) refuse('noise is uniform:N, geometric:EPSILON or laplace:EPSILON');
  if (rounded !== null && noise !== null && noise[1] !== 'uniform')
    refuse('counts are rounded, or they have noise without an end: not both');
  const form = noise?.[1] as 'uniform' | 'geometric' | 'laplace' | undefined;
  const epsilon = said.get('epsilon');
  return {
    rounded: rounded === null ? null : { base: number('rounded', rounded[2], 2, true), random: rounded[1] !== undefined },
    suppressed: said.has('suppressed') ? number('suppressed', said.get('suppressed') as string, 2, true) : null,
    noise: form === undefined ? null : { form, size: number('noise', noise?.[2] ?? '', form === 'uniform' ? 1 : 0, form === 'uniform') },
    epsilon: epsilon === undefined ? null : number('epsilon', epsilon, 0, false),
    sensitive,
    open: named('open'),
  };
}

const KEYS = new Set(['rounded', 'suppressed', 'noise', 'epsilon', 'sensitive', 'open']);

/** Noise without an end leaves nothing certain. */
export const hasOpenNoise = ({ made: { noise } }: Pick<CountsFile, 'made'>): boolean => noise !== null && noise.form !== 'uniform';

/** Ends of the true count of a row, by what is said of how it was made. */
export function endsOf({ count, hidden }: CountRow, { rounded, noise }: Made): readonly [low: number, high: number] {
  if (count === null) {
    const [low, high] = hidden as readonly [number, number];
    return [low, high === OPEN ? Number.POSITIVE_INFINITY : high];
  }
  if (noise !== null && noise.form !== 'uniform') return [0, Number.POSITIVE_INFINITY];
  const by = (noise?.size ?? 0) + (rounded === null ? 0 : rounded.random ? rounded.base - 1 : Math.floor(rounded.base / 2));
  return [Math.max(0, Math.ceil(count - by)), Math.floor(count + by)];
}

/** Conditions of one column: numbers and ranges where all are, else words. */
export function conditionsOf(texts: readonly string[]): { readonly numeric: boolean; of(text: string): CountCondition } {
  const numeric = texts.every((text) => isNumber(text) || parseInterval(text) !== null);
  return {
    numeric,
    of(text) {
      if (!numeric) return { text, holds: (value) => value === text };
      if (isNumber(text)) return { text, holds: (value) => value === Number(text) };
      const interval = parseInterval(text);
      return { text, holds: (value) => typeof value === 'number' && (interval?.holds(value) ?? false) };
    },
  };
}

export const isNumber = (text: string): boolean => /^[+-]?\d+(?:\.\d+)?$/.test(text);
