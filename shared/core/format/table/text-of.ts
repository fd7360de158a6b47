import type { FileCell } from './delimited.ts';

/** A cell as one text; of a list its items, for looking only. */
export const textOf = (cell: FileCell | undefined): string => (cell === undefined ? '' : typeof cell === 'string' ? cell : cell.join(';'));
