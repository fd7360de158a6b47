import { buildInMemory } from '../../shared/adapters/local/index-file.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { EXACT } from '../../shared/core/text/tokens.ts';
import { type ByteSource, memorySource } from '../../shared/corpus/byte-source.ts';
import { CorpusIndex } from '../../shared/corpus/corpus-index.ts';
import { TermCounter } from '../../shared/corpus/term-counter.ts';

test('lists that fit in three quarters of the memory are read once, however many batches ask for them', async () => {
  const random = seeded('kept lists');
  const words = Array.from({ length: 200 }, (_, at) => `word${at}`);
  const pieces = Array.from({ length: 4_000 }, () => words.filter(() => random.unit() < 0.12).join(' '));
  const built = await buildInMemory([pieces], { normalisation: EXACT });
  const source = memorySource('kept', built);
  let reads = 0;
  const counted: ByteSource = {
    ...source,
    read(offset, length) {
      reads += 1;
      return source.read(offset, length);
    },
  };
  // 500 bytes a list, kept as bits, and as much beside it: between a quarter of it and three.
  const counter = new TermCounter(await CorpusIndex.open(counted), { normalisation: EXACT, memory: 1 << 19 });
  const first = await counter.countAll({ terms: words, pairs: Uint32Array.of(0, 1) });
  expect(reads).toBeGreaterThan(words.length);
  reads = 0;
  expect(await counter.countAll({ terms: words, pairs: Uint32Array.of(0, 1) })).toEqual(first);
  expect(reads).toBe(0);
});
