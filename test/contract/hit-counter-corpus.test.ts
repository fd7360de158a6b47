import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { openSource } from '../../shared/adapters/local/open-source.ts';
import { openBlobCorpus } from '../../shared/app/corpus-over-blobs.ts';
import { BACKED_OFF, NOT_EXPRESSIBLE } from '../../shared/core/corpus/term-counter.ts';
import { CountFlag, type HitCounter } from '../../shared/ports/hit-counter.ts';
import { buildBytes } from '../helpers/in-memory-index.ts';

const TEXTS = ['knee injury and pain', 'the knee', 'injury of the knee', 'Heart disease', 'disease of the heart', 'pain'];
const folder = mkdtempSync(join(tmpdir(), 'unveil-counter-'));
afterAll(() => rmSync(folder, { recursive: true }));

const index = buildBytes(TEXTS);
const homes: Readonly<Record<string, (backOff: boolean) => Promise<HitCounter>>> = {
  async 'an index file'(backOff) {
    const path = join(folder, 'six.unveil-index');
    writeFileSync(path, index);
    return openSource(path, { backOff });
  },
  async 'a file of lines'(backOff) {
    const path = join(folder, 'six.txt');
    writeFileSync(path, TEXTS.join('\n'));
    return openSource(path, { backOff });
  },
  async 'ranges of a blob'(backOff) {
    const store = memoryBlobStore();
    await store.write('six', index);
    return openBlobCorpus(store, 'six', { id: 'corpus:six', backOff });
  },
};

describe.each(Object.entries(homes))('the corpus behind %s', (_, open) => {
  test('counts terms, phrases and pairs in one flat batch', async () => {
    const counter = await open(false);
    expect(await counter.size()).toBe(6);
    const terms = ['knee', 'Knee-Injury', 'injury', 'heart disease', 'the', '?', 'none'];
    const counts = await counter.countAll({ terms, pairs: Uint32Array.of(0, 2, 1, 0, 3, 4, 0, 5, 6, 0, 0, 0) });
    expect([...counts.terms]).toEqual([3, 1, 2, 1, 3, Number.NaN, 0]);
    expect([...counts.termFlags]).toEqual([0, 0, 0, 0, 0, CountFlag.notExpressible, 0]);
    expect([...counts.pairs]).toEqual([2, 1, 0, Number.NaN, 0, 3]);
    expect([...counts.pairFlags]).toEqual([0, 0, 0, CountFlag.notExpressible, 0, 0]);
    expect(await counter.count('knee', 'injury')).toBe(2);
    expect(await counter.count('?', 'knee')).toBeNaN();
  });

  test('backs off only when asked to, and says so', async () => {
    const plain = await open(false);
    const backing = await open(true);
    const request = { terms: ['disease heart', 'heart disease', 'heart knee'], pairs: Uint32Array.of(0, 1) };
    expect([...(await plain.countAll(request)).terms]).toEqual([0, 1, 0]);
    const counts = await backing.countAll(request);
    expect([...counts.terms]).toEqual([2, 1, 0]);
    expect([...counts.termFlags]).toEqual([CountFlag.backedOff, 0, CountFlag.backedOff]);
    expect([...counts.pairs]).toEqual([1]);
    expect([...counts.pairFlags]).toEqual([CountFlag.backedOff]);
    expect(backing.source.version).not.toBe(plain.source.version);
  });

  test('is of the version of its content', async () => {
    expect((await open(false)).source.version).toMatch(/^[0-9a-f]{16}\/nfkc-lower-1$/);
    expect((await open(false)).source.version).toBe((await homes['an index file']?.(false))?.source.version);
  });
});

test('core sets the bits of the port', () => {
  expect([NOT_EXPRESSIBLE, BACKED_OFF]).toEqual([CountFlag.notExpressible, CountFlag.backedOff]);
});
