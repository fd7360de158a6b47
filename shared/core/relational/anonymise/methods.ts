/** What makes releases of tables of people. */
export const TABLE_METHODS = ['mingen', 'samarati', 'lattice', 'datafly', 'mu-argus', 'mondrian', 'anatomy'] as const;
export type TableMethod = (typeof TABLE_METHODS)[number];
