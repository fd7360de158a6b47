import type { ListedKind, Told } from '../../kit/kind.ts';
import type { OpenedFile } from '../../kit/read/read-release.ts';

export const queryLogListed = {
  tells: tellsLog,
  load: async () => (await import('./kind.ts')).queryLog,
} as const satisfies Omit<ListedKind, 'name'>;

function tellsLog({ head, table }: Pick<OpenedFile, 'head' | 'table'>): Told {
  return table === null && /^\ufeff?\s*\{\s*"log"\s*:/.test(head)
    ? { is: 'yes', why: 'it begins with "log"' }
    : { is: 'no', why: 'wanted {"log":"strings"} on the first line; searches are published first: unveil anonymise --method query-log' };
}
