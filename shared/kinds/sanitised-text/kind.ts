import { plainKind } from '../../app/audit/plain/kind-of-plain.ts';
import type { Guess } from '../../app/audit/plain/plain-kind.ts';
import type { AuditRequest } from '../../contracts/audit-request.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { guessesOf, type RelatedTexts, relateTexts } from './attack/relate-texts.ts';
import { assessTexts } from './measure/assess.ts';
import { type GivenTexts, openTexts, type Truth } from './read/open.ts';
import { storeTexts } from './read/stored-texts.ts';
import { SHAPES } from './shapes.ts';
import { GLOSSARY, MEND, TEXTS, WORDS } from './words.ts';

/** A text; what is said of it follows from all texts together, so it is no more than its place. */
export interface TextUnit {
  readonly person: number;
  readonly id: string;
}

/** What is true of a text: the terms behind its marks, or what it is about; null: nobody can tell. */
export type TextTruth = readonly string[] | null;

/** Nothing is known of any text. */
const UNRELATED: RelatedTexts = { guesses: [], leaves: null };

/** Texts whose marked terms stand behind nodes of a tree, or are left out: `{"sanitised":"t-plausible","t":100}` on the first line. */
export const sanitisedText = plainKind({
  name: 'sanitised-text',
  units: TEXTS,
  words: WORDS,
  shapes: SHAPES,
  attack: { name: 'rest-of-text', version: 1, way: 'learned', knows: 'which terms go together, by the sources' },
  glossary: GLOSSARY,
  mend: MEND,
  suits,
  beside: ({ external }) => Promise.resolve(external === undefined ? [] : [external]),
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
  // What is likely is said when the texts are related.
  expose: () => [],
  relate: async (whole, audit, { counters }) => relateTexts(whole, audit, counters),
  decide: ({ person, id }, related) =>
    guessesOf(related ?? UNRELATED, person).map((guess): Guess => ({ ...guess, person, id, decision: 'named' })),
  judge: ({ so }, { target }) => (so === null ? null : so.includes(target)),
  assess: (whole, { original, related }, { request }) =>
    Promise.resolve(assessTexts(whole, { truth: original, related: related ?? UNRELATED, request })),
});

function suits({ claim, hierarchy }: AuditRequest): void {
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
