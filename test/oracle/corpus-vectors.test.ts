import { seeded } from '../../shared/core/random/random.ts';
import { runningText } from '../../shared/corpus/running-text.ts';
import { corpusVectors } from '../../shared/corpus/vectors/corpus-vectors.ts';
import { leadingDirections } from '../../shared/corpus/vectors/leading-directions.ts';
import { repeatedPhrases } from '../../shared/corpus/vectors/repeated-phrases.ts';
import { buildBytes, openBytes } from '../helpers/in-memory-index.ts';

const LEAST = 5;
const WINDOW = 10;
const PHRASE = 8;

/** Documents of a few topics, with words of their own, words of all, and two phrases that come again and again. */
function documents(seed: string): string[] {
  const random = seeded('twin of vectors', seed);
  return Array.from({ length: 120 }, () => {
    const topic = random.below(5);
    const words = Array.from({ length: 12 + random.below(20) }, () =>
      random.below(4) === 0 ? `all${random.below(6)}` : `t${topic}w${random.below(9)}`,
    );
    if (random.below(10) === 0) words.splice(random.below(words.length), 0, 'blood', 'pressure');
    return words.join(' ');
  });
}

describe.each(['a', 'b', 'c'])('vectors of a tiny corpus, draw %s', (seed) => {
  const texts = documents(seed);
  const tokens = texts.map((text) => text.split(' '));
  const running = async () => runningText(await openBytes(buildBytes(texts)), { least: LEAST, share: 1, gap: WINDOW });

  test('the text comes back as it was, but for rare words', async () => {
    const { words, text, pieces } = await running();
    const held = (word: string): number => tokens.filter((each) => each.includes(word)).length;
    const expected = tokens.flatMap((each) => [
      ...each.map((word) => (held(word) >= LEAST ? word : '')),
      ...Array<string>(WINDOW).fill(''),
    ]);
    // Words after the last numbered one are ignored.
    const found = Array.from(text, (number) => words[number]);
    expect(pieces).toBe(texts.length);
    expect(found.filter((word) => word !== '')).toEqual(expected.filter((word) => word !== ''));
  });

  test('phrases are those of two to four words that come often enough and neither begin nor end with a common word', async () => {
    const text = await running();
    const { terms, from } = repeatedPhrases(text, { least: PHRASE, most: 1000 });
    const counts = new Map<string, number>();
    const held = (word: string): number => tokens.filter((each) => each.includes(word)).length;
    const isEnd = (word: string): boolean => held(word) >= LEAST && held(word) * 8 <= texts.length;
    for (const each of tokens) {
      for (let at = 0; at < each.length; at += 1) {
        for (let length = 2; length <= 4 && at + length <= each.length; length += 1) {
          const words = each.slice(at, at + length);
          if (!words.every((word) => held(word) >= LEAST) || !isEnd(words[0]) || !isEnd(words.at(-1) as string)) continue;
          counts.set(words.join(' '), (counts.get(words.join(' ')) ?? 0) + 1);
        }
      }
    }
    const expected = [...counts].filter(([, count]) => count >= PHRASE);
    expect(new Map(terms.map((term, at) => [term, from[at + 1] - from[at]]))).toEqual(new Map(expected));
  });

  test('angles between them are those of an exact factorisation of the whole matrix of information', async () => {
    const made = Array.from(corpusVectors(await running()), ({ term, vector }) => ({ term, vector: [...vector] }));
    const twin = exactVectors(tokens);
    expect(made.length).toBeGreaterThan(25);
    for (const { term, vector } of made) {
      if (term.includes(' ')) continue;
      for (const other of made.slice(0, 12)) {
        const expected = cosine(twin.get(term) as number[], twin.get(other.term) as number[]);
        expect(Math.abs(cosine(vector, other.vector) - expected)).toBeLessThan(1e-4);
      }
    }
  });
});

test('of a large matrix the leading directions are found to a thousandth where its weights fall', () => {
  const random = seeded('large matrix');
  const [rows, width, rank] = [150, 80, 12];
  const left = Array.from({ length: rows }, () => Array.from({ length: rank }, () => random.unit() - 0.5));
  const right = Array.from({ length: rank }, () => Array.from({ length: width }, () => random.unit() - 0.5));
  const matrix = left.map((row) =>
    Array.from(
      { length: width },
      (_, column) =>
        row.reduce((total, each, axis) => total + (each * (right[axis]?.[column] as number)) / (axis + 1) ** 2, 0) +
        (random.unit() - 0.5) * 1e-3,
    ),
  );
  const { singular, count } = leadingDirections(
    {
      width,
      from: Uint32Array.from({ length: rows + 1 }, (_, row) => row * width),
      columns: Uint32Array.from({ length: rows * width }, (_, at) => at % width),
      values: Float32Array.from(matrix.flat()),
    },
    6,
  );
  expect(count).toBe(6);
  const gram = Array.from({ length: width }, (_, a) =>
    Array.from({ length: width }, (_each, b) => matrix.reduce((total, row) => total + row[a] * row[b], 0)),
  );
  const exact = powers(gram, 6);
  for (const [at, each] of exact.entries()) expect(Math.abs(singular[at] / Math.sqrt(each) - 1)).toBeLessThan(1e-3);
});

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((total, each, at) => total + each * b[at], 0);
const cosine = (a: readonly number[], b: readonly number[]): number => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));

/** Eigenvalues one after the other, by multiplying with the matrix again and again and taking what was found away. */
function powers(symmetric: readonly (readonly number[])[], count: number): number[] {
  const rest = symmetric.map((row) => [...row]);
  return Array.from({ length: count }, (_, nth) => {
    let vector = rest.map((__, at) => 1 / (1 + at + nth));
    let value = 0;
    for (let round = 0; round < 300; round += 1) {
      const next = rest.map((row) => dot(row, vector));
      value = Math.sqrt(dot(next, next));
      vector = next.map((each) => each / value);
    }
    for (const [a, row] of rest.entries()) for (const b of row.keys()) row[b] -= value * vector[a] * vector[b];
    return value;
  });
}

/**
 * From the documents anew: all counts of what stands near, the information of each two, and the whole matrix as one. Word vectors are its rows times
 * A-transposed-A to the power of minus a quarter.
 */
function exactVectors(tokens: readonly (readonly string[])[]): Map<string, number[]> {
  const held = new Map<string, number>();
  for (const each of tokens) for (const word of new Set(each)) held.set(word, (held.get(word) ?? 0) + 1);
  const words = [...held.keys()].filter((word) => (held.get(word) as number) >= LEAST);
  const contexts = words.filter((word) => (held.get(word) as number) * 4 <= tokens.length);
  const counts = new Map(words.map((word) => [word, new Map<string, number>()]));
  for (const each of tokens) {
    for (const [at, word] of each.entries()) {
      for (const [other, near] of each.entries()) {
        const distance = Math.abs(at - other);
        const own = counts.get(word);
        if (distance === 0 || distance > WINDOW || own === undefined || !contexts.includes(near)) continue;
        own.set(near, (own.get(near) ?? 0) + 1 / distance);
      }
    }
  }
  const total = (word: string): number => [...(counts.get(word) as Map<string, number>).values()].reduce((a, b) => a + b, 0);
  const shares = contexts.map((word) => total(word) ** 0.75);
  const all = shares.reduce((a, b) => a + b, 0);
  const row = (word: string): number[] =>
    contexts.map((context, at) => {
      const both = counts.get(word)?.get(context) ?? 0;
      return both === 0 ? 0 : Math.max(0, Math.log(both / total(word) / (shares[at] / all)));
    });
  const trained = contexts.map(row);
  const gram = contexts.map((_, a) => contexts.map((__, b) => trained.reduce((sum, each) => sum + each[a] * each[b], 0)));
  const root = inverseQuarter(gram);
  return new Map(words.map((word) => [word, root.map((column) => dot(row(word), column))]));
}

/** The inverse of the fourth root of a symmetric matrix: of its inverse the square root, twice, each by the rounds of Denman and Beavers. */
function inverseQuarter(symmetric: readonly (readonly number[])[]): number[][] {
  return inverse(root(root(symmetric)));
}

function root(matrix: readonly (readonly number[])[]): number[][] {
  let found = matrix.map((row) => [...row]);
  let other: number[][] = matrix.map((_, a) => matrix.map((__, b) => (a === b ? 1 : 0)));
  const mean = (one: number[][], two: number[][]): number[][] =>
    one.map((row, a) => row.map((each, b) => (each + (two[a]?.[b] as number)) / 2));
  for (let round = 0; round < 40; round += 1) [found, other] = [mean(found, inverse(other)), mean(other, inverse(found))];
  return found;
}

/** By elimination, the greatest pivot first. */
function inverse(matrix: readonly (readonly number[])[]): number[][] {
  const width = matrix.length;
  const rows = matrix.map((row, at) => [...row, ...row.map((_, column) => (column === at ? 1 : 0))]);
  for (let at = 0; at < width; at += 1) {
    const pivot = rows
      .slice(at)
      .reduce((best, row, nth) => (Math.abs(row[at]) > Math.abs(rows[best]?.[at] as number) ? at + nth : best), at);
    [rows[at], rows[pivot]] = [rows[pivot], rows[at]];
    const own = rows[at].map((each) => each / (rows[at]?.[at] as number));
    rows[at] = own;
    for (const [nth, row] of rows.entries()) {
      const times = row[at];
      if (nth !== at && times !== 0) rows[nth] = row.map((each, column) => each - times * own[column]);
    }
  }
  return rows.map((row) => row.slice(width));
}
