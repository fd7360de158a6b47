/** Counts, names of steps and durations. Never the text of an item. */
export interface Log {
  info(event: string, figures?: Readonly<Record<string, number | string | boolean>>): void;
  warn(event: string, figures?: Readonly<Record<string, number | string | boolean>>): void;
}

/** How far a long step has come; `total` is null while it is not known. */
export interface Progress {
  step(name: string, total: number | null): void;
  advance(done: number): void;
  end(): void;
}
