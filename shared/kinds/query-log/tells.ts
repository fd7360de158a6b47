import type { OpenedFile } from '../../app/read-release.ts';
import type { Told } from '../kind.ts';

export function tellsLog({ head, table }: Pick<OpenedFile, 'head' | 'table'>): Told {
  return table === null && /^\ufeff?\s*\{\s*"log"\s*:/.test(head)
    ? { is: 'yes', why: 'it begins with "log"' }
    : { is: 'no', why: 'wanted {"log":"strings"} on the first line; searches are published first: unveil anonymise --method query-log' };
}
