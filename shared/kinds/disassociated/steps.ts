import type { SlicePointer } from '../../contracts/execution.ts';
import { UNIT_POINTERS } from '../../contracts/work.ts';
import { readAllJsonLines, readJson, readJsonAhead, writeJson } from '../../kit/blobs/json-lines.ts';
import type { Audit, Ending, Knowledge, ResultPorts, Steps, UnitWords } from '../../kit/kind.ts';
import { once } from '../../kit/once.ts';
import { SlicesOfPeople } from '../../kit/people/finish-people.ts';
import { PEOPLE_PREFIX } from '../../kit/people/slice-people.ts';
import { sliceRuns } from '../../kit/plan/slice-records.ts';
import { runsOfSlices } from '../../kit/plan/unit-writer.ts';
import { figuresKey, MANIFEST, readUnits, sliceName } from '../../kit/plan/units.ts';
import { lostNotice } from '../../kit/publish/lost-notice.ts';
import { openQuestion } from '../../kit/score/score-groups.ts';
import { readScored, writeScored } from '../../kit/score/stored-scores.ts';
import { attackCluster, plannedReassociations } from './attack/attack-cluster.ts';
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
import { CLUSTER_RECORDS, type ClusterOutcome } from './contracts.ts';
import type { Cluster } from './core/model.ts';
import { reconstructed } from './core/reassociation/reconstruct.ts';
import { learnPlacements, practiceNotices } from './learn/learn-placements.ts';
import { claimOf } from './measure/breach-report.ts';
import {
  addClusters,
  type ClusterSliceFigures,
  type FinishedCluster,
  measureClusters,
  withPlacements,
} from './measure/measure-clusters.ts';
import { Breakage, findInRelease, type Pairs } from './measure/release-findings.ts';
import { statingAttack, writeClusterSlice } from './measure/write-cluster-slice.ts';
import { type DisassociatedOutcome, finishDisassociated } from './publish/finish-disassociated.ts';
import { readAllOriginals, readOriginals, readOutcomes, readWholeRelease, writeOutcomes } from './read/cluster-store.ts';
import { clusterScores, countClusters, type Relating } from './score/score-clusters.ts';
import { readLifts, writeLifts } from './score/stored-lifts.ts';

export const READ_KEY = 'read.json';
export const PREPARED_KEY = 'prepared.json';
const MODEL_KEY = 'models/placements.json';
const FINDINGS_KEY = 'findings.json';
const BREAKAGE_KEY = 'breakage.json';

const partnersKey = (slice: number): string => `partners/${sliceName(slice)}.json`;

const exposedKey = (slice: number): string => `exposed/${sliceName(slice)}.json`;

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
  const learns = attacks.some((attack) => attack.learns);

  return {
    needs: async (pointers, earlier) => openQuestion(await readUnits(work, pointers, CLUSTER_RECORDS), earlier, { smoothing, labels }),
    async score(pointers, counters) {
      const records = await readUnits(work, pointers, CLUSTER_RECORDS);
      const { tables, lifts } = await countClusters(records, await relating(counters), { termPlaces, learns });
      if (tables !== null) await writeScored(work, pointers, tables, await Promise.all(counters.map((counter) => counter.size())));
      if (lifts !== null) await writeLifts(work, pointers, lifts);
    },
    async learn() {
      progress.step('learn', null);
      await writeJson(work, MODEL_KEY, await learnPlacements(await whole(), await relating(await known.counters()), { claim, seed }));
      progress.end();
    },
    async attack(pointers) {
      const records = await readUnits(work, pointers, CLUSTER_RECORDS);
      const by = { embeddings: await known.embeddings(), labels };
      const input = { termPlaces, attacks, model: learns ? await model() : null, failed };
      const outcomes: (ClusterOutcome | null)[] = [];
      for (const { slice, from, to } of runsOfSlices(pointers)) {
        const units = pointers.slice(from, to).map(({ unit }) => unit);
        const tables = by.embeddings === null ? await readScored(work, slice, smoothing, units) : null;
        const lifts = learns ? await readLifts(work, slice, units) : null;
        for (const [at, unit] of units.entries()) {
          const record = records[from + at];
          const counted = { table: tables?.get(unit) ?? null, lifts: lifts?.get(unit)?.lifts ?? null };
          const isLost = (tables !== null && counted.table === null) || (lifts !== null && counted.lifts === null);
          const scores = isLost ? null : await clusterScores(record, counted, by, termPlaces);
          outcomes.push(scores === null ? null : attackCluster({ unit, record, ...scores }, input));
        }
      }
      await writeOutcomes(work, pointers, outcomes);
    },
    async measure(pointers, encoders) {
      const measures = { attacks: attacks.length, termPlaces, seed, vectors: await known.measuringVectors(), labels };
      const found = sliceRuns(work, PEOPLE_PREFIX, pointers);
      for (const pointer of pointers) {
        const { figures, results } = await measureClusters(await loadSlice(audit, pointer, read), measures);
        const people = await writeClusterSlice(work, pointer.slice, results, { request, attacks, encoders, found });
        if (people !== null) await writeJson(work, exposedKey(pointer.slice), people);
        const partners: Partners = results.map(({ pairings }) =>
          pairings.map((pairing) => (pairing === null ? null : [...pairing.partnerOf])),
        );
        if (read.measured) await writeJson(work, partnersKey(pointer.slice), partners);
        await writeJson(work, figuresKey(pointer.slice), figures);
      }
      await found.end();
    },
    async measureRelease() {
      const release = await whole();
      const originals = read.measured ? await readAllOriginals(work, read) : null;
      await writeJson(work, FINDINGS_KEY, findInRelease(release, originals, claim === null ? [] : await known.nouns(), request));
      const breakage = originals === null || claim === null ? null : new Breakage(release, originals, claim, attacks.length);
      let unit = 0;
      for (let slice = 0; breakage !== null && slice < read.slices; slice += 1) {
        const outcomes = await readOutcomes(work, slice);
        for (const partners of await readJson(work, partnersKey(slice), PARTNERS)) {
          const cluster = release.clusters[unit];
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
      const practice = learns ? practiceNotices(await model()) : [];
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

async function loadSlice({ work }: Audit, { slice, start, end }: SlicePointer, { measured }: StoredClusters): Promise<FinishedCluster[]> {
  const pointers = await readAllJsonLines(work, MANIFEST, UNIT_POINTERS, { start, end });
  const records = await readUnits(work, pointers, CLUSTER_RECORDS);
  const outcomes = await readOutcomes(work, slice);
  const originals = measured ? await readOriginals(work, slice) : null;
  return pointers.map(({ unit }, at) => ({
    unit,
    record: records[at],
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

export const CLUSTER_WORDS: UnitWords = { many: 'clusters', code: 'clusters', lost: 'as not put back', named: 'numbers' };
