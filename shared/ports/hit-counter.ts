/** The version names everything that a count depends on: content, epoch, normalisation. */
export interface SourceVersion {
  readonly id: string;
  readonly version: string;
}

/** A batch of questions: every term once, and pairs as two positions in `terms`. */
export interface CountRequest {
  readonly terms: readonly string[];
  readonly pairs: Uint32Array;
}

/** Properties of a count. A count without an answer is NaN and has one of the first two. */
export const CountFlag = {
  notExpressible: 1,
  unavailable: 2,
  approximate: 4,
  /** The source lacks the phrase: documents with all its words were counted. */
  backedOff: 8,
  /** The source lacks the term as it is written: a simpler form was counted. */
  simplerForm: 16,
} as const;

/** Answers in the order of the request. Zero is an answer; an error is NaN with a flag. */
export interface Counts {
  readonly terms: Float64Array;
  readonly termFlags: Uint8Array;
  readonly pairs: Float64Array;
  readonly pairFlags: Uint8Array;
}

/** Number of documents of one source that contain a term, or both terms of a pair. All answers are of one version. */
export interface HitCounter {
  readonly source: SourceVersion;
  /** Number of documents of the source, in the unit of the counts. */
  size(): Promise<number>;
  /** One count: of a term, or of two terms together. NaN without an answer. */
  count(term: string, other?: string): Promise<number>;
  countAll(request: CountRequest): Promise<Counts>;
  /** The same source, with back-off: a phrase that it lacks is counted by the documents with all its words. Absent if it cannot. */
  readonly backedOff?: HitCounter;
}
