import { seeded } from '../../shared/core/random/random.ts';
import { decodeCounts, encodeBlock } from '../../shared/core/relatedness/term-row.ts';

describe('a block of counts', () => {
  test('holds counts of every size, "no answer" and flags', () => {
    const random = seeded('blocks');
    for (let round = 0; round < 200; round += 1) {
      const length = random.below(60);
      const counts = Float64Array.from({ length }, () =>
        random.below(9) === 0 ? Number.NaN : Math.floor(2 ** random.below(52) * random.unit()),
      );
      const flags = Uint8Array.from({ length }, () => (round % 2 === 0 ? 0 : random.below(16)));
      expect(decodeCounts(encodeBlock({ counts, flags }), length)).toEqual({ counts, flags });
    }
  });

  test('is small: 44 counts of a 4 by 4 table below 100', () => {
    expect(encodeBlock({ counts: new Float64Array(44).fill(90), flags: new Uint8Array(44) })).toHaveLength(46);
  });

  test('of another version, another length, or cut short is none', () => {
    const bytes = encodeBlock({ counts: Float64Array.of(1, 2, 300), flags: new Uint8Array(3) });
    expect(decodeCounts(bytes, 2)).toBeNull();
    expect(decodeCounts(bytes, 4)).toBeNull();
    expect(decodeCounts(bytes.subarray(0, bytes.length - 1), 3)).toBeNull();
    expect(decodeCounts(Uint8Array.of(9, ...bytes.subarray(1)), 3)).toBeNull();
  });
});
