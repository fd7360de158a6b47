/** Progress of a long step; `total` is null if unknown. */
export interface Progress {
  plan?(steps: number): void;
  step(name: string, total: number | null): void;
  /** A part of a step, with a measure of its own. */
  part?(name: string, total: number | null): void;
  advance(done: number): void;
  end(): void;
}

/** Nothing is drawn. */
export const QUIET: Progress = { step: () => {}, advance: () => {}, end: () => {} };
