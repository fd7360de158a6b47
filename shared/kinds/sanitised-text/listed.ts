import { firstKey } from '../../core/format/detect.ts';
import type { ListedKind, Told } from '../../kit/kind.ts';
import type { OpenedFile } from '../../kit/read/read-release.ts';

export const sanitisedTextListed = {
  tells: tellsTexts,
  load: async () => (await import('./kind.ts')).sanitisedText,
} as const satisfies Omit<ListedKind, 'name'>;

function tellsTexts({ head, table }: Pick<OpenedFile, 'head' | 'table'>): Told {
  return table === null && firstKey(head) === 'sanitised'
    ? { is: 'yes', why: 'it begins with "sanitised"' }
    : { is: 'no', why: 'wanted {"sanitised":"t-plausible"} on the first line' };
}
