import { randomBytes } from 'node:crypto';
import type { CachedCount, ScoreCache } from '../../shared/ports/score-cache.ts';

const NOW = 1_800_000_000;
const counted = (count: number, expires: number | null = null): CachedCount => ({
  state: 'counted',
  count,
  flags: 0,
  observed: NOW,
  expires,
});
const key = (): Uint8Array => new Uint8Array(randomBytes(16));

/** Contract of every store of counts. `open` returns a store without the keys made here. */
export function scoreCacheSuite(
  name: string,
  open: () => Promise<{ readonly cache: ScoreCache; readonly close: () => Promise<void> }>,
): void {
  describe(`score cache: ${name}`, () => {
    let cache: ScoreCache;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ cache, close } = await open());
    });
    afterAll(() => close());

    test('what was put is got back, in the order asked, doubles and absent keys included', async () => {
      const keys = Array.from({ length: 1_300 }, key);
      await cache.put(keys.slice(0, 1_200).map((each, at) => ({ key: each, value: { ...counted(at), flags: at % 16 } })));
      const asked = [...keys.slice(1_100), ...keys.slice(0, 7), ...keys.slice(0, 7)];
      const got = await cache.get(asked, NOW);
      expect(got.map((value) => value?.count ?? null)).toEqual([
        ...Array.from({ length: 100 }, (_, at) => 1_100 + at),
        ...new Array<null>(100).fill(null),
        ...[0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6],
      ]);
      expect(got[3]).toEqual({ ...counted(1_103), flags: 1_103 % 16 });
    });

    test('nothing is asked, nothing is answered', async () => {
      expect(await cache.get([], NOW)).toEqual([]);
      expect(await cache.lease([], 'a', NOW, NOW + 10)).toEqual([]);
      expect(await cache.settle([], 'a')).toEqual([]);
      await cache.put([]);
    });

    test('a zero is a value; so is "not expressible"; a failure is kept as what it is', async () => {
      const values: CachedCount[] = [
        counted(0),
        { state: 'not expressible', count: 0, flags: 1, observed: NOW, expires: null },
        { state: 'failed', count: 0, flags: 2, observed: NOW, expires: NOW + 300 },
        counted(Number.MAX_SAFE_INTEGER),
      ];
      const keys = values.map(key);
      await cache.put(values.map((value, at) => ({ key: keys[at], value })));
      expect(await cache.get(keys, NOW)).toEqual(values);
    });

    test('an expired answer is none, whether or not the store has deleted it', async () => {
      const one = key();
      await cache.put([{ key: one, value: counted(5, NOW + 100) }]);
      expect((await cache.get([one], NOW + 99))[0]?.count).toBe(5);
      expect(await cache.get([one], NOW + 100)).toEqual([null]);
      expect(await cache.lease([one], 'a', NOW + 100, NOW + 110)).toEqual([{ kind: 'ours' }]);
    });

    test('a lease has one holder; the others are told until when; an answer ends it', async () => {
      const one = key();
      expect(await cache.lease([one], 'a', NOW, NOW + 30)).toEqual([{ kind: 'ours' }]);
      expect(await cache.lease([one], 'b', NOW + 1, NOW + 31)).toEqual([{ kind: 'taken', until: NOW + 30 }]);
      expect(await cache.get([one], NOW)).toEqual([null]);
      expect(await cache.settle([{ key: one, value: counted(9) }], 'b')).toEqual([false]);
      expect(await cache.settle([{ key: one, value: counted(7) }], 'a')).toEqual([true]);
      expect(await cache.lease([one], 'b', NOW + 2, NOW + 32)).toEqual([{ kind: 'answered', value: counted(7) }]);
    });

    test('a lease that ran out is taken over, and its late holder cannot write', async () => {
      const one = key();
      await cache.lease([one], 'dead', NOW, NOW + 30);
      expect(await cache.lease([one], 'b', NOW + 30, NOW + 60)).toEqual([{ kind: 'ours' }]);
      expect(await cache.settle([{ key: one, value: counted(1) }], 'dead')).toEqual([false]);
      expect(await cache.settle([{ key: one, value: counted(2) }], 'b')).toEqual([true]);
      expect((await cache.get([one], NOW + 31))[0]?.count).toBe(2);
    });

    test('a lease given back can be had at once, and only its holder can give it back', async () => {
      const one = key();
      await cache.lease([one], 'a', NOW, NOW + 30);
      await cache.release([one], 'b');
      expect((await cache.lease([one], 'b', NOW + 1, NOW + 31))[0]?.kind).toBe('taken');
      await cache.release([one], 'a');
      expect(await cache.lease([one], 'b', NOW + 1, NOW + 31)).toEqual([{ kind: 'ours' }]);
    });

    test('the holder may renew its lease', async () => {
      const one = key();
      await cache.lease([one], 'a', NOW, NOW + 30);
      expect(await cache.lease([one], 'a', NOW + 20, NOW + 50)).toEqual([{ kind: 'ours' }]);
      expect(await cache.lease([one], 'b', NOW + 40, NOW + 70)).toEqual([{ kind: 'taken', until: NOW + 50 }]);
    });

    test('of 16 that ask for 20 keys at once, each key has exactly one holder', async () => {
      const keys = Array.from({ length: 20 }, key);
      const answers = await Promise.all(Array.from({ length: 16 }, (_, who) => cache.lease(keys, `w${who}`, NOW, NOW + 30)));
      for (let at = 0; at < keys.length; at += 1) {
        expect(answers.filter((each) => each[at]?.kind === 'ours')).toHaveLength(1);
      }
    });
  });
}
