import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { seeded } from '../../shared/core/random/random.ts';

/** The texts of a development corpus, or seeded synthetic ones; says which. */
export function corpusTexts(name: 'general_wiki' | 'medical_trials', most: number): { readonly texts: string[]; readonly what: string } {
  const file = join(process.env['UNVEIL_DATA'] ?? '../shared/data', 'corpora', `${name}.jsonl.zst`);
  if (!existsSync(file)) return { texts: syntheticTexts(most, name), what: `synthetic (${name} is not here)` };
  const lines = zstdDecompressSync(readFileSync(file)).toString('utf8').split('\n', most);
  return { texts: lines.filter((line) => line !== '').map((line) => (JSON.parse(line) as { text: string }).text), what: name };
}

/**
 * Pieces of 150 to 250 words whose frequencies fall as in a language (Zipf), drawn from 400,000 words. One word in
 * ten of a piece comes from a narrow range of its own, so that some words keep company.
 */
export function* syntheticPieces(pieces: number, seed: string): Generator<string> {
  const random = seeded('corpus bench', seed);
  const vocabulary = 400_000;
  const words = Array.from({ length: vocabulary }, (_, at) => syntheticWord(at));
  const zipf = (): number => Math.floor(vocabulary ** random.unit()) - 1;
  for (let piece = 0; piece < pieces; piece += 1) {
    const length = 150 + random.below(101);
    const topic = random.below(vocabulary / 2);
    yield Array.from({ length }, () => words[random.unit() < 0.1 ? topic + random.below(40) : zipf()]).join(' ');
  }
}

const syntheticTexts = (pieces: number, seed: string): string[] => [...syntheticPieces(pieces, seed)];

const SYLLABLES =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si so su'.split(' ');

/** A word of its own for each number: the more frequent, the shorter. */
export function syntheticWord(at: number): string {
  let rest = at + SYLLABLES.length;
  let word = '';
  while (rest > 0) {
    word = SYLLABLES[rest % SYLLABLES.length] + word;
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return word;
}
