import type { OpenedFile } from '../../app/read-release.ts';
import { firstKey } from '../../core/format/detect.ts';
import type { Told } from '../kind.ts';

export function tellsTexts({ head, table }: Pick<OpenedFile, 'head' | 'table'>): Told {
  return table === null && firstKey(head) === 'sanitised'
    ? { is: 'yes', why: 'it begins with "sanitised"' }
    : { is: 'no', why: 'wanted {"sanitised":"t-plausible"} on the first line' };
}
