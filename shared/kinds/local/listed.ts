import { firstKey } from '../../core/format/detect.ts';
import type { ListedKind, Told } from '../../kit/kind.ts';
import type { OpenedFile } from '../../kit/read/read-release.ts';

export const localListed = {
  tells: tellsLocal,
  load: async () => (await import('./kind.ts')).local,
} as const satisfies Omit<ListedKind, 'name'>;

function tellsLocal({ head, table }: Pick<OpenedFile, 'head' | 'table'>): Told {
  return table === null && firstKey(head) === 'hierarchy'
    ? { is: 'yes', why: 'it begins with "hierarchy"' }
    : { is: 'no', why: 'wanted {"hierarchy":{...},"transactions":[...]}' };
}
