const SOFT_HYPHEN = /\u00AD/g;

/** NFKC without soft hyphens, which are hints for line breaks and not part of any word. */
export const canonical = (text: string): string => text.normalize('NFKC').replace(SOFT_HYPHEN, '');

/** What is in its form already, as most items are: lower case letters and digits of ASCII, in words parted by one space. */
const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/**
 * The form under which items are matched to terms and cached: NFKC, lower case, hyphens and underscores to spaces, single spaces.
 * Applying it twice changes nothing.
 */
export const normaliseTerm = (text: string): string =>
  PLAIN.test(text)
    ? text
    : canonical(canonical(text).toLowerCase())
        .replace(/[-_\u2010\s]+/g, ' ')
        .trim();
