import type { FitQuestion } from '../core/language/fit-prompt.ts';

/** Says which options fit what else is in a record: a language model. What it cannot say, for whatever reason, is null and never an error. */
export interface ContextJudge {
  readonly name: string;
  /** One answer a question: for each option a number from 0 to 1. */
  fits(questions: readonly FitQuestion[]): Promise<readonly (Float64Array | null)[]>;
  /** Called when nothing more is asked before the attacks are learned. */
  learned?(): void;
}
