import * as z from 'zod';
import type { AuditRequest } from '../../contracts/audit-request.ts';
import { many } from '../../contracts/work-blob.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import type { PlainShapes } from '../../kit/plain/blobs.ts';
import { plainKind } from '../../kit/plain/kind-of-plain.ts';
import type { Guess } from '../../kit/plain/plain-kind.ts';
import { guessesOf, type RelatedTexts, relateTexts } from './attack/relate-texts.ts';
import type { TextPiece } from './core/sanitised-file.ts';
import { assessTexts } from './measure/assess.ts';
import { type GivenTexts, openTexts, type Truth } from './read/open.ts';
import { type StoredTexts, storeTexts } from './read/stored-texts.ts';

/** A text by its position: guesses depend on all texts together. */
export interface TextUnit {
  readonly person: number;
  readonly id: string;
}

/** Truth of a text: the terms behind its marks, or its entity or topic; null: unknown. */
export type TextTruth = readonly string[] | null;

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

/** Intermediate data of the steps on sanitised texts. */
const SHAPES: PlainShapes<TextUnit, { readonly so: TextTruth }, StoredTexts, Truth, RelatedTexts> = {
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

/** Nothing is known of any text. */
const UNRELATED: RelatedTexts = { guesses: [], leaves: null };

/** Texts whose marked terms stand behind nodes of a tree, or are left out: `{"sanitised":"t-plausible","t":100}` on the first line. */
export const sanitisedText = plainKind({
  name: 'sanitised-text',
  units: { many: 'sanitised texts', code: 'texts', lost: 'as not looked at', named: 'numbers', arePeople: true },
  words: { person: 'text', people: 'texts', target: 'term', targets: 'terms' },
  shapes: SHAPES,
  attack: { name: 'rest-of-text', version: 1, way: 'learned', knows: 'which terms go together, by the sources' },
  glossary: [
    {
      term: 'Mark',
      technical: null,
      meaning: 'A term that was hidden: the text has a node of the tree, such as "kind of drug", in its place.',
    },
    {
      term: 'Base text',
      technical: 't-plausibility',
      meaning: 'A text that the published one may come from: one term under each node. Exactly one of them is the original.',
    },
    {
      term: 'Effective base texts',
      technical: 'exp of the entropy',
      meaning: 'How many base texts are left to somebody who knows that some are likelier: as many equally likely ones would be as unsure.',
    },
    {
      term: 'Covered',
      technical: 'K-safety',
      meaning: 'An entity is covered by another one whose terms are all that the text has of its own: the text may be about either.',
    },
    {
      term: 'Confusable',
      technical: 'k-confusability',
      meaning: 'A topic is confusable where others are at least as likely, by the terms that the text still has.',
    },
  ],
  mend: [
    'Anonymise with a greater t or k (unveil anonymise).',
    'Hide or remove the terms that betray most (table of exposures).',
    'Use a tree whose nodes hide terms that are about equally common.',
  ],
  validate,
  open: openTexts,
  cut: ({ release, known, truth }: GivenTexts) =>
    Promise.resolve({
      people: release.documents.map(({ id }) => ({ id })),
      units: release.documents.map(({ id }, person) => ({
        unit: { person, id },
        cells: 1,
        truth: truth === null ? null : { so: truthOf(truth, person, release.method === 't-plausible') },
      })),
      whole: storeTexts(release, known),
      original: truth,
    }),
  relate: async (whole, audit, { counters }) => relateTexts(whole, audit, counters),
  expose: ({ person, id }, related) =>
    guessesOf(related ?? UNRELATED, person).map((guess): Guess => ({ ...guess, person, id, decision: 'named' })),
  judge: ({ so }, { target }) => (so === null ? null : so.includes(target)),
  assess: (whole, { original, related }, { request }) =>
    Promise.resolve(assessTexts(whole, { truth: original, related: related ?? UNRELATED, request })),
});

function validate({ claim, hierarchy }: AuditRequest): void {
  if (claim.m !== undefined) throw new BadInput('claim.m: sanitised texts claim one number, t or k (claim.k)');
  if (claim.privacyConstraints !== undefined || claim.utilityConstraints !== undefined)
    throw new BadInput('claim: sanitised texts have no constraints');
  if (hierarchy !== undefined) throw new BadInput('hierarchy: sanitised texts hold their own tree');
}

function truthOf({ terms, about }: Truth, at: number, isMarked: boolean): TextTruth {
  if (isMarked) return terms[at]?.map(([, term]) => term) ?? null;
  const own = about[at] ?? null;
  return own === null ? null : [own];
}
