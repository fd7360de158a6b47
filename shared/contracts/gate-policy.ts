import * as z from 'zod';
import { WAYS } from '../core/verdict/finding.ts';
import { PolicyError, parseWayLimits } from '../core/verdict/policy.ts';

const share = z.number().min(0).max(1);

const wayLimit = z.strictObject({
  way: z.enum(WAYS),
  limit: share,
  confidence: z.number().min(0.5).max(1),
  knows: z.int().min(1).nullable(),
  claimed: z.boolean(),
});
/** Recall of an attack that decides at this precision; only for generalised items. */
const recallLimit = z.strictObject({ recall: share, precision: share, attack: z.string().min(1).max(100).optional() });
const limit = z.union([recallLimit, wayLimit]);
export type GateLimit = z.output<typeof limit>;

const SPELLING =
  'is a limit such as learned=0.05@confidence=0.8, linked=0.01@confidence=0.9, singled-out=0.2@knows=2, people=0.1@certainty=0.9 or recall=0.3@precision=0.8';

/** For editors: each limit is a text, or an object as in earlier versions. */
const WRITTEN = [{ type: 'string', examples: ['learned=0.05@confidence=0.8', 'people=0.1@certainty=0.9'] }, { type: 'object' }];

/** One limit, or several. Objects of earlier versions are accepted if they mean the same. */
const given = z.unknown().meta({ anyOf: [...WRITTEN, { type: 'array', items: { anyOf: WRITTEN } }] });
export const gatePolicy = given.transform((given, context): GateLimit[] => {
  try {
    return (Array.isArray(given) ? given : [given]).flatMap(limitsOf);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});

function limitsOf(given: unknown): GateLimit[] {
  if (typeof given === 'string') return spelled(given);
  if (typeof given !== 'object' || given === null) throw new PolicyError(SPELLING);
  const own = given as {
    readonly lenient?: unknown;
    readonly undecided?: unknown;
    readonly people?: unknown;
    readonly certainty?: unknown;
  };
  if (own.lenient === true)
    throw new PolicyError(
      '"lenient" is gone: a gate is open only where the upper bound is below the limit; leave it out and set the limit that you accept',
    );
  if (own.undecided === 'open')
    throw new PolicyError(
      '"undecided": "open" is gone: a gate is closed where nothing can be decided; leave it out, and give what the gate says is missing',
    );
  const { lenient, undecided, ...rest } = own;
  if (typeof rest.people === 'number') return parseWayLimits(`people=${rest.people}@certainty=${String(rest.certainty)}`);
  const parsed = limit.safeParse(rest);
  if (!parsed.success) throw new PolicyError(SPELLING);
  return [parsed.data];
}

function spelled(text: string): GateLimit[] {
  const found = /^recall=(\d*\.?\d+)@precision=(\d*\.?\d+)$/.exec(text);
  if (found === null) return parseWayLimits(text);
  const parsed = recallLimit.safeParse({ recall: Number(found[1]), precision: Number(found[2]) });
  if (!parsed.success) throw new PolicyError(`"${text}" ${SPELLING}`);
  return [parsed.data];
}
