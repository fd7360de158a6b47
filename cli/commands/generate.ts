import { LARGEST_VOCABULARY, syntheticDocuments, syntheticTransactions } from '../../shared/core/generate/topics.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { jsonLines } from '../anonymise/json-lines.ts';
import { wholeNumber } from '../anonymise/numbers.ts';
import { type Command, ExitCode, jsonLine } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { mayWrite, product as productAt, writeAtomically } from '../write-atomically.ts';

const help = `unveil generate: synthetic transactions with topics

Usage: unveil generate --out transactions.jsonl [options]

  --transactions N     how many (default 1000)
  --vocabulary N       distinct items (default 500); all are used when there are places enough
  --density D          mean transaction length / distinct items (default 0.02)
  --topics N           items of a topic go together (default 20)
  --seed TEXT          the same seed makes the same data (default unveil)
  --corpus FILE        also writes documents about the same topics, JSON Lines {"id","text"}: a source to attack with,
                       "unveil audit --corpus FILE"
  --documents N        how many of them (default 20000)
  --force              overwrite files that are there
  --json               what was made, as JSON on standard output
`;

export const command: Command = {
  help,
  async run(argv, terminal) {
    const { values } = parseOptions({
      args: [...argv],
      options: {
        out: { type: 'string' },
        force: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        transactions: { type: 'string', default: '1000' },
        vocabulary: { type: 'string', default: '500' },
        density: { type: 'string', default: '0.02' },
        topics: { type: 'string', default: '20' },
        seed: { type: 'string', default: 'unveil' },
        corpus: { type: 'string' },
        documents: { type: 'string', default: '20000' },
      },
    });
    if (values.out === undefined) throw new BadInput('say where to write: --out transactions.jsonl');
    if (values.out !== '-' && !values.out.endsWith('.jsonl')) throw new BadInput('--out ends in .jsonl, or is -', { file: values.out });
    if (values.corpus !== undefined && !values.corpus.endsWith('.jsonl'))
      throw new BadInput('--corpus is a file whose name ends in .jsonl');
    const product = productAt(values.out, values, terminal);
    if (values.corpus !== undefined) mayWrite(values.corpus, values.force);
    const vocabulary = wholeNumber(values.vocabulary, '--vocabulary', 1);
    if (vocabulary > LARGEST_VOCABULARY) throw new BadInput(`--vocabulary is at most ${LARGEST_VOCABULARY}`);
    const topics = wholeNumber(values.topics, '--topics', 1);
    if (topics > vocabulary) throw new BadInput('--topics: there are more topics than items');
    const density = Number(values.density);
    if (!(density > 0 && density <= 1)) throw new BadInput('--density is above 0 and at most 1');
    const documents = wholeNumber(values.documents, '--documents', 1);
    const model = { vocabulary, topics, seed: values.seed };
    const made = syntheticTransactions({ ...model, density, transactions: wholeNumber(values.transactions, '--transactions', 1) });
    await product.write(jsonLines(made));
    const items = new Set(made.flatMap((transaction) => transaction.items)).size;
    const length = made.reduce((total, transaction) => total + transaction.items.length, 0) / made.length;
    const figures = { transactions: made.length, distinct_items: items, items_a_transaction: length, density: length / items };
    if (!values.json)
      product.summary.write(
        `${made.length} transactions, ${items} distinct items, ${length.toFixed(2)} a transaction, density ${(length / items).toFixed(4)}: ${values.out}\n`,
      );
    if (values.corpus !== undefined) {
      await writeAtomically(
        values.corpus,
        syntheticDocuments(model, documents).map((each) => `${JSON.stringify(each)}\n`),
      );
      if (!values.json) product.summary.write(`${documents} documents: ${values.corpus}\n`);
    }
    const corpus = values.corpus ?? null;
    if (values.json) terminal.out.write(jsonLine({ ...figures, out: values.out, corpus, documents: corpus === null ? 0 : documents }));
    return ExitCode.done;
  },
};
