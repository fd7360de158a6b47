import type { OpenedFile } from '../../app/read-release.ts';
import { firstKey } from '../../core/format/detect.ts';
import type { Told } from '../kind.ts';

export function tellsGroups({ head, table }: Pick<OpenedFile, 'head' | 'table'>): Told {
  return table === null && firstKey(head) === 'groups'
    ? { is: 'yes', why: 'it begins with "groups"' }
    : { is: 'no', why: 'wanted {"groups":[...]}' };
}
