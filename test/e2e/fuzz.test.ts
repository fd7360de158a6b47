import { pathToFileURL } from 'node:url';
import { WatchedWorker } from '../../scripts/fuzz/watch.ts';

const worker = new WatchedWorker(pathToFileURL('test/fixtures/planted-readers.ts').href, { milliseconds: 1_500, megabytes: 96 });
afterAll(() => worker.stop());

test('what hangs and what fills the memory is found, with the input that did it, and the others go on', async () => {
  expect((await worker.start()).length).toBeGreaterThan(2);
  const seed = 3;
  const hung = await worker.try({ reader: 'hangs', seed, count: 1_000 });
  expect(hung.found).toEqual([{ reader: 'hangs', seed, at: expect.any(Number), what: 'takes more than 1500 ms' }]);
  const full = await worker.try({ reader: 'fills the memory', seed, count: 1_000 });
  expect(full.found).toEqual([{ reader: 'fills the memory', seed, at: expect.any(Number), what: 'takes more than 96 MB' }]);
  const sound = await worker.try({ reader: 'sound', seed, count: 1_000 });
  expect(sound).toMatchObject({ found: [], read: expect.any(Number) });
  expect(sound.read + sound.refused).toBe(1_000);
});

test('guided by what inputs reach, a fault is found that is one in 65,536 of what is guessed, and more than a few changes away', async () => {
  const guided = new WatchedWorker(pathToFileURL('test/fixtures/planted-deep.ts').href);
  await guided.start();
  const found = async (reader: string, most: number): Promise<string> => {
    for (let seed = 1; seed <= most; seed += 1) {
      const [first] = (await guided.try({ reader, seed, count: 200 })).found;
      if (first !== undefined) return first.what;
    }
    return 'nothing';
  };
  expect(await found('deep, guided', 50)).toContain('TypeError: planted');
  expect(await found('deep', 20)).toBe('nothing');
  await guided.stop();
}, 300_000);
