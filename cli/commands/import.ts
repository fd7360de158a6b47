import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { csvField } from '../../shared/core/format/csv.ts';
import { encoderOf } from '../../shared/core/format/encoder.ts';
import { textOf } from '../../shared/core/format/table/cells.ts';
import { MISSING, type TableChoice } from '../../shared/core/format/table/choice.ts';
import type { TableRow } from '../../shared/core/format/table/delimited.ts';
import { framed } from '../../shared/core/format/table/frame-of.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { isGeneralised, type LocatedTransaction } from '../../shared/core/model/transaction.ts';
import type { Options } from '../../shared/kit/option.ts';
import { openFile, readRelease } from '../../shared/kit/read/read-release.ts';
import { fileRows } from '../../shared/pipeline/guide/file-rows.ts';
import { confirmed, mayAsk } from '../ask.ts';
import { type Command, ExitCode, jsonLine, oneArgument, optionHelp, parseOptions, type Terminal } from '../command.ts';
import { importProject } from '../import/deid.ts';
import { guideHere, guideText } from '../import/guide.ts';
import { IMPORT_OPTIONS, tableChoice } from '../import/import-options.ts';
import { readHierarchy } from '../read-files.ts';
import { mayWrite, product, writeAtomically } from '../write-atomically.ts';

const PEOPLE_OPTIONS = {
  quasi: { type: 'string', value: 'A,B', help: 'the columns that others know of a person' },
  sensitive: {
    type: 'string',
    value: 'A,B',
    help: 'the columns that others are not to learn: --out is then a CSV of these columns alone, with its roles next to it, as OUT.roles.json',
  },
} as const satisfies Options;

const MAKING_OPTIONS = {
  out: {
    type: 'string',
    value: 'FILE',
    help: '.jsonl, .txt (one transaction a line), .csv (pairs); - for JSON Lines on standard output. The file to read may be - too',
  },
  renumber: { type: 'boolean', default: false, help: '1, 2, ... in the place of the ids' },
  hierarchy: {
    type: 'string',
    value: 'FILE',
    help: 'labels stand for sets of items: ARX\'s CSV, Amnesia\'s, or JSON {"parent": ["child", ...]}. Labels become sets, intervals of numbers too, and "*" is an item that was suppressed',
  },
  yes: {
    type: 'boolean',
    default: false,
    help: 'read it as proposed where it could be read in more than one way; "unveil look" shows the proposal',
  },
  force: { type: 'boolean', default: false, help: 'overwrite what is there already' },
  json: { type: 'boolean', default: false, help: 'what was read, as JSON on standard output' },
} as const satisfies Options;

const OPTIONS = { ...IMPORT_OPTIONS, ...PEOPLE_OPTIONS, ...MAKING_OPTIONS };

const help = `unveil import: transactions from tables and from other tools' releases

Usage: unveil import visits.csv --out transactions.jsonl [options]

Reads CSV and its like (comma, semicolon, tab or "|", quoted line breaks), .xlsx and Parquet, and the formats of docs/formats.md,
plain or gzipped. Rows of one id are joined wherever they stand. What can be read in one way only is read without further words, here
as in audit and anonymise; where it cannot, the message says which option decides. A project of ARX (.deid) becomes the folder --out: data, hierarchies, roles
and claim, and an audit.json.

${optionHelp(MAKING_OPTIONS)}
How a table is read
${optionHelp(IMPORT_OPTIONS)}
A table of people, a record a person
${optionHelp(PEOPLE_OPTIONS)}`;

export const command: Command = {
  help,
  options: OPTIONS,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    const input = oneArgument(
      positionals,
      'name the file to read: unveil import visits.csv --out transactions.jsonl',
      'one file is read at a time',
    );
    const { out } = values;
    if (out === undefined) throw new BadInput('say where to write: --out transactions.jsonl');
    if (/\.deid$/i.test(input)) return importArx(input, out, values, terminal);
    const read = { encoding: values.encoding, sheet: values.sheet, table: tableChoice(values) };
    const people = peopleOf(values);
    if (people !== null) return importPeople(input, out, { ...read, ...people }, values, terminal);
    const format = formatOf(out);
    const made = product(out, values, terminal);
    const taken = Object.keys(read.table).length === 0 ? await proposed(input, read, values.yes, terminal) : read;
    if ('quasi' in taken) return importPeople(input, out, taken, values, terminal);
    const opened = await readRelease(
      { name: input, bytes: await fileBytes(input) },
      {
        gunzip,
        tables: tableFiles,
        table: taken.table,
        encoding: taken.encoding,
        ...(taken.sheet === undefined ? {} : { sheet: taken.sheet }),
        hierarchy: values.hierarchy === undefined ? undefined : await readHierarchy(values.hierarchy),
      },
    );
    if (opened.kind === 'clusters') throw new BadInput('this is a release in clusters; audit and check read it as it is', { file: input });

    const tally = new Tally();
    const encoder = encoderOf(format);
    await made.write(written(opened.transactions, tally, { ...encoder, renumber: values.renumber }));
    const labels = await writeLabels(out, opened.labels, values.force);
    const notes = opened.warnings();
    for (const { message, line, times } of notes)
      terminal.err.write(`unveil: ${input}:${line}: note: ${message}${times > 1 ? ` (${times} times)` : ''}\n`);
    made.summary.write(
      values.json
        ? jsonLine({ ...tally.figures(), out, labels, notes })
        : `${tally.text(out)}${labels === null ? '' : `labels: ${labels}, for --labels\n`}`,
    );
    return ExitCode.done;
  },
};

function formatOf(out: string): 'jsonl' | 'text' | 'csv' {
  if (out === '-' || /\.(?:jsonl|ndjson)$/i.test(out)) return 'jsonl';
  if (/\.txt$/i.test(out)) return 'text';
  if (/\.csv$/i.test(out)) return 'csv';
  throw new BadInput('--out ends in .jsonl, .txt or .csv', { file: out });
}

class Tally {
  readonly #distinct = new Set<string>();
  readonly #sets = new Set<string>();
  #transactions = 0;
  #entries = 0;

  add({ items }: LocatedTransaction): void {
    this.#transactions += 1;
    this.#entries += items.length;
    for (const entry of items) {
      if (!isGeneralised(entry)) this.#distinct.add(entry);
      else if (entry[0] !== undefined) this.#sets.add(entry[0]);
    }
  }

  figures() {
    return {
      transactions: this.#transactions,
      distinct_items: this.#distinct.size,
      generalised_items: this.#sets.size,
      items_a_transaction: this.#transactions === 0 ? 0 : this.#entries / this.#transactions,
    };
  }

  text(out: string): string {
    const { transactions, distinct_items, generalised_items, items_a_transaction } = this.figures();
    const sets = generalised_items > 0 ? `, ${generalised_items} generalised items` : '';
    return `${transactions} transactions, ${distinct_items} distinct items${sets}, ${items_a_transaction.toFixed(1)} a transaction: ${out}\n`;
  }
}

async function* written(
  transactions: AsyncIterable<LocatedTransaction>,
  tally: Tally,
  { head, line, renumber }: ReturnType<typeof encoderOf> & { readonly renumber: boolean },
): AsyncGenerator<string> {
  if (head !== '') yield head;
  let number = 0;
  for await (const transaction of transactions) {
    number += 1;
    tally.add(transaction);
    yield line(renumber ? { ...transaction, id: String(number) } : transaction);
  }
}

interface Reading {
  readonly encoding?: string | undefined;
  readonly sheet?: string | undefined;
  readonly table: TableChoice;
}

type PeopleReading = Omit<Reading, 'table'> & { readonly quasi: readonly string[]; readonly sensitive: readonly string[] };

const listOf = (names: string | undefined): string[] => (names === undefined ? [] : names.split(',').map((name) => name.trim()));

const peopleOf = ({ quasi, sensitive }: { readonly quasi?: string | undefined; readonly sensitive?: string | undefined }) =>
  quasi === undefined && sensitive === undefined ? null : { quasi: listOf(quasi), sensitive: listOf(sensitive) };

/** Where a file can be read in more than one way: as proposed, if the user says so. */
async function proposed(input: string, read: Reading, yes: boolean, terminal: Terminal): Promise<Reading | PeopleReading> {
  if (!yes && !mayAsk(terminal)) return read;
  const guide = await guideHere(input, read);
  if (guide === null || guide.plain || guide.options === null) return read;
  if (!yes) {
    terminal.out.write(guideText(input, guide));
    if (!(await confirmed('Read it so?')))
      throw new BadInput('nothing was written; say how to read it with --id and --items', { file: input });
  }
  const { values } = parseOptions(guide.options, READING, false);
  const { encoding, sheet } = values;
  return { encoding, sheet, ...(peopleOf(values) ?? { table: tableChoice(values) }) };
}

const READING = { ...IMPORT_OPTIONS, ...PEOPLE_OPTIONS };

async function importPeople(
  input: string,
  out: string,
  people: PeopleReading,
  { force, json }: { readonly force: boolean; readonly json: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  if (!/\.csv$/i.test(out)) throw new BadInput('a table of people is written as CSV: --out people.csv', { file: out });
  mayWrite(out, force);
  const { rows, roles } = await writePeople(input, out, people);
  terminal.out.write(
    json
      ? jsonLine({ records: rows, out, roles })
      : `${rows} records: ${out}\nroles: ${roles}, for --roles; columns that were not named are left out\n`,
  );
  return ExitCode.done;
}

/** A project of ARX, as a folder. */
async function importArx(
  input: string,
  out: string,
  { force, json }: { readonly force: boolean; readonly json: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const { files, notes } = await importProject(input, out, force);
  for (const note of notes) terminal.err.write(`unveil: ${input}: note: ${note}\n`);
  terminal.out.write(json ? jsonLine({ files, notes }) : `${files.join('\n')}\n`);
  return ExitCode.done;
}

/** Next to the transactions; null where no column held labels. */
async function writeLabels(out: string, labels: ReadonlyMap<string, string> | undefined, force: boolean): Promise<string | null> {
  if (labels === undefined || labels.size === 0) return null;
  if (out === '-') throw new BadInput('--label writes a file next to --out; name a file');
  const path = `${out.replace(/\.[a-z]+$/i, '')}.labels.tsv`;
  mayWrite(path, force);
  await writeAtomically(
    path,
    Array.from(labels, ([code, label]) => `${code}\t${label}\n`),
  );
  return path;
}

interface PeopleColumns {
  readonly encoding?: string | undefined;
  readonly sheet?: string | undefined;
  readonly quasi: readonly string[];
  readonly sensitive: readonly string[];
}

/** Writes the named columns of a table of people as CSV, and what they are next to it as roles. All other columns are left out. */
export async function writePeople(
  input: string,
  out: string,
  { encoding, sheet, quasi, sensitive }: PeopleColumns,
): Promise<{ rows: number; roles: string }> {
  const options = { gunzip, tables: tableFiles, encoding, ...(sheet === undefined ? {} : { sheet }), table: { header: true } };
  const table = fileRows(await openFile({ name: input, bytes: await fileBytes(input) }, options), options);
  const all: TableRow[] = [];
  for await (const row of table?.rows ?? []) all.push(row);
  const { rows } = framed(all, undefined);
  const names = rows[0]?.cells.map(textOf) ?? [];
  const columns = [...quasi, ...sensitive].map((name) => columnOf(name, names, input));
  const data = rows.slice(1).filter(({ cells }) => columns.some((at) => textOf(cells[at]) !== ''));
  const called = columns.map((at) => (names[at] === '' ? `column ${at + 1}` : names[at]));
  const lines = [called, ...data.map(({ cells }) => columns.map((at) => known(textOf(cells[at]))))];
  await writeAtomically(
    out,
    lines.map((cells) => `${cells.map(csvField).join(',')}\n`),
  );
  const roles = `${out.replace(/\.csv$/i, '')}.roles.json`;
  const entries = called.map((name, at) => [name, { role: at < quasi.length ? 'quasi' : 'sensitive' }]);
  await writeAtomically(roles, [`${JSON.stringify({ columns: Object.fromEntries(entries) }, null, 2)}\n`]);
  return { rows: data.length, roles };
}

function columnOf(name: string, names: readonly string[], file: string): number {
  const number = /^#(\d+)$/.exec(name)?.[1];
  const at = number === undefined ? names.findIndex((each) => each.toLowerCase() === name.toLowerCase()) : Number(number) - 1;
  if (at < 0 || at >= names.length) throw new BadInput(`there is no column "${name}"; the columns are ${names.join(', ')}`, { file });
  return at;
}

const NOTHING = new Set(MISSING);
const known = (text: string): string => (NOTHING.has(text) ? '' : text.replaceAll(/\s+/g, ' '));
