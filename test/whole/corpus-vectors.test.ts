import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddings } from '../../shared/adapters/local/embeddings/open-embeddings.ts';
import { isNamedVectors, vectorsName } from '../../shared/contracts/sources.ts';
import { cosine } from '../../shared/core/relatedness/relatedness.ts';
import { joinedTexts, runningText } from '../../shared/corpus/running-text.ts';
import { embedItems, joinedEmbeddings } from '../../shared/kit/score/embed-items.ts';
import type { Embeddings } from '../../shared/ports/embeddings.ts';
import { buildBytes, openBytes } from '../helpers/in-memory-index.ts';
import { ownHome } from '../helpers/own-home.ts';
import { said } from '../helpers/said.ts';

const folder = ownHome();

/** Two topics that share no word but the common ones; in the first two words always stand together. */
const heart = ['chest pain', 'stent', 'statin', 'artery', 'angina', 'aspirin'];
const knee = ['ligament', 'meniscus', 'cartilage', 'brace', 'sprain', 'tendons'];
const texts = (topic: readonly string[]): string[] =>
  Array.from({ length: 60 }, (_, at) =>
    Array.from({ length: 4 }, (__, nth) => topic[(at * (nth + 1) + nth * nth) % topic.length]).join(` ${['the', 'of'][at % 2]} `),
  );

async function corpus(name: string, documents: readonly string[], ...options: string[]): Promise<void> {
  const path = join(folder, `${name}.txt`);
  writeFileSync(path, documents.join('\n'));
  expect(await said('corpus', 'build', '--from', path, '--name', name, '--memory', '128', ...options)).toMatchObject({ status: 0 });
}

const wordsIn = (documents: readonly string[]): number => documents.join(' ').split(' ').length;
const bytesOf = (name: string): Buffer => readFileSync(join(folder, 'data', 'corpora', `${name}.vectors`));

test('vectors of a corpus are made, asked by name, told from the vectors of words, and go with the corpus', async () => {
  const documents = [...texts(heart), ...texts(knee)];
  await corpus('both', documents, '--fold-plurals');
  expect(await said('audit', join(folder, 'both.txt'), '--embeddings', 'corpus:both')).toMatchObject({
    status: 2,
    err: expect.stringContaining('the corpus "both" has no vectors yet: unveil corpus vectors both'),
  });
  const made = await said('corpus', 'vectors', 'both', '--json');
  expect(made.status).toBe(0);
  expect(JSON.parse(made.out)).toMatchObject({ words: 15, tokens: wordsIn(documents) });
  const path = join(folder, 'data', 'corpora', 'both.vectors');
  const vectors = await openEmbeddings({ file: path });
  const near = async (item: string, topic: readonly string[]): Promise<number> => {
    const [own, ...others] = await embedItems([item, ...topic], vectors);
    return others.reduce((total, other) => total + cosine(own ?? null, other ?? null).value / others.length, 0);
  };
  expect(await near('Angina', heart)).toBeGreaterThan((await near('Angina', knee)) + 0.1);
  // The corpus folds plurals, and so does who asks for its vectors.
  expect(await near('tendon', knee)).toBeGreaterThan((await near('tendon', heart)) + 0.1);
  expect(await embedItems(['zzz'], vectors)).toEqual([null]);
  // A phrase is not the mean of its words.
  const [phrase, chest] = await vectors.vectors(['chest pain', 'chest']);
  expect(phrase).not.toBeNull();
  expect([...(phrase as Float32Array)]).not.toEqual([...(chest as Float32Array)]);
  vectors.close();
  await said('corpus', 'remove', 'both');
  expect(() => readFileSync(path)).toThrow('ENOENT');
});

test('the same text gives the same bytes, other text other ones, and two corpora one text', async () => {
  await corpus('heart', texts(heart));
  await corpus('knee', texts(knee));
  await said('corpus', 'vectors', 'heart');
  const first = bytesOf('heart');
  await said('corpus', 'vectors', 'heart', '--memory', '512');
  expect(bytesOf('heart').equals(first)).toBe(true);
  expect(await said('corpus', 'vectors', 'heart', '--with', 'knee')).toMatchObject({ status: 0 });
  expect(bytesOf('heart').equals(first)).toBe(false);
  const vectors = await openEmbeddings({ file: join(folder, 'data', 'corpora', 'heart.vectors') });
  expect((await vectors.vectors(['stent', 'meniscus'])).every((each) => each !== null)).toBe(true);
  vectors.close();
});

test('several sets of vectors stand side by side: what each says of two terms, in the mean', async () => {
  const set = (id: string, known: Readonly<Record<string, readonly number[]>>, phrases = false): Embeddings => ({
    source: { id, version: `${id} 1` },
    dimensions: 2,
    phrases,
    vectors: async (words) => words.map((word) => (known[word] === undefined ? null : Float32Array.from(known[word]))),
  });
  const words = set('words', { chest: [1, 0], pain: [0, 1], stent: [1, 0], only: [0, 1] });
  const phrases = set('phrases', { 'chest pain': [0.6, 0.8], stent: [0, 1] }, true);
  const joined = joinedEmbeddings([words, phrases]);
  expect(joined).toMatchObject({ source: { id: 'words+phrases', version: 'words 1+phrases 1' }, dimensions: 4 });
  const [pain, stent, only, none] = await embedItems(['Chest pain', 'stent', 'only', 'zzz'], joined);
  expect(cosine(pain ?? null, stent ?? null).value).toBeCloseTo((Math.SQRT1_2 + 0.8) / 2, 6);
  expect(only).toEqual(Float32Array.from([0, 1, 0, 0]));
  expect(none).toBeNull();
  expect(['glove', 'corpus:a', 'glove+corpus:a', 'corpus:a+corpus:b'].every(isNamedVectors)).toBe(true);
  expect(['glove+v.txt', 'a+b.txt', 'corpus:', ''].some(isNamedVectors)).toBe(false);
  expect(vectorsName('glove+corpus:a+corpus:b')).toBe('glove+a.vectors+b.vectors');
});

test('corpora that count words otherwise, too little text and too little memory are refused by name', async () => {
  await corpus('plain', texts(heart));
  await corpus('folded', texts(knee), '--fold-plurals');
  await corpus('little', ['one word', 'another word']);
  expect(await said('corpus', 'vectors', 'plain', '--with', 'folded')).toMatchObject({
    status: 2,
    err: expect.stringContaining('one of these corpora folds plurals and another does not'),
  });
  expect(await said('corpus', 'vectors', 'little')).toMatchObject({
    status: 2,
    err: expect.stringContaining('too little text for vectors'),
  });
  expect(await said('corpus', 'vectors', 'plain', '--memory', '100')).toMatchObject({
    status: 2,
    err: expect.stringContaining('--memory'),
  });
});

test('of a text that is too long a share is read, evenly spaced, and no more is held', async () => {
  const documents = texts(heart);
  const index = await openBytes(buildBytes(documents));
  const whole = await runningText(index, { least: 1, share: 1, gap: 3 });
  const half = await runningText(index, { least: 1, share: 0.5, gap: 3 });
  const wordsOf = ({ text, words }: typeof whole): string =>
    Array.from(text, (word) => words[word])
      .join(' ')
      .replaceAll(/ +/g, ' ')
      .trim();
  expect(whole.pieces).toBe(60);
  expect(wordsOf(whole)).toBe(documents.join(' '));
  expect(half.pieces).toBe(30);
  expect(wordsOf(half)).toBe(documents.filter((_, at) => at % 2 === 1).join(' '));
  const other = await runningText(await openBytes(buildBytes(texts(knee))), { least: 1, share: 1, gap: 3 });
  const both = joinedTexts([whole, other]);
  expect(both.pieces).toBe(120);
  expect(wordsOf(both)).toBe([...documents, ...texts(knee)].join(' '));
  expect(both.holders[both.words.indexOf('the')]).toBe(60);
});
