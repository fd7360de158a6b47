import type { OpenedFile } from '../../app/read-release.ts';
import { detectFormat } from '../../core/format/detect.ts';
import type { Told } from '../kind.ts';

export function tellsClusters({ name, head, table }: Pick<OpenedFile, 'name' | 'head' | 'table'>): Told {
  return table === null && detectFormat(name, head) === 'clusters'
    ? { is: 'yes', why: 'it holds "clusters"' }
    : { is: 'no', why: 'wanted {"clusters":[...]}' };
}
