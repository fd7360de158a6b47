import { documentsOf } from '../../shared/adapters/local/documents.ts';
import { WinkTagger } from '../../shared/adapters/local/wink-tagger.ts';
import { encoderOf } from '../../shared/core/format/encoder.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Transaction } from '../../shared/core/model/transaction.ts';
import { transactionsFromTexts } from '../../shared/kit/make/extract-transactions.ts';
import type { GivenOptions } from '../../shared/kit/offers.ts';
import type { Options } from '../../shared/kit/option.ts';
import { type Command, ExitCode, jsonLine, oneArgument, optionHelp, parseOptions } from '../command.ts';
import { merged, OFFERS } from '../offers.ts';
import { readersHere } from '../readers.ts';
import { product as productAt } from '../write-atomically.ts';

const COMMON = {
  out: {
    type: 'string',
    value: 'FILE',
    help: '.jsonl, or .txt for one transaction a line, or - for the standard output; a file that is there stays',
  },
  force: { type: 'boolean', default: false, help: 'overwrite the file that is there' },
  json: { type: 'boolean', default: false, help: 'what was made, as JSON on standard output' },
  'repeated-lines': {
    type: 'string',
    value: 'SHARE',
    default: '0.2',
    help: 'lines that stand in more than this share of the documents, digits masked, are headers or footers and are left out (default 0.2; 1 keeps every line)',
  },
} as const satisfies Options;

const OTHERS = OFFERS.flatMap(({ extract }) => (extract === undefined ? [] : [extract]));
const OPTIONS = { ...merged(OTHERS.map(({ options }) => options)), ...COMMON };

const help = `unveil extract: transactions from English text

Usage: unveil extract INPUT --out transactions.jsonl [options]

INPUT is - for the standard input, a folder of text files (.txt, .md, also .gz and .zst), a file of JSON Lines {"id","text"}, or what
an option below says. Each document becomes one transaction: its noun phrases (noun + noun, adjective + noun, else noun) in
order of appearance, lower case, singular and plural as one, without stop words; a noun that a phrase contains is dropped.

${optionHelp(COMMON)}${optionHelp(merged(OTHERS.map(({ options }) => options)))}
Documents without an item are left out, and counted.
`;

export const command: Command = {
  help,
  options: OPTIONS,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    const input = oneArgument(
      positionals,
      'name the folder or file to read: unveil extract INPUT --out transactions.jsonl',
      'one folder or file is read at a time',
    );
    if (values.out === undefined) throw new BadInput('say where to write: --out transactions.jsonl');
    const format = /\.jsonl$|^-$/.test(values.out) ? 'jsonl' : /\.txt$/.test(values.out) ? 'text' : null;
    if (format === null) throw new BadInput(`--out must end in .jsonl or .txt, or be -`, { file: values.out });
    const share = Number(values['repeated-lines']);
    if (!(share > 0 && share <= 1)) throw new BadInput('--repeated-lines is a share above 0, at most 1');
    const product = productAt(values.out, values, terminal);
    const given: GivenOptions = values;
    const other = OTHERS.find(({ name }) => given[name] === true);
    const made =
      other === undefined
        ? transactionsFromTexts(() => documentsOf(input), new WinkTagger(), share)
        : await other.transactions(input, { values: given }, readersHere());
    const tally = { kept: 0, empty: 0, items: 0, distinct: new Set<string>() };
    const encoder = encoderOf(format);
    await product.write(counted(made, encoder.line, tally));
    const mean = tally.items / Math.max(1, tally.kept);
    const figures = { transactions: tally.kept, distinct_items: tally.distinct.size, items_a_transaction: mean, left_out: tally.empty };
    product.summary.write(
      values.json
        ? jsonLine({ ...figures, out: values.out })
        : `${tally.kept} transactions, ${tally.distinct.size} distinct items, ${mean.toFixed(1)} a transaction` +
            `${tally.empty > 0 ? `; ${tally.empty} documents without an item left out` : ''}: ${values.out}\n`,
    );
    return ExitCode.done;
  },
};

function* counted(
  transactions: Iterable<Transaction>,
  line: (transaction: Transaction) => string,
  tally: { kept: number; empty: number; items: number; readonly distinct: Set<string> },
): Generator<string> {
  for (const transaction of transactions) {
    if (transaction.items.length === 0) {
      tally.empty += 1;
      continue;
    }
    tally.kept += 1;
    tally.items += transaction.items.length;
    for (const item of transaction.items) tally.distinct.add(item as string);
    yield line(transaction);
  }
  if (tally.kept === 0) throw new BadInput('no noun was found in any document: is this English text?');
}
