import type { ListedKind, Told } from '../../kit/kind.ts';
import type { OpenedFile } from '../../kit/read/read-release.ts';

export const placesListed = {
  tells: tellsPlaces,
  load: async () => (await import('./kind.ts')).places,
} as const satisfies Omit<ListedKind, 'name'>;

function tellsPlaces({ head, table }: Pick<OpenedFile, 'head' | 'table'>): Told {
  return table === null && /^\ufeff?\s*\{\s*"square"\s*:/.test(head)
    ? { is: 'yes', why: 'it begins with "square"' }
    : { is: 'no', why: 'wanted {"square":[x,y,side],"levels":L} on the first line' };
}
