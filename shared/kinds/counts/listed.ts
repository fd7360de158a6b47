import type { AskedOfKind, ListedKind, Told } from '../../kit/kind.ts';
import type { OpenedFile } from '../../kit/read/read-release.ts';

export const countsListed = {
  tells: tellsCounts,
  load: async () => (await import('./kind.ts')).counts,
  unpaired: 'a count is of many people',
} as const satisfies Omit<ListedKind, 'name'>;

function tellsCounts({ head, table }: Pick<OpenedFile, 'head' | 'table'>, { kind }: Pick<AskedOfKind, 'kind'>): Told {
  if (table !== null) return { is: 'no', why: 'workbooks and Parquet are not read as counts; save it as CSV' };
  if (/^\ufeff?#\s*counts\b/i.test(head)) return { is: 'yes', why: 'it begins with "# counts"' };
  return kind === 'counts' ? { is: 'yes', why: 'its lines are counts' } : { is: 'no', why: 'wanted "# counts" on the first line' };
}
