import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { readRelease } from '../../shared/app/read-release.ts';
import { encoderOf } from '../../shared/core/format/encoder.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { isGeneralised, type LocatedTransaction } from '../../shared/core/model/transaction.ts';
import { type Command, ExitCode, jsonLine } from '../command.ts';
import { readHierarchy } from '../hierarchy-file.ts';
import { IMPORT_OPTIONS, tableChoice } from '../import-options.ts';
import { parseOptions } from '../parse-options.ts';
import { product } from '../write-atomically.ts';

const help = `unveil import: transactions from tables and from other tools' releases

Usage: unveil import visits.csv --out transactions.jsonl [options]

Reads CSV and its like (comma, semicolon, tab or "|", quoted line breaks), .xlsx and Parquet, and the formats of docs/formats.md,
plain or gzipped. Rows of one id are joined wherever they stand. What can be read in one way only is read without further words, here
as in audit and anonymise; where it cannot, the message says which option decides.

  --out FILE           .jsonl, .txt (one transaction a line), .csv (pairs); - for JSON Lines on standard output. The file to read may be - too

Columns
  --id COLUMN          whose items a row holds, by name or as #1; none: each row is a transaction
  --items A,B,...      columns of items: names, #2, or with a star, dx*; one that holds a comma in double quotes
  --list CHARACTER     a cell holds several items: what separates them (";", ",", "|"), or none
  --flags              the columns are the items; a cell says whether the row has it (1, yes, true, x)
  --missing A,B,...    what stands for nothing beside an empty cell (default NA, N/A, NULL, NaN, None, ".", \\N)

The file
  --delimiter WHICH    comma, semicolon, tab, pipe or a character
  --header, --no-header  the first row names the columns, or does not
  --skip N             lines above the table that belong to none
  --sheet NAME         a sheet of a workbook
  --encoding NAME      of a text file that is not UTF-8: latin1, windows-1252, utf-16le, ... (UTF-16 with its mark needs no word)

Releases of other tools
  --hierarchy FILE     labels stand for sets of items: ARX's CSV, Amnesia's, or JSON {"parent": ["child", ...]}. Labels become sets,
                       intervals of numbers too, and "*" is an item that was suppressed

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
      },
    });
    const [input, ...more] = positionals;
    if (input === undefined) throw new BadInput('name the file to read: unveil import visits.csv --out transactions.jsonl');
    if (more.length > 0) throw new BadInput(`"${more[0]}" is one argument too many; one file is read at a time`);
    const { out } = values;
    if (out === undefined) throw new BadInput('say where to write: --out transactions.jsonl');
    const format = formatOf(out);
    const made = product(out, values, terminal);
    const opened = await readRelease(
      { name: input, bytes: await fileBytes(input) },
      {
        gunzip,
        tables: tableFiles,
        table: tableChoice(values),
        encoding: values.encoding,
        ...(values.sheet === undefined ? {} : { sheet: values.sheet }),
        hierarchy: values.hierarchy === undefined ? undefined : await readHierarchy(values.hierarchy),
      },
    );
    if (opened.kind === 'clusters')
      throw new BadInput('this is a disassociated release; audit and check read it as it is', { file: input });

    const tally = new Tally();
    const encoder = encoderOf(format);
    await made.write(written(opened.transactions, tally, encoder));
    const notes = opened.warnings();
    for (const { message, line, times } of notes)
      terminal.err.write(`unveil: ${input}:${line}: note: ${message}${times > 1 ? ` (${times} times)` : ''}\n`);
    made.summary.write(values.json ? jsonLine({ ...tally.figures(), out, notes }) : tally.text(out));
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
  encoder: ReturnType<typeof encoderOf>,
): AsyncGenerator<string> {
  if (encoder.head !== '') yield encoder.head;
  for await (const transaction of transactions) {
    tally.add(transaction);
    yield encoder.line(transaction);
  }
}
