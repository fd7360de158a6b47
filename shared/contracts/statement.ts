import * as z from 'zod';
import { storedConclusion } from './verdict.ts';

/** Raise with every change of meaning: a signature stays what it was. The conclusion of version 2 and before followed one attack. */
export const STATEMENT_VERSION = 3;

const figure = z.number().nullable();
const estimate = z.strictObject({ value: figure, low: figure, high: figure });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string().max(10_000);

/** What was tried on a release and what came of it, without an item of it: what is signed. */
const statement = z.strictObject({
  version: z.literal(STATEMENT_VERSION),
  /** The signer's own name for the key. */
  signer: text.nullable(),
  signedAt: z.iso.datetime(),
  audit: z.strictObject({ id: text, name: text, kind: text, day: text, unveilVersion: text, requestSha256: sha256, seed: text }),
  /** Verdict, gate, what was checked with which result, and every attack and check, also those that failed, lacked an input or were not tried. */
  conclusion: storedConclusion,
  inputs: z.array(z.strictObject({ role: z.enum(['release', 'original']), sha256 })),
  people: z.int(),
  sources: z.array(text),
  /** Figures of attacks that eliminate items or put pieces back. */
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
