import { detectFormat } from '../../core/format/detect.ts';
import type { ListedKind, Told } from '../../kit/kind.ts';
import type { OpenedFile } from '../../kit/read/read-release.ts';
import { SET_ATTACKS } from './attacks.ts';

export const setGeneralisedListed = {
  tells: tellsTransactions,
  load: async () => (await import('./kind.ts')).setGeneralised,
  experiment: async () => (await import('./experiment/experiment.ts')).setGeneralisedExperiment,
  attacks: SET_ATTACKS,
  holds: 'transactions',
} as const satisfies Omit<ListedKind, 'name'>;

/** Sets in brackets tell; items alone may be a release whose sets are not marked. */
function tellsTransactions({ name, head, table }: Pick<OpenedFile, 'name' | 'head' | 'table'>): Told {
  if (table !== null) return { is: 'maybe', why: 'its rows may be transactions' };
  const format = detectFormat(name, head);
  if (format === 'clusters') return { is: 'no', why: 'it holds clusters, not transactions' };
  if (format === 'jsonl' && /"items"\s*:/.test(head)) return { is: 'yes', why: 'its lines hold "items"' };
  if (format === 'text' && /\([^()\n]*,[^()\n]*\)/.test(head)) return { is: 'yes', why: 'it holds sets in brackets' };
  return { is: 'maybe', why: `its lines may be transactions (${format})` };
}
