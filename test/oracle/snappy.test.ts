// Our snappy, read back by the library that reads Parquet, and as small as its format allows where everything repeats.
import { snappyUncompress } from 'hyparquet';
import { Bytes } from '../../shared/adapters/parquet/hybrid.ts';
import { snappy } from '../../shared/adapters/parquet/snappy.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';

/** From noise to a single byte, with repeats near and far. */
function input(size: number, random: Random): Uint8Array {
  const bytes = new Uint8Array(size);
  const letters = 1 + random.below(random.unit() < 0.3 ? 256 : 6);
  const repeats = random.unit() < 0.4 ? 0.97 : 0;
  const far = random.unit() < 0.2 ? 70_000 : 40;
  for (let at = 0; at < size; at += 1) {
    const back = 1 + random.below(far);
    bytes[at] = back <= at && random.unit() < repeats ? (bytes[at - back] as number) : random.below(letters);
  }
  return bytes;
}

const compressed = (into: Bytes, bytes: Uint8Array): Uint8Array => {
  into.length = 0;
  snappy(into, bytes);
  return into.written();
};

describe('snappy', () => {
  const into = new Bytes();

  const back = (bytes: Uint8Array): Uint8Array => {
    const output = new Uint8Array(bytes.length);
    if (bytes.length > 0) snappyUncompress(compressed(into, bytes).slice(), output);
    return output;
  };

  test('is read back as it was, for every size up to 200 and 300 larger inputs', () => {
    const random = seeded('snappy');
    const sizes = [...Array(200).keys(), ...Array.from({ length: 300 }, () => 200 + random.below(3_000)), 65_536, 200_001];
    for (const size of sizes) {
      const bytes = input(size, random);
      expect(Buffer.compare(back(bytes), bytes)).toBe(0);
    }
  });

  test('is small where bytes repeat: a copy of 64 bytes takes three', () => {
    const bytes = new Uint8Array(60_000);
    expect(compressed(into, bytes).length).toBeLessThan((bytes.length / 64) * 3 + 20);
  });

  test('is read back as it was, also where nothing repeats', () => {
    const random = seeded('snappy, back');
    for (const size of [0, 1, 14, 15, 16, 59, 60, 61, 300, 100_000]) {
      const bytes = Uint8Array.from({ length: size }, () => random.below(256));
      expect(Buffer.compare(back(bytes), bytes)).toBe(0);
    }
  });
});
