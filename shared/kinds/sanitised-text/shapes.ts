import * as z from 'zod';
import type { PlainShapes } from '../../app/audit/plain/blobs.ts';
import { many } from '../../contracts/work-blob.ts';
import type { TextPiece } from '../../core/sanitise/sanitised-file.ts';
import type { RelatedTexts } from './attack/relate-texts.ts';
import type { TextTruth, TextUnit } from './kind.ts';
import type { Truth } from './read/open.ts';
import type { StoredTexts } from './read/stored-texts.ts';

const whole = z.int().min(0);
const texts = many(z.string());
const numbers = many(z.number());

const piece: z.ZodType<TextPiece> = z.union([
  z.string(),
  z.strictObject({ term: z.string(), as: z.string().exactOptional() }),
  z.strictObject({ mark: whole, node: z.string() }),
  z.strictObject({ gap: z.literal(true) }),
]);

const guess = z.strictObject({
  target: z.string(),
  probability: z.number(),
  without: z.number().nullable(),
  betrayedBy: z.string().nullable(),
  isProtected: z.boolean(),
});
const guessedMark = z.strictObject({
  mark: whole,
  node: whole,
  excluded: whole,
  frequent: z.number().nullable(),
  related: z.boolean(),
  ranked: numbers,
  probability: z.number(),
  entropy: z.number(),
  betrayedBy: z.string().nullable(),
});

/** What the steps on sanitised texts leave for each other. */
export const SHAPES: PlainShapes<TextUnit, { readonly so: TextTruth }, StoredTexts, Truth, RelatedTexts> = {
  version: 1,
  unit: z.strictObject({ person: whole, id: z.string() }),
  truth: z.strictObject({ so: texts.nullable() }),
  whole: z.strictObject({
    release: z.strictObject({
      method: z.enum(['t-plausible', 'k-safe', 'k-confusable']),
      degree: z.number().nullable(),
      children: many(z.tuple([z.string(), texts])),
      documents: many(z.strictObject({ id: z.string(), text: many(piece) })),
    }),
    contexts: z.strictObject({ of: many(z.tuple([z.string(), texts])), protected: texts }).nullable(),
    topics: z
      .strictObject({ of: many(z.tuple([z.string(), z.number(), many(z.tuple([z.string(), z.number()]))])), sensitive: texts })
      .nullable(),
  }),
  original: z.strictObject({
    terms: many(many(z.tuple([whole, z.string()]))),
    about: many(z.string().nullable()),
    differs: many(z.enum(['no original', 'other words', 'not under its node', 'one mark, two terms', 'still said']).nullable()),
  }),
  related: z.strictObject({
    guesses: many(many(guess)),
    leaves: z
      .strictObject({
        texts: many(many(guessedMark)),
        practice: z.strictObject({ sets: whole, weights: z.record(z.string(), z.number()) }).nullable(),
        width: z.number(),
      })
      .nullable(),
  }),
};
