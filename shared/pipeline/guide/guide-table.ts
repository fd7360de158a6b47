import { guessEncoding } from '../../core/format/encoding.ts';
import { textOf } from '../../core/format/table/cells.ts';
import { MISSING, type TableChoice, UnclearTable } from '../../core/format/table/choice.ts';
import { columnNames } from '../../core/format/table/column-words.ts';
import type { TableRow } from '../../core/format/table/delimited.ts';
import { footRows, framed } from '../../core/format/table/frame-of.ts';
import { hasHeader, planTable, type TablePlan } from '../../core/format/table/plan.ts';
import { type ColumnRole, type Proposal, type ProposedColumn, proposeColumns } from '../../core/format/table/propose.ts';
import { closeFile, openFile, type ReleaseReadOptions, type SourceFile } from '../../kit/read/read-release.ts';
import { fileRows, type SheetRows } from './file-rows.ts';
import { choiceOf, exposes, optionWords, peopleWords } from './guide-words.ts';
import { type TriedReading, tryReading } from './try-reading.ts';

const ROWS = 10;
const LETTERS = 60;

export interface GuidedColumn extends ProposedColumn {
  /** As the options of `unveil import` name it. */
  readonly called: string;
}

/** A table file with its detected layout, tried on the whole file. */
export interface TableGuide {
  /** Of text that is not UTF-8. */
  readonly encoding: string | null;
  readonly sheets: readonly SheetRows[];
  readonly sheet: string | null;
  /** Rows above the table. */
  readonly titles: number;
  readonly header: boolean;
  readonly form: Proposal['form'];
  readonly columns: readonly GuidedColumn[];
  /** The first rows of the table, cut to be shown. */
  readonly rows: readonly (readonly string[])[];
  readonly asks: readonly string[];
  /** Columns that say who somebody is, and case numbers. */
  readonly exposes: readonly string[];
  /** Whether the file can be read in this way only, without any option. */
  readonly plain: boolean;
  /** Options of `unveil import` that read it as proposed; null where no reading passed. */
  readonly options: readonly string[] | null;
  readonly tried: TriedReading | null;
}

/** Rows that count people are no people: read as such, each of them would be one. */
class PublishedCounts extends UnclearTable {
  /** `plain`: the file is a CSV in UTF-8 with nothing above its header, as an audit of counts reads it. */
  constructor(column: string, file: string, plain: boolean) {
    const next = plain
      ? `Audit them: unveil audit ${/^[\w./-]+$/.test(file) ? file : `'${file}'`} --kind counts`
      : 'Save them as CSV in UTF-8 with nothing above the header, and audit that file with --kind counts';
    super(`"${column}" says how many people each row counts: these are published counts, not a table of people. ${next}`, { file });
  }
}

interface GuideOptions extends ReleaseReadOptions {
  /** Opens the file anew: it is read several times. */
  readonly open: () => Promise<SourceFile>;
}

/** Looks at a table, proposes how to read it, and tries the proposal on the whole file. Null of a file that is no table. */
export async function guideTable(options: GuideOptions): Promise<TableGuide | null> {
  const encoding = options.encoding ?? (await guessed(options));
  if (encoding === 'unknown')
    throw new UnclearTable('this is not UTF-8, and its encoding cannot be told; --encoding says which', {
      file: (await options.open()).name,
    });
  const reading = { ...options, ...(encoding === null ? {} : { encoding }) };
  const source = await options.open();
  const file = await openFile(source, reading);
  const table = fileRows(file, reading);
  if (table === null) {
    await closeFile(file);
    return null;
  }
  const rows: TableRow[] = [];
  for await (const row of table.rows) if (rows.push(row) >= SAMPLE) break;
  if (rows.length === 0) return null;
  const { all, chosen } = table.sheets();
  return new Guiding(source.name, { rows, sheets: all, sheet: chosen }, reading, encoding).guide();
}

/** Enough rows to tell what the columns hold. */
const SAMPLE = 1_000;

interface Sampled {
  readonly rows: readonly TableRow[];
  readonly sheets: readonly SheetRows[];
  readonly sheet: string | null;
}

/** Enough to meet letters that are not ASCII. */
const HEAD = 4 * 1024 * 1024;

async function guessed({ open, gunzip }: GuideOptions): Promise<string | null> {
  // Latin-1 maps each byte to one character, so this is the decompressed file byte for byte.
  const file = await openFile(await open(), { gunzip });
  const { bytes, table } = file;
  if (table !== null) {
    await closeFile(file);
    return null;
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length > HEAD) break;
  }
  return guessEncoding(Buffer.concat(pieces));
}

class Guiding {
  readonly #name: string;
  readonly #sampled: Sampled;
  readonly #options: GuideOptions;
  readonly #encoding: string | null;

  constructor(name: string, sampled: Sampled, options: GuideOptions, encoding: string | null) {
    this.#name = name;
    this.#sampled = sampled;
    this.#options = options;
    this.#encoding = encoding;
  }

  async guide(): Promise<TableGuide> {
    const choice = this.#options.table ?? {};
    const { rows, titles } = framed(this.#sampled.rows.slice(choice.skip ?? 0), choice.skip);
    const plan = this.#planned(rows, choice);
    const header = plan === null ? this.#header(rows, choice) : { is: plan.header, sure: true };
    const { names, data } = named(rows, header.is);
    const missing = new Set(choice.missing ?? MISSING);
    const proposal = proposeColumns(names, data, missing);
    const shown = { titles, header: header.is, rows: data.slice(0, ROWS).map((row) => shownRow(row, names.length)) };
    const asked = Object.keys(choice).length > 0;
    if (plan !== null) {
      const tried = await this.#try(choice);
      if (tried.tried.problems.length === 0 || asked) {
        const columns = rolesOf(plan, proposal, names);
        return this.#told({ ...shown, form: 'transactions', columns, asks: [], ...tried, plain: !asked && tried.words.length === 0 });
      }
    }
    const asks = [...(header.sure ? [] : [HEADER]), ...proposal.asks];
    const words = choiceOf(proposal.columns, names);
    const forced = header.sure ? {} : { header: header.is };
    const { form, columns, counts } = proposal;
    if (counts !== null)
      throw new PublishedCounts(counts, this.#name, this.#sampled.sheet === null && this.#encoding === null && titles === 0);
    if (form === 'people')
      return this.#told({ ...shown, form, columns, asks, words: peopleWords(columns, names), tried: this.#counted(), plain: false });
    const tried = words === null ? { tried: null, words: [] } : await this.#try({ ...choice, ...words, ...forced });
    return this.#told({ ...shown, form, columns, asks, ...tried, plain: false });
  }

  #planned(rows: readonly TableRow[], choice: TableChoice): TablePlan | null {
    try {
      return planTable(this.#name, rows, choice);
    } catch (error) {
      if (error instanceof UnclearTable) return null;
      throw error;
    }
  }

  /** Where the rows do not say it, names are taken, and asked about. */
  #header(rows: readonly TableRow[], choice: TableChoice): { readonly is: boolean; readonly sure: boolean } {
    if (choice.header !== undefined) return { is: choice.header, sure: true };
    try {
      return { is: hasHeader({ file: this.#name, rows, choice }), sure: true };
    } catch (error) {
      if (!(error instanceof UnclearTable)) throw error;
      return { is: true, sure: false };
    }
  }

  /** Tries a reading on the whole file; once more without the rows that hold nothing, where there are some. */
  async #try(choice: TableChoice): Promise<{ readonly tried: TriedReading; readonly words: readonly string[] }> {
    const { open, ...options } = this.#options;
    const sheet = this.#sampled.sheet === null ? {} : { sheet: this.#sampled.sheet };
    const reading = (table: TableChoice) => ({ ...options, ...sheet, table });
    const tried = await tryReading(await open(), reading(choice));
    if (tried.problems.length > 0 || tried.empty === 0) return { tried, words: this.#words(choice) };
    const whole = { ...choice, dropEmpty: true };
    return { tried: { ...(await tryReading(await open(), reading(whole))), empty: tried.empty }, words: this.#words(whole) };
  }

  #counted(): TriedReading {
    const transactions = this.#sampled.rows.length - 1;
    return { transactions, items: 0, length: 0, empty: 0, problems: [] };
  }

  #words(choice: TableChoice): string[] {
    const { sheets, sheet } = this.#sampled;
    return [
      ...(this.#encoding === null ? [] : ['--encoding', this.#encoding]),
      ...(sheet !== null && sheets.length > 1 ? ['--sheet', sheet] : []),
      ...optionWords(choice),
    ];
  }

  #told(found: Found): TableGuide {
    const { words, tried, columns, form, asks, ...shown } = found;
    const names = columns.map(({ name }) => name);
    const { sheets, sheet } = this.#sampled;
    const passed = tried !== null && tried.problems.length === 0;
    const own = form === 'people' ? [...this.#words({}), ...words] : words;
    return {
      encoding: this.#encoding,
      sheets,
      sheet,
      form,
      ...shown,
      columns: columns.map((column) => ({
        ...column,
        ...(form === 'transactions' && column.role === 'known'
          ? { role: 'left out' as const, why: 'Others know it of a person; it is no item.' }
          : {}),
        called: columnNames(names, [column.at])[0],
      })),
      asks: [
        ...(sheets.length > 1 && this.#options.sheet === undefined
          ? [`Several sheets hold something; the proposal takes "${sheet}", which has the most rows.`]
          : []),
        ...asks,
      ],
      exposes: exposes(columns),
      options: passed ? own : null,
      tried,
      plain: found.plain,
    };
  }
}

interface Found {
  readonly titles: number;
  readonly header: boolean;
  readonly rows: readonly (readonly string[])[];
  readonly form: Proposal['form'];
  readonly columns: readonly ProposedColumn[];
  readonly asks: readonly string[];
  readonly tried: TriedReading | null;
  readonly words: readonly string[];
  readonly plain: boolean;
}

const HEADER = 'Does the first row name the columns? The proposal takes it so.';

function named(rows: readonly TableRow[], header: boolean) {
  const data = rows.slice(header ? 1 : 0, rows.length - footRows(rows));
  const first = header ? (rows[0]?.cells.map(textOf) ?? []) : [];
  const width = Math.max(first.length, ...data.map(({ cells }) => cells.length));
  let used = width;
  while (used > 1 && (first[used - 1] ?? '') === '' && data.every(({ cells }) => textOf(cells[used - 1]) === '')) used -= 1;
  return { names: Array.from({ length: used }, (_, at) => first[at] ?? ''), data };
}

const shownRow = ({ cells }: TableRow, width: number): string[] =>
  Array.from({ length: width }, (_, at) => textOf(cells[at])).map((text) =>
    text.length > LETTERS ? `${text.slice(0, LETTERS).toWellFormed()}…` : text,
  );

/** The roles of columns in a reading that was decided. */
function rolesOf(plan: TablePlan, { columns }: Proposal, names: readonly string[]): ProposedColumn[] {
  const item: ColumnRole = plan.flags ? 'flag' : plan.list === null ? 'item' : 'list';
  return names.map((name, at) => {
    const proposed = columns[at];
    const taken = plan.items.includes(at) || (plan.rest && at > (plan.items.at(-1) ?? 0));
    const own: ColumnRole | null = at === plan.id ? 'id' : plan.labels.includes(at) ? 'label' : taken ? item : null;
    if (own === proposed.role) return proposed;
    if (own !== null) return { at, name, role: own, why: WHY[own] ?? '' };
    const side: readonly ColumnRole[] = ['identifier', 'known', 'left out'];
    return side.includes(proposed.role) ? proposed : { at, name, role: 'left out', why: 'The reading leaves it out.' };
  });
}

const WHY: Readonly<Partial<Record<ColumnRole, string>>> = {
  id: 'It says whose a row is.',
  item: 'Its cells are items.',
  flag: 'Its cells say only yes or no: its name is the item.',
  list: 'Its cells hold several items.',
  label: 'It gives the meaning of the items.',
};
