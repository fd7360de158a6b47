import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIndexFile } from '../../shared/adapters/local/index-file.ts';
import { type OpenSource, openSource } from '../../shared/adapters/local/open-source.ts';
import { syntheticDocuments, syntheticTransactions } from '../../shared/core/generate/topics.ts';

const MODEL = { vocabulary: 3000, topics: 60 };

/** Synthetic transactions with topics, and documents about the same topics to count in. */
export async function syntheticData(seed: string, transactions: number): Promise<{ records: readonly string[][]; source: OpenSource }> {
  const records = syntheticTransactions({ ...MODEL, seed, transactions, density: 0.008 }).map(({ items }) => items as string[]);
  const index = join(mkdtempSync(join(tmpdir(), 'unveil-bench-')), 'documents.unveil-index');
  async function* batches(): AsyncGenerator<readonly string[]> {
    let batch: string[] = [];
    for (const { text } of syntheticDocuments({ ...MODEL, seed }, 40_000)) {
      batch.push(text);
      if (batch.length < 1000) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }
  await buildIndexFile(index, batches(), { normalisation: { plurals: 'folded', segmenter: null }, lang: null });
  return { records, source: await openSource(index) };
}
