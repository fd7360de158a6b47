/**
 * One cell taken out, and the value that decided it: the distance (mda, tba), the weighted distance (wba) or the group's
 * vulnerability (gba, rba). Infinity where the pair is never together; null where chance alone decided.
 */
export interface Elimination {
  readonly row: number;
  readonly column: number;
  readonly why: number | null;
}

/** What an attack says of one table. An attack that threw is `errored`, never "no leak". */
export type TableVerdict =
  | { readonly kind: 'decided'; readonly delta: number | null; readonly eliminations: readonly Elimination[] }
  | { readonly kind: 'not computable'; readonly reason: string }
  | { readonly kind: 'errored'; readonly error: string };
