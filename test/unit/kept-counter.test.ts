import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import { countPrice } from '../../shared/pipeline/cloud/counters.ts';
import { KeptCounter } from '../../shared/pipeline/fetch/kept-counter.ts';
import { CountFlag, type CountRequest, type HitCounter } from '../../shared/ports/hit-counter.ts';
import type { TermRows } from '../../shared/ports/term-rows.ts';
import { MemoryTermRows } from '../helpers/memory-term-rows.ts';

const NOW = 1_800_000_000;
const SECRET = new Uint8Array(32).fill(7);

/** Counts that follow from the terms: some zero, some that cannot be asked, some flagged. */
class Counted implements HitCounter {
  readonly source = { id: 'corpus:made', version: '1' };
  asked: string[] = [];
  async size(): Promise<number> {
    return 1_000;
  }
  async count(): Promise<number> {
    throw new Error('not used');
  }
  async countAll({ terms, pairs }: CountRequest) {
    const of = (text: string): number => {
      const value = seeded('counts', text).below(40);
      return value === 1 ? Number.NaN : value;
    };
    const flag = (count: number): number => (Number.isNaN(count) ? CountFlag.notExpressible : count === 7 ? CountFlag.backedOff : 0);
    const names = Array.from({ length: pairs.length / 2 }, (_, at) =>
      [terms[pairs[2 * at]], terms[pairs[2 * at + 1]]].toSorted().join('+'),
    );
    this.asked.push(...names);
    const [one, both] = [Float64Array.from(terms, of), Float64Array.from(names, of)];
    return { terms: one, termFlags: Uint8Array.from(one, flag), pairs: both, pairFlags: Uint8Array.from(both, flag) };
  }
}

const counted = new Counted();
beforeEach(() => {
  counted.asked = [];
});
let secretsAsked = 0;
const kept = (rows: TermRows, { now = NOW, pays = true, secret = SECRET } = {}): KeptCounter => {
  const asked = async (): Promise<Uint8Array> => {
    secretsAsked += 1;
    return secret;
  };
  return new KeptCounter(
    { source: counted.source, size: 1_000, open: async () => counted },
    { secret: asked, rows, now, pays: () => pays },
  );
};

const request = (pairs: readonly (readonly [string, string])[]): CountRequest => {
  const terms = [...new Set(pairs.flat())];
  return { terms, pairs: Uint32Array.from(pairs.flatMap((pair) => pair.map((term) => terms.indexOf(term)))) };
};
const somePairs = (random: Random, pairs: number, terms: number): [string, string][] =>
  Array.from({ length: pairs }, () => [`term ${random.below(terms)}`, `term ${random.below(terms)}`]);

describe('a counter that keeps its counts by term', () => {
  test('says what the source says, whoever asked before for whatever, in whatever order and roles', async () => {
    const rows = new MemoryTermRows();
    const random = seeded('kept');
    const seen = new Set<string>();
    for (let audit = 0; audit < 12; audit += 1) {
      const pairs = somePairs(random, 1 + random.below(200), 30);
      const asked = request(pairs);
      const counter = kept(rows);
      counted.asked = [];
      const got = await counter.countAll(asked);
      const names = pairs.map((pair) => pair.toSorted().join('+'));
      expect(counted.asked.toSorted()).toEqual(names.filter((name) => !seen.has(name)).toSorted());
      expect(counter.sought).toEqual({ found: pairs.length - counted.asked.length, missed: counted.asked.length, anew: 0 });
      expect(got).toEqual(await counted.countAll(asked));
      for (const name of names) seen.add(name);
    }
    expect(await kept(rows).count('term 1', 'term 2')).toEqual((await counted.countAll(request([['term 1', 'term 2']]))).pairs[0]);
    expect(await kept(rows).count('term 1')).toEqual((await counted.countAll({ terms: ['term 1'], pairs: new Uint32Array(0) })).terms[0]);
  });

  test('parts the row of a term with many partners, and finds them below it', async () => {
    const rows = new MemoryTermRows();
    const partners = Array.from({ length: 9_000 }, (_, at) => `partner ${at}`);
    const all = partners.map((partner): [string, string] => ['hub', partner]);
    for (let from = 0; from < all.length; from += 1_000) await kept(rows).countAll(request(all.slice(from, from + 1_000)));
    const counter = kept(rows);
    const asked = request(shuffle(all, seeded('hub')));
    counted.asked = [];
    expect(await counter.countAll(asked)).toEqual(await new Counted().countAll(asked));
    expect(counter.sought).toEqual({ found: 9_000, missed: 0, anew: 0 });
    expect(counted.asked).toEqual([]);
    // A read is billed by 4 KB.
    expect(Math.max(...[...rows.rows.values()].map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(4_096 + 300);
  });

  test('loses nothing that audits write at the same time', async () => {
    const rows = new MemoryTermRows();
    const random = seeded('at once');
    const slow: TermRows = {
      get: async (keys, now) => {
        const got = await rows.get(keys, now);
        await new Promise((resolve) => setImmediate(resolve));
        return got;
      },
      put: (changes, now, expires) => rows.put(changes, now, expires),
    };
    const audits = Array.from({ length: 4 }, () => somePairs(random, 60, 25));
    await Promise.all(audits.map((pairs) => kept(slow).countAll(request(pairs))));
    counted.asked = [];
    for (const pairs of audits) await kept(rows).countAll(request(pairs));
    expect(counted.asked).toEqual([]);
  });

  test('counts again what has expired, and what was kept under another secret; a row of another layout is none', async () => {
    const rows = new MemoryTermRows();
    const asked = request([['a', 'b']]);
    await kept(rows).countAll(asked);
    const sought = async (counter: KeptCounter) => {
      await counter.countAll(asked);
      return counter.sought.found;
    };
    expect(await sought(kept(rows))).toBe(1);
    expect(await sought(kept(rows, { secret: new Uint8Array(32) }))).toBe(0);
    const later = NOW + 181 * 86_400;
    expect(await sought(kept(rows, { now: later }))).toBe(0);
    expect(await sought(kept(rows, { now: later }))).toBe(1);
    for (const [key, row] of rows.rows) rows.rows.set(key, { ...row, bytes: Uint8Array.of(99, ...row.bytes.subarray(1)) });
    expect(await sought(kept(rows, { now: later }))).toBe(0);
    expect(await sought(kept(rows, { now: later }))).toBe(1);
  });

  test('holds no text, and nothing of an audit that counting serves more cheaply', async () => {
    const rows = new MemoryTermRows();
    await kept(rows).countAll(request([['heart disease', 'blood pressure']]));
    const all = [...rows.rows].map(([key, { bytes }]) => `${Buffer.from(key, 'hex')}${Buffer.from(bytes)}`).join();
    expect(all).not.toMatch(/heart|blood|disease|pressure/);
    const size = rows.rows.size;
    const counter = kept(rows, { pays: false });
    const before = secretsAsked;
    await counter.countAll(request([['heart disease', 'limbs']]));
    expect(counter.sought).toEqual({ found: 0, missed: 0, anew: 1 });
    // Nor is KMS asked for the secret of keys that nothing is looked up by.
    expect([before > 0, secretsAsked]).toEqual([true, before]);
    expect(rows.rows.size).toBe(size);
  });
});

describe('the price of a count', () => {
  const GB = 1 << 30;
  test('of a small question to a large index: rows pay; of a large question, or to a small index, they do not', () => {
    const pay = (question: Parameters<typeof countPrice>[0]): boolean => {
      const { anew, read, write } = countPrice(question);
      return read + write < anew;
    };
    expect(pay({ terms: 100, pairs: 1_000, indexBytes: GB })).toBe(true);
    expect(pay({ terms: 8_400, pairs: 200_000, indexBytes: 64 << 20 })).toBe(false);
    expect(pay({ terms: 100, pairs: 1_000, indexBytes: 1 << 20 })).toBe(false);
    // By hand: 200 windows at $4e-7 and 1,000 pairs, a thousandth of a second of 1.73 GB; a hundred rows at half a read and a write.
    const { anew, read, write } = countPrice({ terms: 100, pairs: 1_000, indexBytes: GB });
    expect(anew).toBeCloseTo(200 * 4e-7 + 0.001 * (1769 / 1024) * 0.0000133334, 12);
    expect([read, write]).toEqual([100 * 6.25e-8, 100 * 6.25e-7]);
  });
});
