export interface TaggedToken {
  readonly text: string;
  /** Universal part of speech: NOUN, PROPN, ADJ, ... */
  readonly tag: string;
  readonly isStopWord: boolean;
}

/** Part-of-speech tags, sentence by sentence. English only: another language is "not computable: language". */
export interface Tagger {
  readonly id: string;
  tag(text: string): readonly (readonly TaggedToken[])[];
}
