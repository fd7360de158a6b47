import { buildInMemory } from '../../shared/adapters/local/index-file.ts';
import { type BlockOptions, cachedCounter, countUnits, MissingCounts, type Parts } from '../../shared/app/audit/count/counted-units.ts';
import type { GroupRecord } from '../../shared/contracts/work.ts';
import { memorySource } from '../../shared/core/corpus/byte-source.ts';
import { CorpusIndex } from '../../shared/core/corpus/corpus-index.ts';
import { TermCounter } from '../../shared/core/corpus/term-counter.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { EXACT } from '../../shared/core/text/normalisation.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';

const TEXTS = ['a b x', 'a x y', 'b y', 'c z x', 'd z', 'e x z', 'a c'];

const group = (id: string, members: readonly string[], context: readonly string[]): GroupRecord => ({ id, members, context, rows: [] });
const PARTS: Parts = [
  [group('1', ['a', 'b'], ['x', 'y']), group('2', ['c', 'd'], ['z', 'x'])],
  [group('3', ['e', 'unknown'], ['x', 'z', 'y'])],
];

async function counterOver(texts: readonly string[]): Promise<HitCounter> {
  const bytes = await buildInMemory([texts], { normalisation: EXACT });
  const counter = new TermCounter(await CorpusIndex.open(memorySource('texts', bytes)), { normalisation: EXACT });
  return {
    source: { id: 'corpus:texts', version: counter.version },
    size: async () => counter.size,
    count: (term, other) => counter.count(term, other),
    countAll: (request) => counter.countAll(request),
  };
}

function memoryBlocks(): BlockOptions & { readonly kept: Map<string, Uint8Array> } {
  const kept = new Map<string, Uint8Array>();
  const blocks: BlockOptions['blocks'] = {
    get: async (keys) => keys.map((key) => kept.get(String(key)) ?? null),
    put: async (rows) => {
      for (const { key, bytes } of rows) kept.set(String(key), bytes);
    },
  };
  return { secret: new Uint8Array(32), blocks, labels: undefined, kept };
}

describe('counts from the cache', () => {
  test('are those of the corpus, in the order stored and in any other; what was not counted is not known', async () => {
    const counter = await counterOver(TEXTS);
    const options = memoryBlocks();
    expect(await countUnits(PARTS, counter, options)).toBe(3);
    expect(await countUnits(PARTS, counter, options)).toBe(0);
    const cached = await cachedCounter(PARTS, { source: counter.source, size: await counter.size() }, options);

    const terms = [...new Set(PARTS.flat().flatMap(({ members, context }) => [...members, ...context]))];
    const stored = PARTS.flat().flatMap(({ members, context }) => context.flatMap((c) => members.map((m) => [m, c] as const)));
    const random = seeded('order of pairs');
    for (const wanted of [stored, stored.slice(3, 7), ...Array.from({ length: 5 }, () => shuffle([...stored], random))]) {
      const pairs = Uint32Array.from(wanted.flatMap((pair) => pair.map((term) => terms.indexOf(term))));
      expect(await cached.countAll({ terms, pairs })).toEqual(await counter.countAll({ terms, pairs }));
    }
    for (const [m, c] of stored) expect(await cached.count(m, c)).toBe(await counter.count(m, c));

    const strangers = await cached.countAll({ terms: ['a', 'z', 'never'], pairs: Uint32Array.of(0, 1, 2, 1, 0, 0) });
    expect([...strangers.pairs]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(await cached.count('a', 'z')).toBeNaN();
  });

  test('fail where a block is gone: the step is run again', async () => {
    const counter = await counterOver(TEXTS);
    const options = memoryBlocks();
    await countUnits(PARTS, counter, options);
    options.kept.delete([...options.kept.keys()][0] as string);
    await expect(cachedCounter(PARTS, { source: counter.source, size: 7 }, options)).rejects.toThrow(MissingCounts);
    expect(await countUnits(PARTS, counter, options)).toBeGreaterThan(0);
  });
});
