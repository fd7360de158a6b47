import * as z from 'zod';
import { WAYS } from '../../core/verdict/finding.ts';
import { LEVELS } from '../../core/verdict/verdict.ts';
import { kindName } from '../audit-request.ts';
import { CLAIM, FINDING, GATE } from '../verdict.ts';
import { type CommandOutput, count, figure, text } from './common.ts';

// Output of attacks and advice.

const notices = z.array(z.looseObject({ code: text.describe('Stable: to be compared with.'), message: text }));

const rates = { precision: figure, recall: figure, f1: figure };

/** Common conclusion of all kinds. */
const concluded = {
  verdict: z
    .looseObject({ level: z.enum(LEVELS), way: z.enum(WAYS).nullable() })
    .describe('The conclusion, and that on each way of exposure.'),
  headline: text.describe('The conclusion in one sentence.'),
  next: text.describe('Next steps.'),
  claims: z.array(CLAIM),
  claim_holds: z.boolean().nullable().describe('null: nothing was claimed, or some of it could not be checked.'),
  findings: z.array(FINDING).describe('Of every attack and check, at each confidence.'),
  gate: GATE.nullable().describe('null: the request has no limit.'),
};

const setGeneralisedAudit = z
  .looseObject({
    audit_id: text,
    folder: text.describe('Where the results are.'),
    transactions: count,
    groups: count.describe('Generalised items.'),
    cells: count,
    density: figure,
    unmatched_items: count.describe('Items that no source knows.'),
    ...concluded,
    exposed: z
      .looseObject({ people: count })
      .nullable()
      .describe('Of how many people something hidden is named; null where no attack states a probability.'),
    best_of_several: z.looseObject({}).nullable(),
    attacks: z.array(
      z.looseObject({
        attack: text,
        attack_version: count,
        parameters_hash: text.describe('Two rows with the same attack, version and hash are comparable.'),
        status: z.enum(['decided', 'not computable', 'errored']),
        reason: text.nullable(),
        eliminated: count.nullable(),
        ...rates,
        coverage: figure,
        random: z.strictObject(rates),
        blind: z.strictObject(rates),
        matched: z.strictObject(rates),
      }),
    ),
    notices,
  })
  .describe('Of a release with generalised items. null is not computable, never 0.');

const clustersAudit = z
  .looseObject({
    kind: kindName,
    folder: text,
    transactions: count,
    clusters: count,
    joint_clusters: count,
    pieces: count,
    scored_pieces: count,
    claim: z.looseObject({ k: count, m: count }).nullable(),
    ...concluded,
    attacks: z.array(z.looseObject({ attack: text, places: count, breakage: figure })),
    breaches: z.array(z.looseObject({ attacker: text, breaches: count.nullable(), quantity: figure })),
    unmatched_items: count,
    notices,
  })
  .describe('Of a release in clusters.');

const plainAudit = z
  .looseObject({
    kind: kindName,
    folder: text,
    people: count,
    units: count.describe('Classes, buckets, users: what the attacks of the kind work on.'),
    ...concluded,
    exposed: z.looseObject({ people: count }),
    attacks: z.array(z.looseObject({ attack: text, about: text.nullable(), status: text, figure: text, value: figure, coverage: figure })),
    notices,
  })
  .describe('Of a release of any other kind.');

const share = z.strictObject({ value: figure, low: figure, high: figure });

const adviceAttack = z.strictObject({ attacker: text, seed: text, people: figure });

const adviceFigures = z.array(z.strictObject({ name: text, value: figure }));

const lastAttacks = z.strictObject({
  people: share,
  attacks: z.array(adviceAttack),
  attackers: z
    .array(z.strictObject({ attacker: text, use: z.enum(['asked', 'chosen by', 'proof']), people: share }))
    .describe('The strongest first, also those that nobody asked for.'),
});

const advice = z.looseObject({
  out: text.describe('The folder.'),
  verdict: text,
  notices: z.array(text),
  certainty: z.number(),
  target: figure,
  reached: z.boolean().nullable().describe('null: no target was asked for.'),
  chosen: text.describe('The point that is written.'),
  last: z
    .strictObject({ given: lastAttacks, chosen: lastAttacks })
    .describe('People named, by last attacks whose seeds nothing was chosen by: of the release as given, and of the one that is written.'),
  points: z.array(
    z.looseObject({ name: text, move: text, people: share, attacks: z.array(adviceAttack), losses: adviceFigures, counts: adviceFigures }),
  ),
});

const suggestions = z.strictObject({
  suggestions: z.array(z.strictObject({ members: z.array(text), named: count, transactions: count, withhold: text.nullable() })),
  note: text,
});

export const AUDIT_OUTPUTS = {
  audit: { value: z.union([setGeneralisedAudit, clustersAudit, plainAudit]), lines: false, about: 'the summary' },
  eliminate: {
    value: z.looseObject({
      attack: text,
      delta: figure,
      eliminated: z.array(z.tuple([count, count])),
      why: z.array(z.union([z.number(), z.literal('never'), z.null()])),
      notComputable: text.optional(),
    }),
    lines: true,
    about: 'a line a table and attack',
  },
  experiment: {
    value: z.strictObject({
      figure: text,
      agree: count,
      differ: count,
      generated: z.array(text).describe('Datasets that a generated one stands in for: no replication.'),
      page: text,
    }),
    lines: true,
    about: 'a line a figure',
  },
  advise: { value: z.union([advice, suggestions]), lines: false, about: 'the advice; from a release alone what betrays' },
} as const satisfies Readonly<Record<string, CommandOutput>>;
