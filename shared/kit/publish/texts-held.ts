import { hashText } from '../../core/random/random.ts';
import { tokensOf } from '../../core/text/tokens.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import type { Notice } from '../kind.ts';
import { isLocal } from '../score/count-in-simpler-forms.ts';

/** How much of the texts that a release was made from one corpus holds word for word. */
export interface TextsHeld {
  readonly source: string;
  /** Distinct sequences of five words that were looked up, and those of them that some document holds. */
  readonly sequences: number;
  readonly held: number;
}

const WORDS = 5;
/** More distinct sequences are looked up in part: those of the least hashes, which is a random part of them, whatever the order of the texts. */
const MOST = 20_000;
/** Above this share a corpus knows the texts themselves. */
const TOLERATED = 0.01;

/** Counts exactly, but for sequences that a corpus has cut into two pieces: at most 4 of 250 of its own. Live sources are not asked. */
export async function textsHeld(texts: AsyncIterable<readonly string[]>, sources: readonly HitCounter[]): Promise<TextsHeld[]> {
  const terms = await sequencesOf(texts);
  const found: TextsHeld[] = [];
  for (const counter of sources.filter(isLocal)) {
    const counts = await counter.countAll({ terms, pairs: new Uint32Array() });
    found.push({ source: counter.source.id, sequences: terms.length, held: counts.terms.filter((count) => count > 0).length });
  }
  return found;
}

async function sequencesOf(texts: AsyncIterable<readonly string[]>): Promise<string[]> {
  let kept = new Map<string, number>();
  let limit = Number.POSITIVE_INFINITY;
  const cut = (): void => {
    const least = [...kept].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1)).slice(0, MOST);
    limit = least.length < MOST ? limit : (least.at(-1)?.[1] ?? limit);
    kept = new Map(least);
  };
  for await (const batch of texts) {
    for (const text of batch) {
      const words = tokensOf(text);
      for (let at = 0; at + WORDS <= words.length; at += 1) {
        const sequence = words.slice(at, at + WORDS).join(' ');
        const [hash] = hashText(sequence);
        if (hash > limit) continue;
        kept.set(sequence, hash);
        if (kept.size > 4 * MOST) cut();
      }
    }
  }
  cut();
  return [...kept.keys()];
}

/** A warning for each corpus that an attacker would not have. */
export function textNotices(found: readonly TextsHeld[]): Notice[] {
  if (found.some(({ sequences }) => sequences === 0))
    return [
      { code: 'texts-too-short', message: `the texts hold no sequence of ${WORDS} words: whether a corpus holds them cannot be told` },
    ];
  return found
    .filter(({ sequences, held }) => held > TOLERATED * sequences)
    .map(({ source, sequences, held }) => ({
      code: 'corpus-holds-texts',
      message: `${source} holds ${held} of ${sequences} five-word sequences of the texts (${((100 * held) / sequences).toFixed(1)} %): it knows the texts themselves, which an attacker would not; the risk is overstated`,
    }));
}
