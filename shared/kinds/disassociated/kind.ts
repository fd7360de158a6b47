import { writeJson } from '../../app/blobs/json-lines.ts';
import { readOpened, readOriginal } from '../../app/read-release.ts';
import type { ParsedDisassociated } from '../../core/format/disassociated.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { canonicalRelease } from '../../core/model/canonical-order.ts';
import type { LocatedTransaction } from '../../core/model/transaction.ts';
import type { Files, Kind } from '../kind.ts';
import { plannedReassociations } from './attack/strategies.ts';
import { BLOBS, type ClusterPlan } from './blobs.ts';
import { claimOf } from './measure/breach-report.ts';
import type { DisassociatedOutcome } from './publish/finish-disassociated.ts';
import { disassociatedMachineSummary, disassociatedSummary } from './publish/summary-disassociated.ts';
import { storeClusters } from './read/cluster-store.ts';
import { clusterSlices } from './read/cluster-units.ts';
import { originalClusters } from './read/original-clusters.ts';
import { parseBytes } from './read/read-disassociated.ts';
import { disassociatedSteps, PREPARED_KEY, READ_KEY } from './steps.ts';
import { CLUSTER_WORDS } from './words.ts';

/** A release, parsed, with its original, which is a stream. */
export interface GivenClusters {
  readonly parsed: ParsedDisassociated;
  readonly original: { readonly name: string; readonly transactions: AsyncIterable<LocatedTransaction> } | null;
}

/** Reading, attacking, learning, deciding, measuring, writing. */
const STEPS = 6;

/** Clusters of transactions that are cut into chunks: which sub-records belong together is hidden. A unit is a cluster. */
export const disassociated: Kind<GivenClusters, DisassociatedOutcome> = {
  name: 'disassociated',
  units: CLUSTER_WORDS,
  blobs: BLOBS,
  suits(request) {
    const { attacks } = plannedReassociations(request, []);
    return attacks.some(({ learns }) => learns) ? STEPS : STEPS - 2;
  },
  open,
  async read({ parsed, original }, { work, request: { seed }, progress }) {
    progress.step('read', null);
    const clusters = original === null ? null : await originalClusters(original.name, original.transactions, parsed.release, seed);
    const canonical = { ...parsed, release: canonicalRelease(parsed.release, seed) };
    const stored = await storeClusters(work, canonical, original === null ? null : { clusters });
    await writeJson(work, READ_KEY, stored);
    progress.end();
    return { transactions: stored.transactions };
  },
  async plan({ work, request }, { sources, embeddings, measuresVectors }) {
    const used = embeddings === null ? sources : [embeddings];
    const { attacks } = plannedReassociations(request, used);
    await writeJson(work, PREPARED_KEY, { used, vectors: measuresVectors } satisfies ClusterPlan);
    // Where vectors relate the items, nothing has to be asked of anybody. Without a claim nobody attacks the structure.
    return {
      asks: embeddings === null,
      learns: attacks.some(({ learns }) => learns),
      measuresRelease: true,
      nouns: claimOf(request) !== null,
    };
  },
  steps: disassociatedSteps,
  async size({ parsed }) {
    const cells = [...clusterSlices(parsed.release)].flat().map((unit) => unit.cells);
    // A cluster's cells are its pairs. What its slices measure is few numbers each.
    return { cells, pairs: cells.reduce((sum, each) => sum + each, 0), rows: 0, blocks: 1, characters: 0 };
  },
  summary: (outcome, folder) => disassociatedSummary({ outcome, folder }),
  machineSummary: (outcome, folder) => disassociatedMachineSummary({ outcome, folder }),
};

async function open({ release, original, reading }: Files): Promise<GivenClusters> {
  const opened = readOpened(release, reading);
  if (opened.kind !== 'clusters') throw new BadInput('this holds no clusters', { file: release.name, line: 1, column: 1 });
  const given = original === null ? null : { name: original.name, ...(await readOriginal(original, reading)) };
  return { parsed: await parseBytes(opened.bytes, release.name), original: given };
}
