import model from 'wink-eng-lite-web-model';
import winkNLP, { type ItemSentence as Sentence } from 'wink-nlp';
import type { TaggedToken, Tagger } from '../../ports/tagger.ts';

/** The library's word store: it appends to these, and looks words up by the first. */
interface Lexemes {
  readonly hash: Record<string, number>;
  readonly list: string[];
  /** The words before this place belong to the model. */
  readonly intrinsicSize: number;
}

/** A tagger that knows only its model, and nothing of earlier documents. */
interface Loaded {
  readonly nlp: ReturnType<typeof winkNLP>;
  readonly lexemes: Lexemes;
  /** Words of the list up to this place were forgotten. */
  forgotten: number;
}

/** The model escapes all quotes of this part again each time it is requested; the sixteenth result is too long. */
const metaCER = (model.metaCER as () => unknown)();

function load(): Loaded {
  let lexemes: Lexemes | undefined;
  const core = (): unknown => {
    const loaded = (model.core as () => { readonly features: { readonly lexeme: Lexemes } })();
    lexemes = loaded.features.lexeme;
    return loaded;
  };
  const nlp = winkNLP({ ...model, metaCER: () => metaCER, core } as typeof model, ['sbd', 'pos']);
  if (lexemes === undefined) throw new Error('wink-nlp keeps its words in another way');
  return { nlp, lexemes, forgotten: lexemes.intrinsicSize };
}

/** Loading takes 40 ms of processor time. */
let kept: Loaded | null = null;
/** Words in the store, at about 100 bytes each, after which the model is loaded again. */
const MOST_WORDS = 2_000_000;

/** The library splits a known word differently ("crohn's)"): words of earlier documents are forgotten, so that none affects another. */
function freshlyLoaded(): Loaded['nlp'] {
  if (kept === null || kept.lexemes.list.length > MOST_WORDS) kept = load();
  const { hash, list } = kept.lexemes;
  for (let at = kept.forgotten; at < list.length; at += 1) delete hash[list[at]];
  kept.forgotten = list.length;
  return kept.nlp;
}

/**
 * wink-nlp with its English web model (about 0.7 million tokens a second, 5 MB). It splits most hyphenated words; they are joined again here, and the
 * compound gets the tag of its last meaningful part.
 */
export class WinkTagger implements Tagger {
  readonly id = 'wink-nlp 2.4.0, wink-eng-lite-web-model 1.8.1';

  tag(text: string): readonly (readonly TaggedToken[])[] {
    const nlp = freshlyLoaded();
    const { its } = nlp;
    const sentences: TaggedToken[][] = [];
    nlp
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
  /** No space before it. */
  readonly glued: boolean;
}

/** Joins "diabetes", "-", "related" without spaces to one word, also in chains; a dash between spaces stays. */
export function glueHyphens(pieces: readonly Piece[]): TaggedToken[] {
  const words: TaggedToken[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const { text, tag, isStopWord } = pieces[at];
    let word: TaggedToken = { text, tag, isStopWord };
    while (LETTERED.test(word.text) && isHyphen(pieces[at + 1]) && isTail(pieces[at + 2])) {
      const tail = pieces[at + 2];
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

/** "follow-up" is a noun, "diabetes-related" an adjective: the tail decides, unless it is a number. */
function compoundTag(head: string, tail: TaggedToken): string {
  if (tail.tag === 'VERB' || tail.tag === 'ADJ') return 'ADJ';
  if (tail.tag === 'ADP' || tail.tag === 'ADV' || tail.tag === 'PART') return 'NOUN';
  return tail.tag === 'NUM' || tail.tag === 'X' ? head : tail.tag;
}
