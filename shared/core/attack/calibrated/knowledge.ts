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
export interface Knowledge {
  readonly counts: readonly SourceCounts[];
  readonly vectors: readonly TermVectors[];
}

/** NaN where a term has no vector. */
export function cosineOf({ dimensions, values, known }: TermVectors, x: number, y: number): number {
  if (known[x] === 0 || known[y] === 0) return Number.NaN;
  let dot = 0;
  for (let at = x * dimensions, other = y * dimensions, end = at + dimensions; at < end; at += 1, other += 1) {
    dot += (values[at] as number) * (values[other] as number);
  }
  return dot;
}
