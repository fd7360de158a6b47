import * as z from 'zod';
import { CLAIM_STATES, type Claim } from '../core/verdict/claim.ts';
import { type Finding, STATES, WAYS } from '../core/verdict/finding.ts';
import type { Found } from '../core/verdict/verdict.ts';

/** What steps leave for each other of findings and claims, and what a statement bears of them. */

const figure = z.number().nullable();
const count = z.int().min(0);
const text = z.string().max(10_000);

export const FINDING: z.ZodType<Finding> = z.strictObject({
  way: z.enum(WAYS),
  attack: text,
  about: text.nullable(),
  knows: text,
  facts: z.int().nullable(),
  confidence: z.number(),
  people: z.number().min(0),
  of: count,
  right: figure,
  expectedRight: figure,
  baseline: z.strictObject({ name: text, right: figure }).nullable(),
  exposed: figure,
  interval: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  uncertainty: z.strictObject({ error: z.number(), degrees: z.number(), unseen: z.number(), clusters: z.number() }).nullable(),
  state: z.enum(STATES),
  reason: text,
  lost: count,
});

export const CLAIM: z.ZodType<Claim> = z.strictObject({
  text,
  scope: text,
  state: z.enum(CLAIM_STATES),
  checked: count.nullable(),
  violations: count.nullable(),
  example: text.nullable(),
});

export const OBSTACLE: z.ZodType<Found['obstacles'][number]> = z.strictObject({ way: z.enum(WAYS), why: text, remedy: text });
