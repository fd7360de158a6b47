import * as z from 'zod';

/** Raise with every change of meaning: a signature stays what it was. Version 1 had no findings. */
export const STATEMENT_VERSION = 2;

const figure = z.number().nullable();
const estimate = z.strictObject({ value: figure, low: figure, high: figure });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string().max(10_000);

/** What was tried on a release and what came of it, without an item of it: what is signed. */
const statement = z.strictObject({
  version: z.union([z.literal(1), z.literal(STATEMENT_VERSION)]),
  /** Who signs, as they call themselves: the key says who it is. */
  signer: text.nullable(),
  signedAt: z.iso.datetime(),
  audit: z.strictObject({ id: text, name: text, kind: text, day: text, unveilVersion: text, requestSha256: sha256, seed: text }),
  claim: z.strictObject({
    k: z.int().nullable(),
    m: z.int().nullable(),
    /** `held`: checked and not found false. */
    finding: z.enum(['held', 'violated', 'not checked', 'not claimed']),
  }),
  inputs: z.array(z.strictObject({ role: z.enum(['release', 'original']), sha256 })),
  transactions: z.int(),
  sources: z.array(text),
  /** Of how many people something hidden is named; empty where no attack states a probability. */
  named: z.array(z.strictObject({ attack: text, certainty: z.number(), share: estimate })),
  attackers: z.array(
    z.strictObject({
      attack: text,
      version: z.int(),
      parameters: text,
      baseline: z.boolean(),
      status: text,
      coverage: figure,
      precision: estimate,
      recall: estimate,
      /** Precision less that of as many eliminations at random. */
      precisionLift: estimate,
    }),
  ),
  /** What attacks by structure found, and who is found by a few known items: the figure beside the same of what knows less. */
  findings: z
    .array(
      z.strictObject({
        attack: text,
        version: z.int(),
        about: text.nullable(),
        status: text,
        figure: text.nullable(),
        share: estimate,
        less: z.strictObject({ name: text, value: figure }).nullable(),
      }),
    )
    .optional(),
  /** Every file of the results, as it was. */
  results: z.array(z.strictObject({ key: text, bytes: z.int(), sha256 })),
  doesNotProve: z.array(text),
});
export type Statement = z.output<typeof statement>;

/** `statement.json`: the page is told by its hash, the signature is over both in canonical JSON. */
export const signedStatement = z.strictObject({
  statement,
  pageSha256: sha256,
  /** SPKI, base64. */
  publicKey: z.string().max(200),
  /** Ed25519, base64. */
  signature: z.string().max(200),
});
export type SignedStatement = z.output<typeof signedStatement>;
