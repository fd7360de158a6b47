/** Finds words where spaces do not. Structurally an `Intl.Segmenter`, handed in because its dictionaries differ between versions of ICU. */
export interface WordSegmenter {
  /** Language and version of the dictionaries, `ja-icu77.1`: counts under another one are other counts. */
  readonly id: string;
  segment(text: string): Iterable<{ readonly segment: string; readonly isWordLike?: boolean | undefined }>;
}

/** How text becomes tokens. The same for documents and for the terms that are asked for. */
export interface Normalisation {
  readonly plurals: 'exact' | 'folded';
  readonly segmenter: WordSegmenter | null;
}

export const EXACT: Normalisation = { plurals: 'exact', segmenter: null };

/** Part of a source's version. The number changes when any rule of `core/text` does. */
export const normalisationId = ({ plurals, segmenter }: Normalisation): string =>
  ['nfkc-lower-1', ...(plurals === 'folded' ? ['plurals-en-1'] : []), ...(segmenter === null ? [] : [`words-${segmenter.id}`])].join('+');
