import type { FitPrompt, TokenChoice } from '../core/language/fit-prompt.ts';

export interface Tokens {
  readonly read: number;
  readonly written: number;
}

export type ChatAnswer =
  | { readonly kind: 'text'; readonly text: string; readonly choices: readonly TokenChoice[] | null; readonly tokens: Tokens }
  /** `parkFor`: milliseconds for which the endpoint wants no calls. `final`: the same call would fail again. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly parkFor?: number; readonly final?: boolean };

/** One chat completion. Never throws. */
export interface ChatModel {
  /** Of the model, at its endpoint. */
  readonly name: string;
  readonly host: string;
  /** Longest duration of a call (milliseconds). */
  readonly timeout: number;
  ask(prompt: FitPrompt): Promise<ChatAnswer>;
}
