import { normaliseTerm } from './term.ts';

// Labels of code systems say more than a text does: "Asthma, unspecified", "Fracture of femur (closed) without mention of injury". What a
// source does not hold as it is written is asked for in these forms, the first that it holds; each goes on from the one before.

/** What stands in brackets, with what is around it. */
const BRACKETS = /\s*(?:\([^()]*\)|\[[^[\]]*\])\s*/g;

/** Parts between commas that place a code and name nothing. */
const EMPTY_PART =
  /^(?:(?:site |type |cause )?(?:un|not )specified(?: as .*)?|not (?:otherwise|elsewhere) (?:specified|classified)|nos|nec|other|others?(?: and unspecified)?|other specified|(?:initial|subsequent) encounter.*|sequela|so stated|in diseases classified elsewhere)$/;

/** The same in the middle of a part, and what a thing is said to be without. */
const EMPTY_WORDS =
  /\b(?:unspecified(?: as to [^,;]*)?|not (?:otherwise|elsewhere) (?:specified|classified)|nos|nec|other (?:and unspecified|specified))\b/g;
const LEADING_OTHER = /^(?:other|others) (?=\S)/;
const WITHOUT = /\s*\b(?:without|with no)\b.*$/;

const partsOf = (term: string): string[] =>
  term
    .split(/[,;:]| - /)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '');

function withoutEmptyParts(term: string): string {
  return partsOf(term)
    .map((part) => part.replace(WITHOUT, '').trim())
    .filter((part) => !EMPTY_PART.test(part))
    .map((part) => part.replaceAll(EMPTY_WORDS, ' ').replace(LEADING_OTHER, '').replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .join(', ');
}

/** Nothing of the above can be in a term of ASCII letters in one part, but the words. */
const MAY_HAVE = /[([,;:]| - |\b(?:unspecified|not|nos|nec|other|others|without|with no)\b/;

/**
 * Simpler forms of a term, normalised, in the order in which they are tried: without what stands in brackets; without parts that name nothing
 * ("unspecified", "not elsewhere classified", "other", "without mention of ..."); turned round at its comma ("anemia, iron deficiency" as
 * "iron deficiency anemia"); what stands before the first comma. None for most terms.
 */
export function simplerForms(text: string): readonly string[] {
  const term = normaliseTerm(text);
  if (!MAY_HAVE.test(term)) return [];
  const bare = term.replaceAll(BRACKETS, ' ').replaceAll(/\s+(?=[,;:])/g, '');
  const named = withoutEmptyParts(bare);
  const [head = '', ...rest] = partsOf(named);
  const turned = rest.length === 1 ? `${rest[0]} ${head}` : '';
  const forms = [bare, named, turned, head].map(normaliseTerm);
  return [...new Set(forms)].filter((form) => form !== '' && form !== term);
}
