export const TABLE_METHODS = ['mingen', 'samarati', 'lattice', 'datafly', 'mu-argus', 'mondrian', 'microaggregation', 'anatomy'] as const;
export type TableMethod = (typeof TABLE_METHODS)[number];

/** Losses that a search may minimise. */
export const LOSSES = ['prec', 'height', 'distortion', 'discernibility', 'class-size', 'ncp', 'lm'] as const;
export type LossName = (typeof LOSSES)[number];
