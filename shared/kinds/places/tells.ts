import type { OpenedFile } from '../../app/read-release.ts';
import type { Told } from '../kind.ts';

export function tellsPlaces({ head, table }: Pick<OpenedFile, 'head' | 'table'>): Told {
  return table === null && /^\ufeff?\s*\{\s*"square"\s*:/.test(head)
    ? { is: 'yes', why: 'it begins with "square"' }
    : { is: 'no', why: 'wanted {"square":[x,y,side],"levels":L} on the first line' };
}
