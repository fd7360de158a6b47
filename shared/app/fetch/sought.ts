/** What became of the pairs asked of a source: found in the score cache, looked for there and counted, or counted without looking. */
export interface Sought {
  readonly found: number;
  readonly missed: number;
  readonly anew: number;
}

export interface SoughtOf extends Sought {
  readonly source: string;
}
