import { partName } from '../../../contracts/result-tables.ts';

/** Where a slice's part of a table waits to be published. */
export const partKey = (table: string, slice: number, extension: string): string => `tables/${table}/${partName(slice, extension)}`;
