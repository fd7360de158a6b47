import { firstKey } from '../../core/format/detect.ts';
import type { ListedKind, Told } from '../../kit/kind.ts';
import type { OpenedFile } from '../../kit/read/read-release.ts';

export const groupsListed = {
  tells: tellsGroups,
  load: async () => (await import('./kind.ts')).groups,
} as const satisfies Omit<ListedKind, 'name'>;

function tellsGroups({ head, table }: Pick<OpenedFile, 'head' | 'table'>): Told {
  return table === null && firstKey(head) === 'groups'
    ? { is: 'yes', why: 'it begins with "groups"' }
    : { is: 'no', why: 'wanted {"groups":[...]}' };
}
