/** 16 bytes of HMAC over the model, the version of the prompt, the terms, and the number of the repeat. */
export interface StoredAnswer {
  readonly key: Uint8Array;
  /** For each option, in code-point order; empty: the model answered, and nothing could be made of it. */
  readonly fits: Float64Array;
}

/** Answers of language models, by team and model. They are no counts, and hold no text. Times in epoch seconds. */
export interface AnswerStore {
  /** In the order of the keys; null: none, or too old. */
  get(keys: readonly Uint8Array[], now: number): Promise<readonly (Float64Array | null)[]>;
  put(answers: readonly StoredAnswer[], now: number): Promise<void>;
}
