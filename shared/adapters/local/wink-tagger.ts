import model from 'wink-eng-lite-web-model';
import winkNLP, { type ItemSentence as Sentence } from 'wink-nlp';
import type { TaggedToken, Tagger } from '../../ports/tagger.ts';

let nlp: ReturnType<typeof winkNLP> | null = null;

/** Once a process: the model writes a part of itself anew, with all quotes escaped once more, each time it is loaded, and the sixteenth is too long. */
function loaded(): ReturnType<typeof winkNLP> {
  nlp ??= winkNLP(model, ['sbd', 'pos']);
  return nlp;
}

/**
 * wink-nlp with its English web model (about 0.7 million tokens a second, 5 MB). It splits most hyphenated words;
 * they are put together again here, and the compound takes the tag of its last part that carries meaning.
 */
export class WinkTagger implements Tagger {
  readonly id = 'wink-nlp 2.4.0, wink-eng-lite-web-model 1.8.1';
  readonly #nlp = loaded();

  tag(text: string): readonly (readonly TaggedToken[])[] {
    const { its } = this.#nlp;
    const sentences: TaggedToken[][] = [];
    this.#nlp
      .readDoc(text)
      .sentences()
      .each((sentence: Sentence) => {
        const tokens = sentence.tokens();
        const tags = tokens.out(its.pos) as unknown as string[];
        const stops = tokens.out(its.stopWordFlag) as unknown as boolean[];
        const spaces = tokens.out(its.precedingSpaces) as unknown as string[];
        const each = tokens.out(its.value).map((token, at) => ({
          text: token,
          tag: tags[at] ?? 'X',
          isStopWord: stops[at] ?? false,
          glued: at > 0 && spaces[at] === '',
        }));
        sentences.push(glueHyphens(each));
      });
    return sentences;
  }
}

interface Piece extends TaggedToken {
  /** No space stands before it. */
  readonly glued: boolean;
}

/** "diabetes - related" without spaces is one word, and so is a chain of them; a dash between spaces is left alone. */
export function glueHyphens(pieces: readonly Piece[]): TaggedToken[] {
  const words: TaggedToken[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const { text, tag, isStopWord } = pieces[at] as Piece;
    let word: TaggedToken = { text, tag, isStopWord };
    while (LETTERED.test(word.text) && isHyphen(pieces[at + 1]) && isTail(pieces[at + 2])) {
      const tail = pieces[at + 2] as Piece;
      word = { text: `${word.text}-${tail.text}`, tag: compoundTag(word.tag, tail), isStopWord: false };
      at += 2;
    }
    words.push(word);
  }
  return words;
}

const LETTERED = /[\p{L}\p{N}]$/u;
const isHyphen = (piece: Piece | undefined): boolean => piece?.glued === true && /^[-\u2010\u2011]$/.test(piece.text);
const isTail = (piece: Piece | undefined): boolean => piece?.glued === true && /^[\p{L}\p{N}]/u.test(piece.text);

/** "follow-up" is a noun, "diabetes-related" an adjective: a tail that is neither noun nor adjective decides by what it is. */
function compoundTag(head: string, tail: TaggedToken): string {
  if (tail.tag === 'VERB' || tail.tag === 'ADJ') return 'ADJ';
  if (tail.tag === 'ADP' || tail.tag === 'ADV' || tail.tag === 'PART') return 'NOUN';
  return tail.tag === 'NUM' || tail.tag === 'X' ? head : tail.tag;
}
