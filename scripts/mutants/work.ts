import type { Mutant } from './mutations.ts';

/** Work of a worker: what a test file reaches, or whether tests notice a mutant. */
export type Work =
  | { readonly what: 'reach'; readonly file: string }
  | { readonly what: 'try'; readonly number: number; readonly mutant: Mutant; readonly tests: readonly Chosen[] };

/** Tests of a file, by their places in it. */
export interface Chosen {
  readonly file: string;
  readonly places: readonly number[];
}

export interface Reached {
  readonly place: number;
  readonly name: string;
  readonly milliseconds: number;
  /** Numbers of the mutants whose places it evaluates. */
  readonly hits: readonly number[];
  readonly failed: string | null;
}

export type Answer =
  | { readonly what: 'begins'; readonly file: string; readonly place: number }
  | { readonly what: 'reached'; readonly file: string; readonly tests: readonly Reached[] }
  | { readonly what: 'tried'; readonly number: number; readonly killer: string | null; readonly spent: boolean };

/** Data that every worker gets at its start. */
export interface Shared {
  readonly root: string;
  /** In the order of their numbers. */
  readonly mutants: readonly Mutant[];
  /** Of each file, those that import it, by way of others too: how many steps away. */
  readonly importers: ReadonlyMap<string, ReadonlyMap<string, number>>;
}
