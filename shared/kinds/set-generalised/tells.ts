import type { OpenedFile } from '../../app/read-release.ts';
import { detectFormat } from '../../core/format/detect.ts';
import type { Told } from '../kind.ts';

/** Sets in brackets tell; items alone may be a release whose sets are not marked. */
export function tellsTransactions({ name, head, table }: Pick<OpenedFile, 'name' | 'head' | 'table'>): Told {
  if (table !== null) return { is: 'maybe', why: 'its rows may be transactions' };
  const format = detectFormat(name, head);
  if (format === 'clusters') return { is: 'no', why: 'it holds clusters, not transactions' };
  if (format === 'jsonl' && /"items"\s*:/.test(head)) return { is: 'yes', why: 'its lines hold "items"' };
  if (format === 'text' && /\([^()\n]*,[^()\n]*\)/.test(head)) return { is: 'yes', why: 'it holds sets in brackets' };
  return { is: 'maybe', why: `its lines may be transactions (${format})` };
}
