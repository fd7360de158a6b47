import type { OpenedFile } from '../../app/read-release.ts';
import { firstKey } from '../../core/format/detect.ts';
import type { Told } from '../kind.ts';

export function tellsLocal({ head, table }: Pick<OpenedFile, 'head' | 'table'>): Told {
  return table === null && firstKey(head) === 'hierarchy'
    ? { is: 'yes', why: 'it begins with "hierarchy"' }
    : { is: 'no', why: 'wanted {"hierarchy":{...},"transactions":[...]}' };
}
