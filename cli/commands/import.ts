import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { readRelease } from '../../shared/app/read-release.ts';
import { encoderOf } from '../../shared/core/format/encoder.ts';
import type { TableChoice } from '../../shared/core/format/table/choice.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { isGeneralised, type LocatedTransaction } from '../../shared/core/model/transaction.ts';
import { confirmed, mayAsk } from '../ask.ts';
import { type Command, ExitCode, jsonLine, type Terminal } from '../command.ts';
import { readHierarchy } from '../hierarchy-file.ts';
import { guideHere } from '../import/guide-here.ts';
import { guideText } from '../import/guide-text.ts';
import { IMPORT_OPTIONS, tableChoice } from '../import/import-options.ts';
import { writePeople } from '../import/write-people.ts';
import { parseOptions } from '../parse-options.ts';
import { mayWrite, product, writeAtomically } from '../write-atomically.ts';

const help = `unveil import: transactions from tables and from other tools' releases

Usage: unveil import visits.csv --out transactions.jsonl [options]

Reads CSV and its like (comma, semicolon, tab or "|", quoted line breaks), .xlsx and Parquet, and the formats of docs/formats.md,
plain or gzipped. Rows of one id are joined wherever they stand. What can be read in one way only is read without further words, here
as in audit and anonymise; where it cannot, the message says which option decides.

  --out FILE           .jsonl, .txt (one transaction a line), .csv (pairs); - for JSON Lines on standard output. The file to read may be - too

Columns
  --id COLUMN          whose items a row holds, by name or as #1; none: each row is a transaction
  --items A,B,...      columns of items: names, #2, or with a star, dx*; one that holds a comma in double quotes
  --label A,B,...      columns with the meaning of the items, one for each column of items: written next to --out, as OUT.labels.tsv
  --list CHARACTER     a cell holds several items: what separates them (";", ",", "|"), or none
  --flags              the columns are the items; a cell says whether the row has it (1, yes, true, x)
  --missing A,B,...    what stands for nothing beside an empty cell (default NA, N/A, NULL, NaN, None, ".", \\N)
  --drop-empty         leave out ids without an item
  --renumber           1, 2, ... in the place of the ids

A table of people, a record a person
  --quasi A,B --sensitive C
                       the columns that others know of a person, and those that they are not to learn: --out is a CSV of these
                       columns alone, with its roles next to it, as OUT.roles.json

The file
  --delimiter WHICH    comma, semicolon, tab, pipe or a character
  --header, --no-header  the first row names the columns, or does not
  --skip N             lines above the table that belong to none
  --sheet NAME         a sheet of a workbook
  --encoding NAME      of a text file that is not UTF-8: latin1, windows-1252, utf-16le, ... (UTF-16 with its mark needs no word)

Releases of other tools
  --hierarchy FILE     labels stand for sets of items: ARX's CSV, Amnesia's, or JSON {"parent": ["child", ...]}. Labels become sets,
                       intervals of numbers too, and "*" is an item that was suppressed

  --yes                read it as proposed where it could be read in more than one way; "unveil look" shows the proposal
  --force              overwrite what is there already
  --json               what was read, as JSON on standard output
`;

export const command: Command = {
  help,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions({
      args: [...argv],
      allowPositionals: true,
      options: {
        ...IMPORT_OPTIONS,
        out: { type: 'string' },
        sheet: { type: 'string' },
        encoding: { type: 'string' },
        hierarchy: { type: 'string' },
        force: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        renumber: { type: 'boolean', default: false },
        quasi: { type: 'string' },
        sensitive: { type: 'string' },
      },
    });
    const [input, ...more] = positionals;
    if (input === undefined) throw new BadInput('name the file to read: unveil import visits.csv --out transactions.jsonl');
    if (more.length > 0) throw new BadInput(`"${more[0]}" is one argument too many; one file is read at a time`);
    const { out } = values;
    if (out === undefined) throw new BadInput('say where to write: --out transactions.jsonl');
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
    if (opened.kind === 'clusters')
      throw new BadInput('this is a disassociated release; audit and check read it as it is', { file: input });

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
  const { values } = parseOptions({ args: [...guide.options], options: READING });
  const { encoding, sheet } = values;
  return { encoding, sheet, ...(peopleOf(values) ?? { table: tableChoice(values) }) };
}

const READING = {
  ...IMPORT_OPTIONS,
  sheet: { type: 'string' },
  encoding: { type: 'string' },
  quasi: { type: 'string' },
  sensitive: { type: 'string' },
} as const;

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
