import type { Bar } from '../bench.ts';

/** One question that the bench `believe` asks of what is stated: a part of its page, and the bars that it is held to. */
export interface Section {
  readonly title: string;
  /** What was done, on how many releases, and how to read the table. */
  readonly note: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly bars: readonly Bar[];
}

/** `say`: progress, for whoever watches. */
export type MakeSection = (say: (line: string) => void) => Promise<Section>;
