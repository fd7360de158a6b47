// The calibrated placements on disassociated releases made from texts, against ABA, RGA and MRA by counts and by vectors in the same run.
// Options by environment: UNVEIL_DATA (a folder with texts/*.jsonl[.zst] and corpora/*.jsonl[.zst]; by default ../shared/data; without it
// seeded synthetic data), UNVEIL_TEXTS (names, comma between), UNVEIL_K (comma between), UNVEIL_MAX_CLUSTER, UNVEIL_DOCUMENTS, UNVEIL_SEED.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddings } from '../shared/adapters/local/embeddings/open-embeddings.ts';
import { auditRequest } from '../shared/contracts/audit-request.ts';
import { type Shares, sharesOf } from '../shared/core/statistics/clusters.ts';
import { liftInterval, shareOf } from '../shared/core/statistics/intervals.ts';
import { reliability, Stated } from '../shared/core/statistics/reliability.ts';
import { attackCluster, plannedReassociations } from '../shared/kinds/disassociated/attack/attack-cluster.ts';
import { codeRecords } from '../shared/kinds/disassociated/core/disassociate/coded-records.ts';
import { disassociate } from '../shared/kinds/disassociated/core/disassociate/disassociate.ts';
import type { ReassociationFigures } from '../shared/kinds/disassociated/core/measure/cluster-figures.ts';
import type { DisassociatedRelease } from '../shared/kinds/disassociated/core/model.ts';
import { learnPlacements } from '../shared/kinds/disassociated/learn/learn-placements.ts';
import { type MeasuredClusters, measureClusters } from '../shared/kinds/disassociated/measure/measure-clusters.ts';
import { clusterRecord } from '../shared/kinds/disassociated/read/cluster-store.ts';
import { clusterScores, countClusters, type Relating } from '../shared/kinds/disassociated/score/score-clusters.ts';
import type { Embeddings } from '../shared/ports/embeddings.ts';
import type { HitCounter } from '../shared/ports/hit-counter.ts';
import { type Bar, writeFigures } from './bench.ts';
import { openBenchCorpus } from './calibrated/corpora.ts';
import { documentsOf } from './calibrated/documents.ts';
import { syntheticData } from './calibrated/synthetic.ts';

const DATA = process.env['UNVEIL_DATA'] ?? '../shared/data';
const SEED = process.env['UNVEIL_SEED'] ?? 'bench';
const KS = (process.env['UNVEIL_K'] ?? '2,3,5').split(',').map(Number);
const MAX_CLUSTER = Number(process.env['UNVEIL_MAX_CLUSTER'] ?? 25);
const DOCUMENTS = Number(process.env['UNVEIL_DOCUMENTS'] ?? 700);
const M = 2;

interface Dataset {
  readonly name: string;
  readonly records: readonly (readonly string[])[];
}

export async function bench(): Promise<readonly Bar[]> {
  const { datasets, sources, embeddings } = await open();
  const bars: Bar[] = [];
  const table: string[][] = [];
  for (const { name, records } of datasets) {
    for (const k of KS) {
      const started = process.cpuUsage().user;
      const found = await attacked(records, k, sources, embeddings);
      const seconds = (process.cpuUsage().user - started) / 1e6;
      const label = `${name}, k = ${k}`;
      for (const { attack, clusters } of found) {
        table.push([label, attack, rate(shareOf(hitsOf(clusters))), rate(shareOf(placesOf(clusters)))]);
        console.log(`  ${table.at(-1)?.join(', ')}`);
      }
      console.log(`  ${label}: ${seconds.toFixed(1)} s of processor time in all, ${found[0]?.clusters.length} clusters`);
      const [ours, ...others] = found as [Found, ...Found[]];
      for (const [what, of] of [
        ['hit rate', hitsOf],
        ['precision', placesOf],
      ] as const) {
        const best = others
          .filter(({ published }) => published)
          .reduce((a, b) => ((shareOf(of(b.clusters)) ?? 0) > (shareOf(of(a.clusters)) ?? 0) ? b : a));
        const lift = liftInterval(of(ours.clusters), of(best.clusters));
        bars.push({
          what: `${label}: lift of the ${what} over the best published (${best.attack})`,
          figure: lift === null ? 'too few to say' : `${lift.lift.toFixed(4)} (${lift.low.toFixed(4)} to ${lift.high.toFixed(4)})`,
          bar: 'whole interval above 0',
          met: (lift?.low ?? -1) > 0,
        });
      }
      const held = reliability(ours.stated.counts());
      const over = held === null ? Number.NaN : held.error - held.floor;
      bars.push({
        what: `${label}: calibration error above its noise floor`,
        figure: `${over.toFixed(4)} (${held?.error.toFixed(4)} - ${held?.floor.toFixed(4)})`,
        bar: '<= 0.03',
        met: over <= 0.03,
      });
    }
  }
  writeFigures(
    'placements',
    ['release', 'attack', 'hit rate', 'precision'],
    [...table, ...bars.map(({ what, figure }) => ['', what, figure, ''])],
    `Pieces of disassociated releases (m = ${M}, at most ${MAX_CLUSTER} transactions a cluster) put back. All attacks use as many places. Intervals: 95 %, paired, clusters resampled.`,
  );
  for (const source of sources) await source.close();
  return bars;
}

type Opened = HitCounter & { close(): Promise<void> | void };

async function open(): Promise<{ datasets: readonly Dataset[]; sources: readonly Opened[]; embeddings: Embeddings | null }> {
  if (!existsSync(join(DATA, 'texts'))) {
    console.log(`  no texts in ${DATA}: synthetic data`);
    const { records, source } = await syntheticData(SEED, DOCUMENTS);
    return { datasets: [{ name: 'synthetic', records }], sources: [source], embeddings: null };
  }
  const names =
    process.env['UNVEIL_TEXTS']?.split(',') ?? readdirSync(join(DATA, 'texts')).map((file) => file.replace(/\.jsonl(\.zst)?$/, ''));
  const sources: Opened[] = [];
  for (const file of readdirSync(join(DATA, 'corpora')).toSorted()) sources.push(await openBenchCorpus(join(DATA, 'corpora', file)));
  const datasets: Dataset[] = [];
  for (const name of names) datasets.push({ name, records: await documentsOf(DATA, name, DOCUMENTS, SEED) });
  return { datasets, sources, embeddings: await openEmbeddings() };
}

interface Found {
  readonly attack: string;
  readonly published: boolean;
  readonly clusters: readonly ReassociationFigures[];
  readonly stated: Stated;
}

/** The calibrated attack first, then the others, by counts and by vectors. */
async function attacked(
  records: readonly (readonly string[])[],
  k: number,
  sources: readonly HitCounter[],
  embeddings: Embeddings | null,
): Promise<Found[]> {
  const { release, clusterOf } = disassociate(codeRecords(records), { k, m: M, maxCluster: MAX_CLUSTER });
  const originals = release.clusters.map((): (readonly string[])[] => []);
  for (const [at, record] of records.entries()) originals[clusterOf[at]]?.push(record);
  const found: Found[] = [];
  for (const vectors of embeddings === null ? [null] : [embeddings, null]) {
    const all: Relating = { sources, embeddings: vectors, smoothing: 'cautious' };
    const by = vectors === null ? 'by counts' : 'by vectors';
    const names =
      found.length === 0 ? (['calibrated', 'optimal', 'aba', 'rga', 'mra'] as const) : (['optimal', 'aba', 'rga', 'mra'] as const);
    const results = await figuresOf(release, originals, all, names, k);
    found.push(
      ...results.map((each) => ({
        ...each,
        attack: ['calibrated', 'random'].includes(each.attack) ? each.attack : `${each.attack} ${by}`,
      })),
    );
  }
  return found;
}

async function figuresOf(
  release: DisassociatedRelease,
  originals: readonly (readonly (readonly string[])[])[],
  relating: Relating,
  names: readonly string[],
  k: number,
): Promise<Found[]> {
  const request = auditRequest.parse({ release: 'release', attacks: names, claim: { k, m: M }, seed: SEED });
  const { attacks, termPlaces } = plannedReassociations(request, []);
  const learns = attacks.some((attack) => attack.learns);
  const model = learns ? await learnPlacements(release, relating, { claim: { k, m: M }, seed: SEED }) : null;
  const found: (Found & { clusters: ReassociationFigures[] })[] = attacks.map(({ name }) => ({
    attack: name,
    published: ['aba', 'rga', 'mra'].includes(name),
    clusters: [],
    stated: new Stated(),
  }));
  const measures = { attacks: attacks.length, termPlaces, seed: SEED, vectors: null, labels: undefined };
  for (const [unit, cluster] of release.clusters.entries()) {
    const record = clusterRecord(unit, cluster, 0);
    const { tables, lifts } = await countClusters([record], relating, { termPlaces, learns });
    const scores = await clusterScores(record, { table: tables?.[0] ?? null, lifts: lifts?.[0] ?? null }, relating, termPlaces);
    const outcome = attackCluster({ unit, record, ...scores }, { termPlaces, attacks, model });
    const measured = await measureClusters([{ unit, record, outcome, originals: originals[unit] ?? [] }], measures);
    for (const [at, each] of found.entries()) {
      each.clusters.push((measured.figures.figures as readonly ReassociationFigures[])[at]);
      state(each.stated, measured, at);
    }
  }
  return found;
}

/** Stated and true placements at anchoring sub-records with items. */
function state(stated: Stated, { results }: MeasuredClusters, attack: number): void {
  for (const { puzzle, placements, pairings } of results) {
    for (const placement of placements[attack] ?? []) {
      if (!('probabilities' in placement)) continue;
      for (const [rank, row] of placement.rows.entries()) {
        if ((puzzle.anchors[row] ?? []).length === 0) continue;
        stated.add(placement.probabilities[rank] ?? 0, pairings[attack]?.correct[row]?.includes(placement.piece) === true ? 1 : 0);
      }
    }
  }
}

const shares = (clusters: readonly ReassociationFigures[], part: (of: ReassociationFigures) => readonly [number, number]): Shares =>
  sharesOf(clusters.map((of, group) => ({ group, transaction: group, part: part(of)[0], whole: part(of)[1] })));
const hitsOf = (clusters: readonly ReassociationFigures[]): Shares => shares(clusters, ({ hits, pieces }) => [hits, pieces]);
const placesOf = (clusters: readonly ReassociationFigures[]): Shares => shares(clusters, ({ correct, places }) => [correct, places]);
const rate = (value: number | null): string => value?.toFixed(4) ?? 'n/c';
