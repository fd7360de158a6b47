import { syntheticNotes } from '../../shared/core/generate/notes.ts';
import { LARGEST_VOCABULARY, syntheticDocuments, syntheticTransactions } from '../../shared/core/generate/topics.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { DEEPEST_PUBLISHED } from '../../shared/core/places/places-file.ts';
import { transactionLines } from '../anonymise/json-lines.ts';
import { wholeNumber } from '../anonymise/numbers.ts';
import { type Command, ExitCode, jsonLine } from '../command.ts';
import { densityLines, positionLines } from '../generate/position-lines.ts';
import { searchLines } from '../generate/search-lines.ts';
import { parseOptions } from '../parse-options.ts';
import { mayWrite, product as productAt, writeAtomically } from '../write-atomically.ts';

const help = `unveil generate: synthetic transactions with topics, positions, searches, or notes

Usage: unveil generate --out transactions.jsonl [options]

  --transactions N     how many (default 1000)
  --vocabulary N       distinct items (default 500); all are used when there are places enough
  --density D          mean transaction length / distinct items (default 0.02)
  --topics N           items of a topic go together (default 20)
  --seed TEXT          the same seed makes the same data (default unveil)
  --corpus FILE        also writes documents about the same topics, JSON Lines {"id","text"}: a source to attack with,
                       "unveil audit --corpus FILE"
  --documents N        how many of them (default 20000)
  --places N           positions of N users in place of transactions, in towns of a square of 1000 x 1000 (docs/places.md)
  --snapshots N        at how many times (default 1)
  --known FILE         also writes how many of them are in each cell at first: what an attacker may know, "unveil audit --external FILE"
  --levels L           how often the square is halved (default 10)
  --log N              searches of N users in place of transactions, about 8 each (docs/query-logs.md)
  --notes N            texts of N visits to a clinic in place of transactions, with "about" (docs/sanitised-text.md)
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
        places: { type: 'string' },
        log: { type: 'string' },
        notes: { type: 'string' },
        known: { type: 'string' },
        snapshots: { type: 'string', default: '1' },
        levels: { type: 'string', default: '10' },
      },
    });
    if (values.out === undefined) throw new BadInput('say where to write: --out transactions.jsonl');
    if (values.out !== '-' && !values.out.endsWith('.jsonl')) throw new BadInput('--out ends in .jsonl, or is -', { file: values.out });
    if (values.corpus !== undefined && !values.corpus.endsWith('.jsonl'))
      throw new BadInput('--corpus is a file whose name ends in .jsonl');
    const product = productAt(values.out, values, terminal);
    if (values.log !== undefined) {
      const users = wholeNumber(values.log, '--log', 1);
      await product.write(searchLines(users, values.seed));
      if (values.json) terminal.out.write(jsonLine({ users, out: values.out }));
      else product.summary.write(`searches of ${users} users: ${values.out}\n`);
      return ExitCode.done;
    }
    if (values.notes !== undefined) {
      const notes = wholeNumber(values.notes, '--notes', 1);
      await product.write(syntheticNotes(notes, values.seed).map((note) => `${JSON.stringify(note)}\n`));
      if (values.json) terminal.out.write(jsonLine({ notes, out: values.out }));
      else product.summary.write(`${notes} notes: ${values.out}\n`);
      return ExitCode.done;
    }
    if (values.places !== undefined) {
      const users = wholeNumber(values.places, '--places', 1);
      const snapshots = wholeNumber(values.snapshots, '--snapshots', 1);
      const levels = wholeNumber(values.levels, '--levels', 0);
      if (levels > DEEPEST_PUBLISHED) throw new BadInput(`--levels is at most ${DEEPEST_PUBLISHED}`);
      if (values.known !== undefined) mayWrite(values.known, values.force);
      await product.write(positionLines(users, snapshots, levels, values.seed));
      if (values.known !== undefined) await writeAtomically(values.known, densityLines(users, levels, values.seed));
      if (values.json) terminal.out.write(jsonLine({ users, snapshots, out: values.out }));
      else product.summary.write(`${users} users at ${snapshots} times: ${values.out}\n`);
      return ExitCode.done;
    }
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
    await product.write(transactionLines(made));
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
