import { createHash } from 'node:crypto';
import { EXACT } from '../../shared/core/text/tokens.ts';
import { type ByteSink, memorySource } from '../../shared/corpus/byte-source.ts';
import { CorpusIndex } from '../../shared/corpus/corpus-index.ts';
import { type BuildOptions, IndexBuilder } from '../../shared/corpus/index-builder.ts';
import type { RunStore } from '../../shared/corpus/run-merge.ts';

/** Runs in memory, handed out in small chunks so that entries cross their borders. */
function memoryRuns(chunk: number): RunStore {
  const runs: Uint8Array[][] = [];
  return {
    create() {
      const parts: Uint8Array[] = [];
      runs.push(parts);
      return { append: (bytes) => parts.push(bytes.slice()), end: () => {} };
    },
    readAll: () =>
      runs.map((parts) => {
        const bytes = Buffer.concat(parts);
        let at = 0;
        return () => {
          const next = bytes.subarray(at, at + chunk);
          at += chunk;
          return next;
        };
      }),
  };
}

export function buildBytes(texts: readonly string[], options: Partial<BuildOptions> & { readonly chunk?: number } = {}): Uint8Array {
  const { chunk = 1000, ...rest } = options;
  const builder = new IndexBuilder({ normalisation: EXACT, runs: memoryRuns(chunk), ...rest });
  for (const text of texts) builder.add(text);
  const chunks: Uint8Array[] = [];
  const hash = createHash('sha256');
  const sink: ByteSink = {
    append(bytes) {
      if (chunks.length > 0) hash.update(bytes);
      chunks.push(bytes.slice());
    },
    digest: () => hash.digest(),
    putHead: (bytes) => chunks.splice(0, 1, bytes),
  };
  builder.finish(sink);
  return new Uint8Array(Buffer.concat(chunks));
}

export const openBytes = (bytes: Uint8Array, name = 'test index'): Promise<CorpusIndex> => CorpusIndex.open(memorySource(name, bytes));
