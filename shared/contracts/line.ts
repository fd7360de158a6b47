import * as z from 'zod';

/**
 * What an execution is to the line. `small` audits pass large ones by; a `live` one asks a provider and waits for it, for days; a `campaign` admits audits that
 * stand in line themselves.
 */
export const LINE_LANES = ['small', 'large', 'live', 'campaign'] as const;
export type LineLane = (typeof LINE_LANES)[number];

/** One audit or campaign that runs or waits. */
const place = z.strictObject({
  id: z.string(),
  lane: z.enum(LINE_LANES),
  team: z.string().nullable(),
  /** Its campaign starts it, when it is its turn. */
  ofCampaign: z.boolean(),
  /** Epoch seconds since when it waits, or since when it runs. */
  since: z.int().min(0),
  /** Functions that it may run at once: its tokens. 0 while it waits. */
  children: z.int().min(0),
});
export type LinePlace = Readonly<z.output<typeof place>>;

/** All that runs and waits, and what the line was told of the account. */
export const line = z.strictObject({
  running: z.array(place),
  waiting: z.array(place),
  /** Functions that the account runs at once, those included that admit drops and answer. */
  account: z.int().min(1),
  /** How long executions of each lane lately took, in seconds. */
  took: z.record(z.enum(LINE_LANES), z.number()),
});
export type Line = Readonly<z.output<typeof line>>;
