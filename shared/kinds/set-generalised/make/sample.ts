import { LARGEST_VOCABULARY, syntheticDocuments, syntheticTransactions } from '../../../core/generate/topics.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { transactionLines } from '../../../kit/make/transaction-lines.ts';
import type { MadeUp } from '../../../kit/offers.ts';
import { optionText, wholeNumber } from '../../../kit/option-values.ts';

export const sampleTransactions: MadeUp['make'] = async (transactions, { seed, values }) => {
  const corpus = optionText(values, 'corpus') ?? null;
  if (corpus !== null && !corpus.endsWith('.jsonl')) throw new BadInput('--corpus is a file whose name ends in .jsonl');
  const vocabulary = wholeNumber(String(values['vocabulary']), '--vocabulary', 1);
  if (vocabulary > LARGEST_VOCABULARY) throw new BadInput(`--vocabulary is at most ${LARGEST_VOCABULARY}`);
  const topics = wholeNumber(String(values['topics']), '--topics', 1);
  if (topics > vocabulary) throw new BadInput('--topics: there are more topics than items');
  const density = Number(values['density']);
  if (!(density > 0 && density <= 1)) throw new BadInput('--density is above 0 and at most 1');
  const documents = wholeNumber(String(values['documents']), '--documents', 1);
  const model = { vocabulary, topics, seed };
  const made = syntheticTransactions({ ...model, density, transactions });
  const items = new Set(made.flatMap((transaction) => transaction.items)).size;
  const length = made.reduce((total, transaction) => total + transaction.items.length, 0) / made.length;
  const figures = { transactions: made.length, distinct_items: items, items_a_transaction: length, density: length / items };
  const pieces = () => syntheticDocuments(model, documents).map((each) => `${JSON.stringify(each)}\n`);
  return {
    pieces: transactionLines(made),
    figures: { ...figures, corpus, documents: corpus === null ? 0 : documents },
    text: `${made.length} transactions, ${items} distinct items, ${length.toFixed(2)} a transaction, density ${(length / items).toFixed(4)}`,
    ...(corpus === null ? {} : { more: [{ path: corpus, pieces: pieces(), text: `${documents} documents` }] }),
  };
};
