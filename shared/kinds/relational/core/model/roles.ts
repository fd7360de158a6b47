import type { DistanceName } from '../check/closeness.ts';
import type { ColumnType, Role } from './table.ts';

export interface ColumnMeaning {
  readonly role: Role;
  readonly type: ColumnType;
  /** A path, `wordnet` or `intervals:5,10,20`; null: none. */
  readonly hierarchy: string | null;
  /** Of an ordinal column: its values from the least to the greatest. */
  readonly order: readonly string[] | null;
  /** Harmful values of a sensitive column; null: none named. */
  readonly harmful: readonly string[] | null;
  /** Of a quasi-identifier: how much its loss counts for an anonymiser; default 1. */
  readonly weight?: number | undefined;
  /** Of a quasi-identifier of numbers: an anonymiser makes one value of all from here on. */
  readonly top?: number | undefined;
  readonly bottom?: number | undefined;
  /** Of a quasi-identifier that microaggregation changed: what each cell is of its class. */
  readonly aggregate?: 'mean' | 'median' | 'mode' | undefined;
}

type Diversity = 'distinct' | 'entropy' | 'recursive' | 'positive-disclosure' | 'negative-positive';

export interface DiversityClaim {
  readonly form: Diversity;
  readonly l: number;
  /** Of the recursive forms: r1 < c (rl + .. + rm). */
  readonly c?: number | undefined;
  /** Of negative-positive: the least share that each value of `harmful` has in a class. */
  readonly share?: number | undefined;
  /** Values that may be disclosed (positive-disclosure, negative-positive). */
  readonly disclosable?: readonly string[] | undefined;
  /** Values whose absence tells something (negative-positive). */
  readonly harmful?: readonly string[] | undefined;
  /** Sensitive columns of the claim; default: all. */
  readonly columns?: readonly string[] | undefined;
}

export interface ClosenessClaim {
  readonly distance: DistanceName;
  readonly t: number;
  readonly columns?: readonly string[] | undefined;
}

/** Greatest share of a class that a value may have; `values`: only of these. With a claim of k: (alpha, k)-anonymity. */
export interface ShareClaim {
  readonly most: number;
  readonly values?: readonly string[] | undefined;
  readonly columns?: readonly string[] | undefined;
}

export interface ConfidenceClaim {
  readonly value: string;
  readonly most: number;
  /** Default: the only sensitive column. */
  readonly column?: string | undefined;
}

export interface RangeClaim {
  readonly k: number;
  readonly e: number;
  readonly columns?: readonly string[] | undefined;
}

export interface PresenceClaim {
  readonly min: number;
  readonly max: number;
}

export interface TableClaim {
  readonly k?: number | undefined;
  readonly l?: DiversityClaim | undefined;
  readonly t?: ClosenessClaim | undefined;
  readonly alpha?: ShareClaim | undefined;
  readonly confidence?: readonly ConfidenceClaim[] | undefined;
  readonly ke?: RangeClaim | undefined;
  readonly delta?: PresenceClaim | undefined;
}

/** Type of a column; a column without a role holds words. */
export const typeOf = ({ columns }: TableRoles, name: string): ColumnType => columns.get(name)?.type ?? 'word';

export interface TableRoles {
  readonly columns: ReadonlyMap<string, ColumnMeaning>;
  readonly claim: TableClaim;
  /** Texts that mean a missing value. */
  readonly missing: readonly string[];
}
