import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { INDEX_SUFFIX } from '../shared/adapters/local/corpus-store.ts';
import { documentsOf, jsonObject, readText } from '../shared/adapters/local/documents.ts';
import { buildIndexFile } from '../shared/adapters/local/index-file.ts';
import { openSource } from '../shared/adapters/local/open-source.ts';
import { WinkTagger } from '../shared/adapters/local/wink-tagger.ts';
import type { LoadedDataset } from '../shared/app/experiment/run-experiment.ts';
import { transactionsFromTexts } from '../shared/app/make/extract-transactions.ts';
import type { ExperimentDataset } from '../shared/contracts/experiment.ts';
import { syntheticDocuments, syntheticTransactions } from '../shared/core/generate/topics.ts';
import { digestText } from '../shared/core/keys/digest.ts';
import type { Transaction } from '../shared/core/model/transaction.ts';
import type { HitCounter } from '../shared/ports/hit-counter.ts';

const BATCH = 500;
/** Lines in more of the documents than this are headers or footers, as `unveil extract` has it. */
const REPEATED_SHARE = 0.2;

/** The dataset from the data folder, or the generated one in its place. Indexes of sources are kept in `out`. */
export async function loadDataset(dataset: ExperimentDataset, data: string, out: string, seed: string): Promise<LoadedDataset> {
  const file = join(data, dataset.file);
  const { source } = dataset;
  const present = existsSync(file) && (source === undefined || existsSync(join(data, source)));
  const all = present ? fromFile(dataset, file) : syntheticTransactions({ ...dataset.standIn, seed });
  const transactions = all.slice(0, dataset.transactions).map((each) => ({ ...each, items: each.items.slice(0, dataset.itemsEach) }));
  const items = new Set(transactions.flatMap((each) => each.items)).size;
  const size = `${transactions.length} transactions, ${items} distinct items`;
  let opened: Promise<HitCounter> | null = null;
  const documents =
    present && source !== undefined
      ? () => batches(documentsOf(join(data, source)))
      : () => batches(syntheticDocuments({ ...dataset.standIn, seed }, dataset.standIn.documents));
  const named = present && source !== undefined ? join(data, source) : JSON.stringify([dataset.standIn, seed]);
  return {
    transactions,
    missing: present ? null : dataset.file,
    made: present
      ? `${size} of ${dataset.file}${source === undefined ? '' : `, counted in ${source}`}`
      : `${size}, generated: ${dataset.file} is not in the data folder`,
    source: () => {
      opened ??= openIndex(join(out, 'sources', `${digestText(named).slice(0, 16)}${INDEX_SUFFIX}`), documents);
      return opened;
    },
  };
}

async function openIndex(path: string, documents: () => Iterable<readonly string[]>): Promise<HitCounter> {
  if (!existsSync(path)) {
    mkdirSync(join(path, '..'), { recursive: true });
    await buildIndexFile(path, documents(), { normalisation: { plurals: 'folded', segmenter: null }, lang: 'en' });
  }
  return openSource(path);
}

function fromFile(dataset: ExperimentDataset, file: string): readonly Transaction[] {
  if (/\.dat(\.gz|\.zst)?$/.test(file)) {
    const lines = readText(file)
      .split('\n')
      .filter((line) => line.trim() !== '');
    return lines.slice(0, dataset.transactions).map((line, at) => ({ id: String(at + 1), items: [...new Set(line.trim().split(/\s+/))] }));
  }
  const { where = {} } = dataset;
  const documents = readText(file)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => jsonObject(line, file, at + 1))
    .filter((document) => Object.entries(where).every(([field, value]) => document[field] === value));
  // Evenly over the file, which may be sorted by topic.
  const wanted = Math.min(dataset.transactions, documents.length);
  const chosen = Array.from({ length: wanted }, (_, at) => documents[Math.floor((at * documents.length) / wanted)] ?? {});
  const texts = chosen.map(({ text }, at) => ({ id: String(at + 1), text: String(text ?? '') }));
  return [...transactionsFromTexts(() => texts, new WinkTagger(), REPEATED_SHARE)].filter(({ items }) => items.length > 1);
}

function* batches(documents: Iterable<{ readonly text: string }>): Generator<readonly string[]> {
  let batch: string[] = [];
  for (const { text } of documents) {
    batch.push(text);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
