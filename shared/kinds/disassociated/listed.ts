import { detectFormat } from '../../core/format/detect.ts';
import type { ListedKind, Told } from '../../kit/kind.ts';
import type { OpenedFile } from '../../kit/read/read-release.ts';
import { CLUSTER_ATTACKS } from './attacks.ts';

export const disassociatedListed = {
  tells: tellsClusters,
  load: async () => (await import('./kind.ts')).disassociated,
  experiment: async () => (await import('./experiment/experiment.ts')).disassociatedExperiment,
  attacks: CLUSTER_ATTACKS,
  holds: 'clusters',
  unpaired: 'a disassociated release has no row for a person of the original',
} as const satisfies Omit<ListedKind, 'name'>;

function tellsClusters({ name, head, table }: Pick<OpenedFile, 'name' | 'head' | 'table'>): Told {
  return table === null && detectFormat(name, head) === 'clusters'
    ? { is: 'yes', why: 'it holds "clusters"' }
    : { is: 'no', why: 'wanted {"clusters":[...]}' };
}
