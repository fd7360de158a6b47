import { flagOf, textOf } from './cells.ts';
import type { FileCell, TableRow } from './delimited.ts';

type ColumnContent = 'empty' | 'row numbers' | 'flags' | 'lists' | 'dates' | 'codes' | 'numbers' | 'words' | 'sentences';

export interface ColumnFacts {
  readonly at: number;
  readonly name: string;
  readonly content: ColumnContent;
  readonly filled: number;
  readonly distinct: number;
  /** The code system that most values are written like; null: none that is known. */
  readonly system: string | null;
  /** Separator of the items of a cell. */
  readonly separator: string | null;
  /** Recognised personal data, such as e-mail addresses or telephone numbers. */
  readonly identifies: string | null;
  readonly values: readonly string[];
}

/** Written like this by at least as many of the values, a column is of a system: exports hold a few stray ones. */
const MOST = 0.8;

const SYSTEMS: readonly (readonly [name: string, form: RegExp])[] = [
  ['ATC', /^[A-V]\d{2}[A-Z]{2}\d{2}$/],
  ['OPS', /^[1-9]-[0-9a-z]{2}[0-9a-z](?:\.[0-9a-z]{1,2})?(?::[RLB])?$/],
  ['ICD', /^[A-TV-Z]\d[0-9A-Z](?:\.?[0-9A-Z]{1,4}(?:\.-|-)?|\.-|-)?[*+!†#]?$/],
  ['ICD-9', /^(?:\d{3}|V\d{2}|E\d{3})\.\d{1,2}$/],
  ['LOINC', /^\d{1,5}-\d$/],
  ['article number', /^(?:\d{8}|\d{12,14})$/],
];

const IDENTIFYING: readonly (readonly [what: string, form: RegExp])[] = [
  ['e-mail addresses', /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i],
  ['telephone numbers', /^(?:\+\d{1,3}[ /-]?|0)[\d() /-]{7,}$/],
  ['IBANs', /^[A-Z]{2}\d{2}[ A-Z0-9]{11,30}$/],
  ['social security numbers', /^\d{3}-\d{2}-\d{4}$/],
  ['insurance numbers', /^[A-Z]\d{9}$/],
  ['French social security numbers', /^[12]\d{2}(?:0[1-9]|1[0-2])(?:\d{2}|2[AB])\d{6}(?:\d{2})?$/],
  ['Spanish identity numbers', /^(?:\d{8}|[XYZ]\d{7})[A-HJ-NP-TV-Z]$/],
];

const DATE =
  /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2}))(?:[ T]\d{1,2}:\d{2}.*)?$|^\d{1,2}:\d{2}(?::\d{2})?$|^\d{4}-\d{2}$/;
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i;
const SEPARATORS = [';', '|', ','] as const;
/** Words in a name of a thing; more on average is prose. */
const LONG_TEXT = 80;

export function columnFacts(name: string, at: number, rows: readonly TableRow[], missing: ReadonlySet<string>): ColumnFacts {
  const cells = rows.map(({ cells: each }) => each[at]);
  const values = cells.map(textOf).filter((text) => text !== '' && !missing.has(text));
  const distinct = new Set(values);
  const share = (form: RegExp): number => [...distinct].filter((text) => form.test(text)).length / Math.max(1, distinct.size);
  const system = SYSTEMS.find(([, form]) => share(form) >= MOST)?.[0] ?? null;
  const separator = separatorOf(cells, values);
  return {
    at,
    name,
    content: contentOf(name, values, distinct, share, system, separator),
    filled: values.length,
    distinct: distinct.size,
    system,
    separator,
    identifies: IDENTIFYING.find(([, form]) => values.length > 0 && share(form) >= MOST)?.[0] ?? null,
    values: cells.map(textOf),
  };
}

function contentOf(
  name: string,
  values: readonly string[],
  distinct: ReadonlySet<string>,
  share: (form: RegExp) => number,
  system: string | null,
  separator: string | null,
): ColumnContent {
  if (values.length === 0) return 'empty';
  if (isRowNumbers(name, values)) return 'row numbers';
  if ([...distinct].every((text) => flagOf(text) !== null && !/^\d{2,}$/.test(text)) && [...distinct].length <= 3 && bits(distinct))
    return 'flags';
  if (separator !== null) return 'lists';
  if (share(DATE) >= MOST) return 'dates';
  if (system !== null) return 'codes';
  if (share(NUMBER) >= MOST) return 'numbers';
  const length = values.reduce((total, text) => total + text.length, 0) / values.length;
  return length > LONG_TEXT ? 'sentences' : 'words';
}

/** Yes and no, or counts that are written as 0 and 1; a column of nothing but "1" says so by its name alone. */
const bits = (distinct: ReadonlySet<string>): boolean =>
  new Set([...distinct].map((text) => flagOf(text))).size === distinct.size &&
  [...distinct].every((text) => /^(?:[01](?:\.0+)?|yes|no|y|n|true|false|t|f|x|ja|nein|j|oui|non|o|si|sí|s|sim|não)$/i.test(text));

/** A column without a name, or with that of an index, whose numbers count the rows. */
function isRowNumbers(name: string, values: readonly string[]): boolean {
  if (!/^(?:|unnamed: ?\d+|index|x|level_0|rownames?|row|zeile|nr|lfdnr|lfd\.? ?nr\.?|#|obs|v1)$/i.test(name.trim())) return false;
  const first = Number(values[0]);
  return (first === 0 || first === 1) && values.every((text, at) => /^\d+$/.test(text) && Number(text) === first + at);
}

/** Separator in most of the cells: a printed list's mark, a separator, or null. */
function separatorOf(cells: readonly (FileCell | undefined)[], values: readonly string[]): string | null {
  if (cells.some((cell) => cell !== undefined && typeof cell !== 'string')) return ';';
  if (values.length > 0 && values.every((text) => /^(?:\[.*\]|\{.*\})$/s.test(text))) return ',';
  const several = (separator: string): boolean => {
    const cut = values.filter((text) => text.includes(separator));
    return values.length > 1 && cut.length * 2 >= values.length;
  };
  for (const separator of SEPARATORS) {
    if (!several(separator)) continue;
    if (separator !== ',') return separator;
    // A comma also stands inside a name and a number: the parts of a list come again in other cells.
    const parts = values.flatMap((text) => text.split(',').map((part) => part.trim()));
    const close = values.every((text) => !/, /.test(text));
    if ((close || new Set(parts).size * 2 <= parts.length) && values.every((text) => !NUMBER.test(text))) return separator;
  }
  return null;
}
