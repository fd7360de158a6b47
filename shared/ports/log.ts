/** Counts, names of steps and durations. Never the text of an item. */
export interface Log {
  info(event: string, figures?: Readonly<Record<string, number | string | boolean>>): void;
  warn(event: string, figures?: Readonly<Record<string, number | string | boolean>>): void;
}

/** How far a long step has come; `total` is null while it is not known. */
export interface Progress {
  /** How many steps there will be, where that is known. */
  plan?(steps: number): void;
  step(name: string, total: number | null): void;
  /** A part of a step, with a measure of its own. */
  part?(name: string, total: number | null): void;
  advance(done: number): void;
  end(): void;
}
