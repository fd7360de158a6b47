/** Which source the counts come from. The version names everything a count depends on: content, epoch, normalisation. */
export interface SourceVersion {
  readonly id: string;
  readonly version: string;
}

/** Questions in one flat batch: every term once, pairs as couples of positions in `terms`. */
export interface CountRequest {
  readonly terms: readonly string[];
  readonly pairs: Uint32Array;
}

/** Bits that say how a count came about. A count without an answer is NaN and carries one of the first two. */
export const CountFlag = {
  notExpressible: 1,
  unavailable: 2,
  approximate: 4,
  /** The phrase itself is not in the source: all its words in one piece were counted. */
  backedOff: 8,
  /** A simpler form of the term was counted: the source does not hold it as it is written. */
  simplerForm: 16,
} as const;

/** Answers in the order of the request. Zero is an answer; an error is NaN with a flag, never 0. */
export interface Counts {
  readonly terms: Float64Array;
  readonly termFlags: Uint8Array;
  readonly pairs: Float64Array;
  readonly pairFlags: Uint8Array;
}

/** How many documents of one source hold a term, or both terms of a pair. All answers are of one version. */
export interface HitCounter {
  readonly source: SourceVersion;
  /** N: the documents of the source, in the same unit as the counts. */
  size(): Promise<number>;
  /** One count: of a term, or of two terms together. NaN where the source has no answer. */
  count(term: string, other?: string): Promise<number>;
  countAll(request: CountRequest): Promise<Counts>;
  /** The same source, counting a phrase that it does not hold by the documents with all its words; absent where it cannot. */
  readonly backedOff?: HitCounter;
}
