import * as z from 'zod';
import { many } from '../../contracts/work-blob.ts';

/** One row of a group: a transaction that carries the generalised item. Nothing in it comes from the original. */
export interface GroupRow {
  /** Ordinal of the transaction in the release, from 0. */
  readonly t: number;
  readonly id?: string;
  /** The chosen context, as positions in the group's `context`. */
  readonly c: readonly number[];
  /** In large releases: the place of the generalised item in its transaction, and its single items, as positions in `around`, and their places. */
  readonly p?: number;
  readonly a?: readonly number[];
  readonly q?: readonly number[];
}

/** A generalised item and the transactions that carry it: the unit of work of a set-generalised release. */
export interface GroupRecord {
  /** 128 bits of its members, in hexadecimal. */
  readonly id: string;
  /** In the canonical order (core/model/canonical-order), as the rows are: neither lines nor brackets decide a tie by their order. */
  readonly members: readonly string[];
  /** The distinct context items of its rows, in the order of their first appearance. */
  readonly context: readonly string[];
  /** In large releases: the distinct single items of its rows' transactions. */
  readonly around?: readonly string[];
  readonly rows: readonly GroupRow[];
}

const whole = z.int().min(0);
const places = many(whole);
const texts = many(z.string());
export const groupShape = {
  id: z.string(),
  members: texts,
  context: texts,
  around: texts.exactOptional(),
  rows: many(
    z.strictObject({
      t: whole,
      id: z.string().exactOptional(),
      c: places,
      p: whole.exactOptional(),
      a: places.exactOptional(),
      q: places.exactOptional(),
    }),
  ),
};
