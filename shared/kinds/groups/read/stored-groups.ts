import * as z from 'zod';
import { many } from '../../../contracts/work-blob.ts';
import type { GroupedRelease } from '../../../core/cahd/grouped-release.ts';
import type { Holders } from '../../../core/cahd/holders.ts';

/** A release as JSON: sensitive items as pairs, so that none can be taken for a property. */
export interface StoredGroups {
  readonly groups: readonly {
    readonly transactions: readonly (readonly string[])[];
    readonly sensitive: readonly (readonly [item: string, count: number])[];
  }[];
}

/** What the original says: measures alone read it. */
export interface Known {
  readonly holders: Holders | null;
  /** What of it the release does not hold, a sentence each. */
  readonly differences: readonly string[];
}

export const STORED_GROUPS: z.ZodType<StoredGroups> = z.strictObject({
  groups: many(z.strictObject({ transactions: many(many(z.string())), sensitive: many(z.tuple([z.string(), z.int()])) })),
});
export const KNOWN: z.ZodType<Known> = z.strictObject({
  holders: many(many(many(z.string()))).nullable(),
  differences: many(z.string()),
});

export const storeGroups = ({ groups }: GroupedRelease): StoredGroups => ({
  groups: groups.map(({ transactions, sensitive }) => ({ transactions, sensitive: [...sensitive] })),
});

export const restoreGroups = ({ groups }: StoredGroups): GroupedRelease => ({
  groups: groups.map(({ transactions, sensitive }) => ({ transactions, sensitive: new Map(sensitive) })),
});
