/** Separates the terms of a conjunction: no term contains a control character. */
const AND = '\u001f';

/** All terms together as one question: only a source that counts its own documents can answer it. */
export const conjunction = (terms: readonly string[]): string => terms.join(AND);

export const isConjunction = (term: string): boolean => term.includes(AND);
export const conjoinedTerms = (term: string): string[] => term.split(AND);

/** For messages. */
export const conjunctionText = (term: string): string => term.replaceAll(AND, ' + ');
