/** Sources of counts that are asked over the network: each sends terms away, so request and stack must both allow it. */
export const LIVE_SOURCES = ['wikipedia', 'pubmed', 'europepmc', 'openalex'] as const;

/** A source whose file was pushed to the stack: `unveil cloud push`. */
export const PUSHED_SOURCE = /^(?:wordnet|corpus:[A-Za-z0-9][A-Za-z0-9._-]{0,63})$/;

export const isLive = (spec: string): boolean => (LIVE_SOURCES as readonly string[]).includes(spec);

/** A source that is named, and not the path of a file or folder. */
export const isNamedSource = (spec: string): boolean => spec === 'wordnet' || isLive(spec) || PUSHED_SOURCE.test(spec);

/** Vectors that are named, and not the path of a file: the optional package's, or those made of a corpus; several with a + between them. */
export const isNamedVectors = (spec: string): boolean =>
  spec.split('+').every((part) => part === 'glove' || (part.startsWith('corpus:') && PUSHED_SOURCE.test(part)));

/** What vectors are called wherever they are: those of a corpus as the file that holds them. */
export const vectorsName = (spec: string): string =>
  isNamedVectors(spec) ? spec.replace(/corpus:([^+]*)/g, '$1.vectors') : fileNameOf(spec);

/** A path without the folders that it is in, which differ between machines. */
export const fileNameOf = (path: string): string => path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
