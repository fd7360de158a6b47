import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { type AttackFailed, framesOf, toldOnce } from '../../shared/core/verdict/failure.ts';
import { learnRelease } from '../../shared/kinds/set-generalised/learn/learn-release.ts';
import { type ReleaseView, type ViewInput, watched } from '../../shared/kinds/set-generalised/learn/release-view.ts';
import { HomeFaults } from '../../shared/kit/attack/home-faults.ts';
import { jsonLines } from '../../shared/kit/blobs/json-lines.ts';
import { MissingBlob } from '../../shared/ports/blob-store.ts';
import type { Progress } from '../../shared/ports/progress.ts';

const SILENT: Progress = { step: () => {}, end: () => {} } as unknown as Progress;
const full = (): Error => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
type Fit = (view: ReleaseView) => Promise<unknown>;

async function fitted(fit: Fit, broken: Partial<ViewInput['work']> = {}, failed?: AttackFailed): Promise<unknown> {
  const work = memoryBlobStore();
  const input = watched({ work: { ...work, ...broken }, blocks: [], sources: [], judge: null, failed } as unknown as Omit<
    ViewInput,
    'faults'
  >);
  await learnRelease(['planted'], input, SILENT, fit as Parameters<typeof learnRelease>[3]);
  return JSON.parse(Buffer.concat(await Array.fromAsync(work.read('models.json'))).toString()).planted;
}

test('what an attack throws is its result; what storage throws under it ends the step', async () => {
  expect(await fitted(() => Promise.reject(new RangeError('its own')))).toEqual({ error: 'RangeError' });
  expect(await fitted(async ({ store }) => Array.fromAsync(store.read('absent')))).toEqual({ error: 'MissingBlob' });
  const write = (key: string) => (key.startsWith('attacks/') ? Promise.reject(full()) : Promise.resolve(true));
  await expect(fitted(({ store }) => store.write('kept', new Uint8Array(1)), { write })).rejects.toThrow('no space left');
  // biome-ignore lint/correctness/useYield: it fails before it has anything to give
  const read = async function* (): AsyncGenerator<Uint8Array> {
    throw full();
  };
  await expect(fitted(async ({ store }) => Array.fromAsync(store.read('kept')), { read })).rejects.toThrow('no space left');
  const wrapped: Fit = async ({ store }) => {
    await store.write('kept', new Uint8Array(1)).catch((cause: unknown) => {
      throw new Error('could not keep', { cause });
    });
  };
  await expect(fitted(wrapped, { write })).rejects.toThrow('could not keep');
});

test('work of another shape ends the step too: it is no property of an attack', async () => {
  const group = { id: 'a', members: ['x'] };
  const read = (key: string) =>
    jsonLines(key === 'manifest.jsonl' ? [{ unit: 0, slice: 0, blob: 'groups/0.jsonl', start: 0, end: 30, cells: 1 }] : [group]);
  await expect(fitted(async ({ slices }) => Array.fromAsync(slices()), { read })).rejects.toThrow(
    'work blob "groups": context: must be a list',
  );
});

test('who asks is told of the error of an attack that failed, once a place; its result has the name alone', async () => {
  const told: [string, unknown][] = [];
  const error = new RangeError('quotes an item');
  const failed = toldOnce((attack, thrown) => told.push([attack, thrown]));
  expect(await fitted(() => Promise.reject(error), {}, failed)).toEqual({ error: 'RangeError' });
  await fitted(() => Promise.reject(error), {}, failed);
  await fitted(() => Promise.reject(new RangeError('of another place')), {}, failed);
  expect(told).toEqual([
    ['planted', error],
    ['planted', expect.objectContaining({ message: 'of another place' })],
  ]);
  expect(framesOf(error)[0]).toMatch(/home-faults\.test/);
  expect(framesOf(error).join()).not.toContain('quotes an item');
});

test('what is watched is used as before', async () => {
  class Source {
    readonly #counts = new Map([['knee', 3]]);
    readonly source = { id: 'own', version: '1' };
    async count(term: string): Promise<number> {
      const count = this.#counts.get(term);
      if (count === undefined) throw new MissingBlob(term);
      return count;
    }
    size(): number {
      throw full();
    }
  }
  const faults = new HomeFaults();
  const watched = faults.watch(new Source());
  expect([watched.source.id, await watched.count('knee')]).toEqual(['own', 3]);
  const missing: unknown = await watched.count('elbow').catch((error: unknown) => error);
  expect([missing instanceof MissingBlob, faults.isOne(missing)]).toEqual([true, false]);
  let thrown: unknown;
  try {
    watched.size();
  } catch (error) {
    thrown = error;
  }
  expect([faults.isOne(thrown), faults.isOne(full()), faults.isOne(undefined)]).toEqual([true, false, false]);
});
