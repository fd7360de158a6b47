import * as z from 'zod';
import { storedConclusion } from './verdict.ts';

/** Raise with every change of meaning: old signatures stay valid. Up to version 2 the conclusion followed one attack. */
export const STATEMENT_VERSION = 3;

const figure = z.number().nullable();
const estimate = z.strictObject({ value: figure, low: figure, high: figure });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string().max(10_000);

/** All attempts on a release and their results, without items: the content of the signature. */
const statement = z.strictObject({
  version: z.literal(STATEMENT_VERSION),
  /** The signer's own name for the key. */
  signer: text.nullable(),
  signedAt: z.iso.datetime(),
  audit: z.strictObject({ id: text, name: text, kind: text, day: text, unveilVersion: text, requestSha256: sha256, seed: text }),
  /** Verdict, gate, checks with results, and every attack and check, also failed ones, ones without input and ones not tried. */
  conclusion: storedConclusion,
  inputs: z.array(z.strictObject({ role: z.enum(['release', 'original']), sha256 })),
  people: z.int(),
  sources: z.array(text),
  /** Figures of attacks that eliminate items or reconnect pieces. */
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
      /** Precision minus that of as many random eliminations. */
      precisionLift: estimate,
    }),
  ),
  /** Every file of the results. */
  results: z.array(z.strictObject({ key: text, bytes: z.int(), sha256 })),
  doesNotProve: z.array(text),
});
export type Statement = z.output<typeof statement>;

/** `statement.json`: contains the page's hash; the signature covers both in canonical JSON. */
export const signedStatement = z.strictObject({
  statement,
  pageSha256: sha256,
  /** SPKI, base64. */
  publicKey: z.string().max(200),
  /** Ed25519, base64. */
  signature: z.string().max(200),
});
export type SignedStatement = z.output<typeof signedStatement>;
