import type { AskedOfKind, ListedKind, Told } from '../../kit/kind.ts';
import type { OpenedFile } from '../../kit/read/read-release.ts';

export const graphListed = {
  tells: tellsGraph,
  load: async () => (await import('./kind.ts')).graph,
} as const satisfies Omit<ListedKind, 'name'>;

/** An edge a line could be a transaction of two items: such a list is a graph by the word of who asks. */
function tellsGraph({ head, table }: Pick<OpenedFile, 'head' | 'table'>, { kind }: Pick<AskedOfKind, 'kind'>): Told {
  if (table !== null) return { is: 'no', why: 'workbooks and Parquet are not read as graphs; save it as CSV' };
  if (/^\ufeff?\s*\{\s*"graph"\s*:/.test(head)) return { is: 'yes', why: 'it begins with "graph"' };
  return kind === 'graph' && !/^\ufeff?\s*[{[]/.test(head)
    ? { is: 'yes', why: 'its lines are edges' }
    : { is: 'no', why: 'wanted {"graph":"undirected"} on the first line (or "kind": "graph", and an edge a line)' };
}
