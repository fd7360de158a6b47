/** Sources of counts that are asked over the network: each sends terms away, so request and stack must both allow it. */
export const LIVE_SOURCES = ['wikipedia', 'pubmed', 'europepmc', 'openalex'] as const;

export const isLive = (spec: string): boolean => (LIVE_SOURCES as readonly string[]).includes(spec);
