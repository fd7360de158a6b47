import type { Interval, Lift } from '../../measure/intervals.ts';
import type { DisclosedAt } from '../attack/measure-values.ts';

/** What is not a number on some tables: null is not computable, never 0. */
export type Detail = number | string | boolean | null;

/** What one attack comes to. */
export interface TableFinding {
  readonly attack: string;
  /** The sensitive column that it is about; null: about who is who. */
  readonly column: string | null;
  readonly status: 'decided' | 'not computable' | 'errored';
  /** In words: what it found, or why it cannot say. */
  readonly reason: string;
  /** People that it was tried on, and the share of them that it says something of. */
  readonly people: number;
  readonly coverage: number | null;
  /** What the figure is: `value guessed right`, `linked right`. */
  readonly figure: string;
  readonly value: number | null;
  readonly interval: Interval | null;
  readonly baseline: { readonly name: string; readonly value: number | null } | null;
  /** Above the marginal, and above the best baseline. */
  readonly overMarginal: Lift | null;
  readonly overBaseline: Lift | null;
  readonly disclosedAt: readonly DisclosedAt[];
  readonly details: Readonly<Record<string, Detail>>;
}

const EMPTY = {
  people: 0,
  coverage: null,
  figure: '',
  value: null,
  interval: null,
  baseline: null,
  overMarginal: null,
  overBaseline: null,
  disclosedAt: [],
  details: {},
} as const;

export const decided = (attack: string, column: string | null, reason: string, rest: Partial<TableFinding>): TableFinding => ({
  ...EMPTY,
  attack,
  column,
  status: 'decided',
  reason,
  ...rest,
});

export const notComputable = (attack: string, column: string | null, reason: string): TableFinding => ({
  ...EMPTY,
  attack,
  column,
  status: 'not computable',
  reason,
});

/** An attack that throws is errored, never harmless. Its message may quote a value; its class is enough to find it by. */
export function attempt(attack: string, column: string | null, run: () => TableFinding): TableFinding {
  try {
    return run();
  } catch (error) {
    return { ...EMPTY, attack, column, status: 'errored', reason: `it failed: ${error instanceof Error ? error.name : 'unknown'}` };
  }
}

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
