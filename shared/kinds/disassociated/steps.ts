import { SlicesOfPeople } from '../../app/audit/people/finish-people.ts';
import { figuresKey, MANIFEST, readUnits, sliceName } from '../../app/audit/plan/units.ts';
import { lostNotice } from '../../app/audit/publish/lost-notice.ts';
import { openQuestion } from '../../app/audit/score/score-groups.ts';
import { readAllJsonLines, readJson, readJsonAhead, writeJson } from '../../app/blobs/json-lines.ts';
import { once } from '../../app/once.ts';
import type { SlicePointer } from '../../contracts/execution.ts';
import { CLUSTER_RECORDS, type ClusterOutcome, type ClusterRecord, UNIT_POINTERS, type UnitPointer } from '../../contracts/work.ts';
import { reconstructed } from '../../core/attack/reassociation/reconstruct.ts';
import type { Cluster } from '../../core/model/disassociated.ts';
import type { Audit, Ending, Knowledge, ResultPorts, Steps } from '../kind.ts';
import { attackClusters, type ClusterWork, placeByModel } from './attack/attack-clusters.ts';
import type { Relating } from './attack/score-clusters.ts';
import { plannedReassociations } from './attack/strategies.ts';
import {
  BREAKAGE,
  EXPOSED,
  FIGURES,
  MODEL,
  PARTNERS,
  type Partners,
  PREPARED,
  READ,
  RELEASE_FINDINGS,
  type StoredClusters,
} from './blobs.ts';
import { learnPlacements, practiceNotices } from './learn/learn-placements.ts';
import { addClusters } from './measure/add-clusters.ts';
import { claimOf } from './measure/breach-report.ts';
import { type ClusterSliceFigures, type FinishedCluster, measureClusters, withPlacements } from './measure/measure-clusters.ts';
import { Breakage, findInRelease, type Pairs } from './measure/release-findings.ts';
import { statingAttack, writeClusterSlice } from './measure/write-cluster-slice.ts';
import { type DisassociatedOutcome, finishDisassociated } from './publish/finish-disassociated.ts';
import { readAllOriginals, readOriginals, readOutcomes, readWholeRelease, writeOutcomes } from './read/cluster-store.ts';
import { CLUSTER_WORDS } from './words.ts';

/** What reading leaves, and planning. */
export const READ_KEY = 'read.json';
export const PREPARED_KEY = 'prepared.json';
const MODEL_KEY = 'models/placements.json';
const FINDINGS_KEY = 'findings.json';
const BREAKAGE_KEY = 'breakage.json';

const partnersKey = (slice: number): string => `partners/${sliceName(slice)}.json`;

const exposedKey = (slice: number): string => `exposed/${sliceName(slice)}.json`;

/** The steps on clusters. */
export async function disassociatedSteps(audit: Audit, known: Knowledge): Promise<Steps<DisassociatedOutcome>> {
  const { work, request, labels, progress, failed } = audit;
  const { smoothing, seed } = request;
  const [read, plan] = await Promise.all([readJson(work, READ_KEY, READ), readJson(work, PREPARED_KEY, PREPARED)]);
  const { attacks, termPlaces, sources } = plannedReassociations(request, plan.used);
  const claim = claimOf(request);
  const whole = once(() => readWholeRelease(work, read));
  const model = once(() => readJson(work, MODEL_KEY, MODEL));
  const relating = async (counters: Relating['sources']): Promise<Relating> => ({
    sources: counters,
    embeddings: await known.embeddings(),
    smoothing,
    labels,
  });
  const learned = attacks.map(({ learns }) => learns);

  return {
    needs: async (pointers, earlier) => openQuestion(await readUnits(work, pointers, CLUSTER_RECORDS), earlier, { smoothing, labels }),
    async attack(pointers, counters) {
      const input = { relating: await relating(counters), termPlaces, attacks: attacks.filter(({ learns }) => !learns), failed };
      await writeOutcomes(work, 'placed', pointers, await attackClusters(await clustersOf(audit, pointers), input));
    },
    async learn() {
      progress.step('learn', null);
      await writeJson(work, MODEL_KEY, await learnPlacements(await whole(), await relating(await known.counters()), { claim, seed }));
      progress.end();
    },
    async decide(pointers) {
      const learned = { model: await model(), relating: await relating(await known.counters()) };
      const input = { learned, termPlaces, attacks: attacks.filter(({ learns }) => learns), failed };
      await writeOutcomes(work, 'decided', pointers, await placeByModel(await clustersOf(audit, pointers), input));
    },
    async measure(pointer, encoders) {
      const measures = { attacks: attacks.length, termPlaces, seed, vectors: await known.measuringVectors(), labels };
      const { figures, results } = await measureClusters(await loadSlice(audit, pointer, read, learned), measures);
      const people = await writeClusterSlice(work, pointer.slice, results, { request, attacks, encoders });
      if (people !== null) await writeJson(work, exposedKey(pointer.slice), people);
      const partners: Partners = results.map(({ pairings }) =>
        pairings.map((pairing) => (pairing === null ? null : [...pairing.partnerOf])),
      );
      if (read.measured) await writeJson(work, partnersKey(pointer.slice), partners);
      await writeJson(work, figuresKey(pointer.slice), figures);
    },
    async measureRelease() {
      const release = await whole();
      const originals = read.measured ? await readAllOriginals(work, read) : null;
      await writeJson(work, FINDINGS_KEY, findInRelease(release, originals, claim === null ? [] : await known.nouns(), request));
      const breakage = originals === null || claim === null ? null : new Breakage(release, originals, claim, attacks.length);
      let unit = 0;
      for (let slice = 0; breakage !== null && slice < read.slices; slice += 1) {
        const outcomes = await readOutcomes(work, slice, learned);
        for (const partners of await readJson(work, partnersKey(slice), PARTNERS)) {
          const cluster = release.clusters[unit] as Cluster;
          breakage.add(unit, pairsOf(cluster, outcomes.get(unit) ?? null, partners, termPlaces));
          unit += 1;
        }
      }
      await writeJson(work, BREAKAGE_KEY, breakage?.results() ?? null);
    },
    async publish(ending: Ending, ports: ResultPorts) {
      const keys = Array.from({ length: read.slices }, (_, at) => figuresKey(at));
      const slices: ClusterSliceFigures[] = [];
      for await (const figures of readJsonAhead(work, keys, FIGURES)) slices.push(figures);
      const people = new SlicesOfPeople();
      if (statingAttack(attacks) >= 0)
        for (let at = 0; at < read.slices; at += 1) people.add(await readJson(work, exposedKey(at), EXPOSED));
      const totals = addClusters(attacks.length, slices);
      const practice = attacks.some(({ learns }) => learns) ? practiceNotices(await model()) : [];
      return finishDisassociated(
        {
          ...ending,
          request,
          release: await whole(),
          warnings: read.warnings,
          given: { original: read.original, vectors: plan.vectors },
          measured: read.measured,
          attacks,
          sources,
          slices: read.slices,
          notices: [...ending.notices, ...practice, ...(await lostNotice(CLUSTER_WORDS, totals.lost, ending))],
        },
        {
          totals,
          findings: await readJson(work, FINDINGS_KEY, RELEASE_FINDINGS),
          breakage: await readJson(work, BREAKAGE_KEY, BREAKAGE),
          people,
        },
        { ...ports, work, progress },
      );
    },
  };
}

async function clustersOf({ work }: Audit, pointers: readonly UnitPointer[]): Promise<ClusterWork[]> {
  const records = await readUnits(work, pointers, CLUSTER_RECORDS);
  return pointers.map(({ unit }, at) => ({ unit, record: records[at] as ClusterRecord }));
}

/** Clusters with all that was found of them; `learned`: which of the attacks learn, in their order. */
async function loadSlice(
  { work }: Audit,
  { slice, start, end }: SlicePointer,
  { measured }: StoredClusters,
  learned: readonly boolean[],
): Promise<FinishedCluster[]> {
  const pointers = await readAllJsonLines(work, MANIFEST, UNIT_POINTERS, { start, end });
  const records = await readUnits(work, pointers, CLUSTER_RECORDS);
  const outcomes = await readOutcomes(work, slice, learned);
  const originals = measured ? await readOriginals(work, slice) : null;
  return pointers.map(({ unit }, at) => ({
    unit,
    record: records[at] as ClusterRecord,
    outcome: outcomes.get(unit) ?? null,
    originals: originals === null ? null : (originals[at] ?? []),
  }));
}

/** Reconstructed transactions with their partners, attack by attack; null where nothing could be paired. */
function pairsOf(
  cluster: Cluster,
  outcome: ClusterOutcome | null,
  partners: Partners[number],
  termPlaces: number,
): readonly (Pairs | null)[] {
  const { puzzle, placements } = withPlacements(cluster, outcome, partners.length, termPlaces);
  return partners.map((partnerOf, at) => (partnerOf === null ? null : { rows: reconstructed(puzzle, placements[at] ?? []), partnerOf }));
}
