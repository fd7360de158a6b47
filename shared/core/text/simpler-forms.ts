import { normaliseTerm } from './tokens.ts';

// Labels of code systems say more than texts do: "Asthma, unspecified", "Fracture of femur (closed) without mention of injury". If a source lacks a
// term, these forms are tried until one is found; each builds on the one before.

/** Brackets, with the spaces around them. */
const BRACKETS = /\s*(?:\([^()]*\)|\[[^[\]]*\])\s*/g;

/** Parts between commas that have no meaning of their own. */
const EMPTY_PART =
  /^(?:(?:site |type |cause )?(?:un|not )specified(?: as .*)?|not (?:otherwise|elsewhere) (?:specified|classified)|nos|nec|other|others?(?: and unspecified)?|other specified|(?:initial|subsequent) encounter.*|sequela|so stated|in diseases classified elsewhere)$/;

/** The same words in the middle of a part, and the absence of something. */
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

/** Quick test: a term without any of these has no simpler form. */
const MAY_HAVE = /[([,;:]| - |\b(?:unspecified|not|nos|nec|other|others|without|with no)\b/;

/**
 * Simpler forms of a term, normalised, in the order in which they are tried: without brackets; without parts that mean nothing ("unspecified", "not
 * elsewhere classified", "other", "without mention of ..."); inverted at its comma ("anemia, iron deficiency" as "iron deficiency anemia"); the part
 * before the first comma. Most terms have none.
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
