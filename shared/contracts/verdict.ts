import * as z from 'zod';
import { CLAIM_STATES, type Claim } from '../core/verdict/claim.ts';
import type { ExposureSums } from '../core/verdict/exposed.ts';
import { FINDING_STATES, type Finding, WAYS } from '../core/verdict/finding.ts';
import type { Gate } from '../core/verdict/gate.ts';
import { type Evidence, LEVELS } from '../core/verdict/verdict.ts';

/** Findings and claims in intermediate results, and their part in a statement. */

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
  uncertainty: z
    .strictObject({
      error: z.number(),
      spread: z.number(),
      tested: z.number(),
      degrees: z.number(),
      unseen: z.number(),
      clusters: z.number(),
    })
    .nullable(),
  state: z.enum(FINDING_STATES),
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

export const OBSTACLE: z.ZodType<Evidence['obstacles'][number]> = z.strictObject({ way: z.enum(WAYS), why: text, remedy: text });

const LEVEL = z.enum(LEVELS);
const wayVerdict = z.strictObject({
  way: z.enum(WAYS),
  level: z.enum(['leaks', 'cannot tell', 'no leak found', 'not tried']),
  lead: FINDING.nullable(),
  atLeast: figure,
  power: figure,
  tried: z.array(text),
  obstacles: z.array(z.strictObject({ why: text, remedy: text })),
});

export const GATE: z.ZodType<Gate> = z.strictObject({ open: z.boolean(), message: text, by: text.nullable() });

/** The verdict in words: headline with one number, a line for each other way of exposure, and what to do next. */
export interface VerdictText {
  readonly headline: string;
  readonly ways: readonly string[];
  readonly next: string;
}

/** Raise with every change of meaning. */
const CONCLUSION_VERSION = 1;

/** `verdict.json` in every folder of results: the only source of conclusions for certificate, comparison, campaign, page and queries. */
export const storedConclusion = z.strictObject({
  version: z.literal(CONCLUSION_VERSION),
  verdict: z.strictObject({ level: LEVEL, way: z.enum(WAYS).nullable(), ways: z.array(wayVerdict) }),
  text: z.strictObject({ headline: text, ways: z.array(text), next: text }),
  claims: z.array(CLAIM),
  findings: z.array(FINDING),
  gate: GATE.nullable(),
});
export type StoredConclusion = z.output<typeof storedConclusion>;

export const CONCLUSION_FILE = 'verdict.json';

/** For results without that file. */
export const EARLIER_VERSION =
  'these results are of an earlier version of unveil, whose verdict followed one attack; audit the release again';

const added = z.number();
/** Sums of one slice. */
export const EXPOSURE_SUMS: z.ZodType<ExposureSums> = z.strictObject({
  clusters: added,
  targets: added,
  targetSquares: added,
  people: added,
  right: added,
  less: added,
  gainSquares: added,
  gainTargets: added,
  ownSquares: added,
  chance: added,
  acting: added,
  acted: added,
  actedSquares: added,
});
