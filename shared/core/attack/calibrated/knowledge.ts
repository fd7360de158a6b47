/** What one source says, for terms by number. NaN where it has no answer. */
export interface SourceCounts {
  readonly name: string;
  /** Documents in the source. */
  readonly size: number;
  /** Documents with the term. */
  readonly single: Float64Array;
}

/** Unit vectors of terms, flat; a term without one is all zeros and not `known`. */
export interface TermVectors {
  readonly name: string;
  readonly dimensions: number;
  readonly values: Float32Array;
  readonly known: Uint8Array;
}

/** All that the attacker brings from outside. The original has no place here, nor anywhere in the attack's input. */
export interface OutsideKnowledge {
  readonly counts: readonly SourceCounts[];
  readonly vectors: readonly TermVectors[];
}
