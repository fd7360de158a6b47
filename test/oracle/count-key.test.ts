import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { countKeys, macUnder } from '../../shared/core/keys/count-key.ts';

const platform = (key: Uint8Array, message: Uint8Array): Buffer => createHmac('sha256', key).update(message).digest().subarray(0, 16);

describe('HMAC-SHA-256 against the platform', () => {
  test('for every message length up to 200 bytes, across each padding boundary', () => {
    const key = Uint8Array.from({ length: 32 }, (_, at) => at * 7 + 1);
    const mac = macUnder(key);
    for (let length = 0; length <= 200; length += 1) {
      const message = Uint8Array.from({ length }, (_, at) => (at * 31 + length) & 255);
      expect(Buffer.from(mac(message)).equals(platform(key, message))).toBe(true);
    }
  });

  test('for random keys of up to 64 bytes and random messages, one after the other on one instance', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 5 }), (key, messages) => {
        const mac = macUnder(key);
        for (const message of messages) expect(Buffer.from(mac(message)).equals(platform(key, message))).toBe(true);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  test('a shared head of whole blocks changes nothing but the time', () => {
    const head = Uint8Array.from({ length: 128 }, (_, at) => at);
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 128]) {
      const message = new Uint8Array(length).fill(7);
      expect(
        Buffer.from(macUnder(new Uint8Array(32), head)(message)).equals(platform(new Uint8Array(32), Buffer.concat([head, message]))),
      ).toBe(true);
    }
    expect(() => macUnder(new Uint8Array(32), new Uint8Array(63))).toThrow(RangeError);
  });

  test('a key longer than a block is refused', () => expect(() => macUnder(new Uint8Array(65))).toThrow(RangeError));
});

describe('countKeys', () => {
  const secret = new Uint8Array(32).fill(3);
  const source = { id: 'wikipedia', version: 'enwiki-2026-11' };
  const hex = (key: Uint8Array): string => Buffer.from(key).toString('hex');

  test('is HMAC over the version of the key, the source and the ordered terms', () => {
    const head = 'unveil-count/1\0wikipedia\0enwiki-2026-11\0'.padEnd(64, '\0');
    const message = (text: string): string => platform(secret, Buffer.from(head + text)).toString('hex');
    const keys = countKeys(secret, source);
    expect(hex(keys.one('knee'))).toBe(message('knee'));
    expect(hex(keys.pair('knee', 'injury'))).toBe(message('injury\0knee'));
    expect(hex(keys.one('ménisque 膝 𝒳'))).toBe(message('ménisque 膝 𝒳'));
    expect(hex(keys.one('x'.repeat(5_000)))).toBe(message('x'.repeat(5_000)));
  });

  test('tells apart sources, versions, terms and pairs, and not the order of a pair', () => {
    const texts = ['a', 'b', 'a b', 'ab'];
    const seen = new Set<string>();
    let asked = 0;
    for (const id of ['wikipedia', 'pubmed']) {
      for (const version of ['1', '2']) {
        const keys = countKeys(secret, { id, version });
        for (const first of texts) {
          seen.add(hex(keys.one(first)));
          asked += 1;
          for (const second of texts) {
            expect(hex(keys.pair(first, second))).toBe(hex(keys.pair(second, first)));
            if (first <= second) {
              seen.add(hex(keys.pair(first, second)));
              asked += 1;
            }
          }
        }
      }
    }
    expect(seen.size).toBe(asked);
  });
});
