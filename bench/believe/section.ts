import type { Bar } from '../bench.ts';

/** One question that the bench `believe` asks of what is stated: a part of its page, and the bars that it is held to. */
export interface Section {
  readonly title: string;
  /** Description of the runs and of the table. */
  readonly note: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly bars: readonly Bar[];
}

/** `say`: progress messages. */
export type MakeSection = (say: (line: string) => void) => Promise<Section>;
