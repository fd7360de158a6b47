import { BadInput } from '../../core/model/bad-input.ts';
import type { LocatedTransaction } from '../../core/model/transaction.ts';
import { writeJson } from '../../kit/blobs/json-lines.ts';
import type { Files, Kind } from '../../kit/kind.ts';
import { wholeText } from '../../kit/read/open-bytes.ts';
import { readOpened, readOriginal } from '../../kit/read/read-release.ts';
import { plannedReassociations } from './attack/attack-cluster.ts';
import { BLOBS, type ClusterPlan } from './blobs.ts';
import { type ParsedDisassociated, parseDisassociated } from './core/format/clusters-json.ts';
import { canonicalRelease } from './core/model.ts';
import { claimOf } from './measure/breach-report.ts';
import type { DisassociatedOutcome } from './publish/finish-disassociated.ts';
import { disassociatedMachineSummary, disassociatedSummary } from './publish/summary-disassociated.ts';
import { clusterSlices, storeClusters } from './read/cluster-store.ts';
import { originalClusters } from './read/original-clusters.ts';
import { CLUSTER_WORDS, disassociatedSteps, PREPARED_KEY, READ_KEY } from './steps.ts';

export interface GivenClusters {
  readonly parsed: ParsedDisassociated;
  readonly original: { readonly name: string; readonly transactions: AsyncIterable<LocatedTransaction> } | null;
}

/** Reading, scoring, learning, attacking, measuring, writing. */
const STEPS = 6;

/** Clusters of transactions that are cut into chunks: which sub-records belong together is hidden. A unit is a cluster. */
export const disassociated: Kind<GivenClusters, DisassociatedOutcome> = {
  name: 'disassociated',
  units: CLUSTER_WORDS,
  blobs: BLOBS,
  validate: (request) => void plannedReassociations(request, []),
  progressSteps: (request) => (plannedReassociations(request, []).attacks.some(({ learns }) => learns) ? STEPS : STEPS - 1),
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
    const learns = attacks.some((attack) => attack.learns);
    await writeJson(work, PREPARED_KEY, { used, vectors: measuresVectors } satisfies ClusterPlan);
    // Where vectors relate the items, only attacks that learn count anything, and only in local sources. Without a claim the structure is not attacked.
    return {
      asks: embeddings === null,
      scores: embeddings === null || learns,
      learns,
      measuresRelease: true,
      nouns: claimOf(request) !== null,
    };
  },
  steps: disassociatedSteps,
  async size({ parsed }) {
    const cells = [...clusterSlices(parsed.release)].flat().map((unit) => unit.cells);
    const people = parsed.release.clusters.reduce((sum, { size }) => sum + size, 0);
    // A cluster's cells are its pairs; its slices measure few numbers.
    const pairs = cells.reduce((sum, each) => sum + each, 0);
    return { cells, pairs, rows: 0, people, blocks: 1, characters: 0, inferred: false, learns: true, practises: true };
  },
  summary: disassociatedSummary,
  machineSummary: disassociatedMachineSummary,
};

async function open({ release, original, reading }: Files): Promise<GivenClusters> {
  const opened = readOpened(release, reading);
  if (opened.kind !== 'clusters') throw new BadInput('this holds no clusters', { file: release.name, line: 1, column: 1 });
  const given = original === null ? null : { name: original.name, ...(await readOriginal(original, reading)) };
  return { parsed: parseDisassociated(await wholeText(opened.bytes, release.name), release.name), original: given };
}
