/** Network sources of counts. Each receives terms, so both request and stack must allow it. */
export const LIVE_SOURCES = ['wikipedia', 'pubmed', 'europepmc', 'openalex'] as const;

/** A source with a file that `unveil cloud push` stored. */
export const PUSHED_SOURCE = /^(?:wordnet|corpus:[A-Za-z0-9][A-Za-z0-9._-]{0,63})$/;

/** Egress permission for a language model on another machine. */
export const LANGUAGE_MODEL = 'language-model';

/** As the endpoint of a language model: Amazon Bedrock, asked by its client with the credentials of the home. */
export const BEDROCK = 'bedrock';

/** How the list of what a stack lets out names its language model. */
export const modelEgress = (name: string): string => `${BEDROCK}:${name}`;

export const isLive = (spec: string): boolean => (LIVE_SOURCES as readonly string[]).includes(spec);

/** True for a named source, false for the path of a file or folder. */
export const isNamedSource = (spec: string): boolean => spec === 'wordnet' || isLive(spec) || PUSHED_SOURCE.test(spec);

/** True for named vectors: the optional package's, or those of corpora, joined by +. False for the path of a file. */
export const isNamedVectors = (spec: string): boolean =>
  spec.split('+').every((part) => part === 'glove' || (part.startsWith('corpus:') && PUSHED_SOURCE.test(part)));

/** Canonical name of vectors. */
export const vectorsName = (spec: string): string =>
  isNamedVectors(spec) ? spec.replace(/corpus:([^+]*)/g, '$1.vectors') : fileNameOf(spec);

/** The last part of a path: folders differ between machines. */
export const fileNameOf = (path: string): string => path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
