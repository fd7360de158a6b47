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
