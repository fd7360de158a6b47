const SOFT_HYPHEN = /\u00AD/g;

/** NFKC without soft hyphens, which are hints for line breaks and not part of any word. */
export const canonical = (text: string): string => text.normalize('NFKC').replace(SOFT_HYPHEN, '');

/**
 * The form under which items are matched to terms and cached: NFKC, lower case, hyphens and underscores to spaces, single spaces.
 * Applying it twice changes nothing.
 */
export const normaliseTerm = (text: string): string =>
  canonical(canonical(text).toLowerCase())
    .replace(/[-_\u2010\s]+/g, ' ')
    .trim();
