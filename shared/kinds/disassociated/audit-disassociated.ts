import { SlicesOfPeople } from '../../app/audit/people/finish-people.ts';
import { batches, HOME_BATCH } from '../../app/audit/plan/batches.ts';
import { type TextsHeld, textNotices } from '../../app/audit/read/texts-held.ts';
import type { AuditIdentity, AuditPorts } from '../../app/audit/run-audit.ts';
import type { AuditRequest } from '../../contracts/audit-request.ts';
import type { ClusterOutcome, UnitPointer } from '../../contracts/work.ts';
import type { ParsedDisassociated } from '../../core/format/disassociated.ts';
import { canonicalRelease } from '../../core/model/canonical-order.ts';
import type { LocatedTransaction } from '../../core/model/transaction.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import { type AttackInput, attackClusters } from './attack/attack-clusters.ts';
import { plannedReassociations } from './attack/strategies.ts';
import { learnPlacements, practiceNotices } from './learn/learn-placements.ts';
import { addClusters } from './measure/add-clusters.ts';
import { claimOf } from './measure/breach-report.ts';
import { type ClusterSliceFigures, measureClusters } from './measure/measure-clusters.ts';
import { Breakage, findInRelease } from './measure/release-findings.ts';
import { writeClusterSlice } from './measure/write-cluster-slice.ts';
import { type DisassociatedOutcome, finishDisassociated } from './publish/finish-disassociated.ts';
import { clusterSlices, type PlannedCluster } from './read/cluster-units.ts';
import { originalClusters } from './read/original-clusters.ts';

export interface DisassociatedInput {
  readonly request: AuditRequest;
  readonly name: string;
  readonly parsed: ParsedDisassociated;
  readonly original: { readonly name: string; readonly transactions: AsyncIterable<LocatedTransaction> } | null;
  readonly labels?: ReadonlyMap<string, string>;
  readonly sources: readonly HitCounter[];
  /** Vectors relate items where they are given, instead of the sources. */
  readonly embeddings: Embeddings | null;
  /** What Word Mover's Distances are measured in, if other than `embeddings`; without either they are not computable. */
  readonly vectors?: Embeddings | null;
  readonly texts?: readonly TextsHeld[];
  /** For the weak attacker. */
  readonly nouns: readonly string[];
  readonly identity: () => AuditIdentity;
}

/** Checks the claim, puts the pieces back, counts what the structure gives away, measures and publishes. */
export async function auditDisassociated(input: DisassociatedInput, ports: AuditPorts): Promise<DisassociatedOutcome> {
  const { request, name, parsed, labels, embeddings, original } = input;
  const release = canonicalRelease(parsed.release, request.seed);
  const { progress } = ports;
  const started = ports.clock.now();
  const claim = claimOf(request);
  const used = embeddings === null ? input.sources.map(({ source }) => source) : [embeddings.source];
  const { attacks, termPlaces: places, sources } = plannedReassociations(request, used);

  progress.step('read', null);
  const originals = original === null ? null : await originalClusters(original.name, original.transactions, release, request.seed);
  progress.end();

  progress.step('attack', release.clusters.length);
  const relating = { sources: input.sources, embeddings, smoothing: request.smoothing, ...(labels === undefined ? {} : { labels }) };
  const model = attacks.some(({ learns }) => learns) ? await learnPlacements(release, relating, { claim, seed: request.seed }) : null;
  const learned = model === null ? null : { model, relating };
  const vectors = input.vectors ?? embeddings;
  const measures = { attacks: attacks.length, termPlaces: places, seed: request.seed, vectors, labels };
  const breakage = originals === null || claim === null ? null : new Breakage(release, originals, claim, attacks.length);
  const figures: ClusterSliceFigures[] = [];
  const people = new SlicesOfPeople();
  for (const slice of clusterSlices(release)) {
    const outcomes = await attackSlice(slice, { relating, termPlaces: places, attacks, learned }, ports);
    const finished = slice.map(({ unit, record }, at) => ({
      unit,
      record,
      outcome: outcomes[at] ?? null,
      originals: originals?.[unit] ?? null,
    }));
    const measured = await measureClusters(finished, measures);
    for (const { cluster, pairings } of measured.results) breakage?.add(cluster, pairings);
    const written = { request, attacks, encoders: ports.encoders };
    const exposed = await writeClusterSlice(ports.work, slice[0]?.slice ?? 0, measured.results, written);
    if (exposed !== null) people.add(exposed);
    figures.push(measured.figures);
    progress.advance((slice.at(-1)?.unit ?? 0) + 1);
  }
  progress.end();

  return finishDisassociated(
    {
      request,
      name,
      release,
      warnings: parsed.warnings,
      given: { original: original !== null, vectors: vectors !== null },
      measured: originals !== null,
      attacks,
      sources,
      identity: input.identity(),
      started,
      slices: figures.length,
      notices: [...textNotices(input.texts ?? []), ...(model === null ? [] : practiceNotices(model))],
      texts: input.texts ?? null,
    },
    {
      totals: addClusters(attacks.length, figures),
      findings: findInRelease(release, originals, input.nouns, request),
      breakage: breakage?.results() ?? null,
      people,
    },
    ports,
  );
}

/** One batch after another, at home. */
async function attackSlice(
  slice: readonly PlannedCluster[],
  input: AttackInput,
  { batch = HOME_BATCH }: AuditPorts,
): Promise<ClusterOutcome[]> {
  const outcomes: ClusterOutcome[] = [];
  const first = slice[0]?.unit ?? 0;
  for await (const pointers of batches(pointersOf(slice), batch)) {
    const own = pointers.map(({ unit }) => slice[unit - first] as PlannedCluster);
    for (const outcome of await attackClusters(own, input)) outcomes.push(outcome);
  }
  return outcomes;
}

/** Here units are at hand, so a pointer names no blob. */
async function* pointersOf(slice: readonly PlannedCluster[]): AsyncGenerator<UnitPointer> {
  for (const { unit, slice: number, cells } of slice) yield { unit, slice: number, blob: '', start: 0, end: 0, cells };
}
