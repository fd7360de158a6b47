import { documentsOf } from '../../shared/adapters/local/documents.ts';
import { readQueryLog } from '../../shared/adapters/local/query-log.ts';
import { WinkTagger } from '../../shared/adapters/local/wink-tagger.ts';
import { transactionsFromQueries, transactionsFromTexts } from '../../shared/app/make/extract-transactions.ts';
import { encoderOf } from '../../shared/core/format/encoder.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Transaction } from '../../shared/core/model/transaction.ts';
import { type Command, ExitCode, jsonLine } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { product as productAt } from '../write-atomically.ts';

const help = `unveil extract: transactions from English text

Usage: unveil extract INPUT --out transactions.jsonl [options]

INPUT is - for the standard input, a folder of text files (.txt, .md, also .gz and .zst), a file of JSON Lines {"id","text"}, or with --query-log
a log of queries. Each document becomes one transaction: its noun phrases (noun + noun, adjective + noun, else noun) in
order of appearance, lower case, singular and plural as one, without stop words; a noun that a phrase contains is dropped.

  --out FILE               .jsonl, or .txt for one transaction a line, or - for the standard output; a file that is there stays
  --force                  unless this is said
  --json                   what was made, as JSON on standard output
  --repeated-lines SHARE   lines that stand in more than this share of the documents, digits masked, are headers or
                           footers and are left out (default 0.2; 1 keeps every line)
  --query-log              INPUT holds queries: JSON Lines {"user","query","session","time"}, or columns separated by
                           tabs, named in the first line or else user, query, time. A query of at most two words is
                           one item, a longer one is tagged
  --per user|session       with --query-log: one transaction a user (default) or a session (the log's own, else split at
                           pauses of 30 minutes)

Documents without an item are left out, and counted.
`;

export const command: Command = {
  help,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions({
      args: [...argv],
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        force: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        'repeated-lines': { type: 'string', default: '0.2' },
        'query-log': { type: 'boolean', default: false },
        per: { type: 'string', default: 'user' },
      },
    });
    const [input, ...more] = positionals;
    if (input === undefined) throw new BadInput('name the folder or file to read: unveil extract INPUT --out transactions.jsonl');
    if (more.length > 0) throw new BadInput(`"${more[0]}" is one argument too many; one folder or file is read at a time`);
    if (values.out === undefined) throw new BadInput('say where to write: --out transactions.jsonl');
    const format = /\.jsonl$|^-$/.test(values.out) ? 'jsonl' : /\.txt$/.test(values.out) ? 'text' : null;
    if (format === null) throw new BadInput(`--out must end in .jsonl or .txt, or be -`, { file: values.out });
    const share = Number(values['repeated-lines']);
    if (!(share > 0 && share <= 1)) throw new BadInput('--repeated-lines is a share above 0, at most 1');
    const { per } = values;
    if (per !== 'user' && per !== 'session') throw new BadInput('--per is user or session');

    const product = productAt(values.out, values, terminal);
    const tagger = new WinkTagger();
    const made = values['query-log']
      ? transactionsFromQueries(readQueryLog(input, per), tagger, per)
      : transactionsFromTexts(() => documentsOf(input), tagger, share);
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
