import * as z from 'zod';

/**
 * Lane of an execution. `small` audits overtake large ones; a `live` one calls a provider and waits for it, for days; a `campaign` admits audits that are in
 * the line themselves.
 */
export const LINE_LANES = ['small', 'large', 'live', 'campaign'] as const;
export type LineLane = (typeof LINE_LANES)[number];

/** An audit or campaign that runs or waits. */
const place = z.strictObject({
  id: z.string(),
  lane: z.enum(LINE_LANES),
  team: z.string().nullable(),
  /** True if its campaign starts it on its turn. */
  ofCampaign: z.boolean(),
  /** Epoch seconds of the begin of waiting, or of running. */
  since: z.int().min(0),
  /** Tokens: functions that it may run concurrently. 0 while it waits. */
  children: z.int().min(0),
});
export type LinePlace = Readonly<z.output<typeof place>>;

/** All running and waiting executions, and the account's limit. */
export const line = z.strictObject({
  running: z.array(place),
  waiting: z.array(place),
  /** Concurrent functions of the account, including those that admit drops and answer. */
  account: z.int().min(1),
  /** Recent duration of executions of each lane, in seconds. */
  took: z.record(z.enum(LINE_LANES), z.number()),
});
export type Line = Readonly<z.output<typeof line>>;
