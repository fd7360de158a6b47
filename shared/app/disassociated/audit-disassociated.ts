import type { AuditRequest } from '../../contracts/audit-request.ts';
import type { Cell } from '../../contracts/table.ts';
import { ATTACKS } from '../../contracts/tables/attacks.ts';
import { AUDITS } from '../../contracts/tables/audits.ts';
import { BREACHES } from '../../contracts/tables/breaches.ts';
import { PLACEMENTS } from '../../contracts/tables/placements.ts';
import { termPlaces } from '../../core/attack/reassociation/pieces.ts';
import { checkRelease, type Violation } from '../../core/breach/check-release.ts';
import type { ParsedDisassociated } from '../../core/format/disassociated.ts';
import type { DisassociatedRelease } from '../../core/model/disassociated.ts';
import type { LocatedTransaction } from '../../core/model/transaction.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import { HOME_BATCH } from '../audit/batches.ts';
import type { Notice } from '../audit/notices.ts';
import { Publisher, publishRows } from '../audit/publish.ts';
import type { AuditIdentity, AuditPorts } from '../audit/run-audit.ts';
import { jsonLines } from '../blobs/json-lines.ts';
import { attackClusters, type ClusterResult, reconstructedRows } from './attack-clusters.ts';
import { type AttackerBreaches, breachReport, breachRows, claimOf } from './breach-report.ts';
import { originalClusters } from './original-clusters.ts';
import { type ReassociationResult, reassociationResult } from './reassociation-result.ts';
import { reportOfDisassociated } from './report-of-disassociated.ts';
import { disassociatedAuditRow, placementRows, reassociationRow } from './result-rows.ts';
import { reassociations } from './strategies.ts';
import { type ClusterWorlds, worldsReport } from './worlds-report.ts';

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
  /** For the weak attacker. */
  readonly nouns: readonly string[];
  readonly identity: () => AuditIdentity;
}

export interface DisassociatedOutcome {
  readonly release: DisassociatedRelease;
  readonly transactions: number;
  /** Null if no k is claimed: then nothing is checked. */
  readonly claim: { readonly k: number; readonly m: number } | null;
  readonly violations: readonly Violation[] | null;
  readonly hasOriginal: boolean;
  readonly attacks: readonly ReassociationResult[];
  readonly breaches: readonly AttackerBreaches[];
  /** Of small clusters with a breach. */
  readonly worlds: readonly ClusterWorlds[];
  readonly pieces: number;
  readonly scored: number;
  readonly unmatched: readonly (readonly [item: string, times: number])[];
  readonly notices: readonly Notice[];
}

/** What rows and report need beside the outcome. */
export interface DisassociatedAudit {
  readonly request: AuditRequest;
  readonly name: string;
  readonly identity: AuditIdentity;
  readonly sources: readonly string[];
  readonly started: Date;
}

/** Checks the claim, puts the pieces back, counts what the structure gives away, measures and publishes. */
export async function auditDisassociated(input: DisassociatedInput, ports: AuditPorts): Promise<DisassociatedOutcome> {
  const { request, name, parsed, labels, sources, embeddings } = input;
  const { release } = parsed;
  const started = ports.clock.now();
  const claim = claimOf(request);
  const used = embeddings === null ? sources.map(({ source }) => source) : [embeddings.source];
  const names = used.map(({ id, version }) => `${id}@${version}`);
  const placements = claim === null ? 1 : termPlaces(claim.k);
  const attacks = reassociations(request, { termPlaces: placements, smoothing: request.smoothing, sources: names.join(', ') });

  ports.progress.step('read', null);
  const original = input.original;
  const originals = original === null ? null : await originalClusters(original.name, original.transactions, release);
  ports.progress.end();
  const violations = claim === null ? null : checkRelease(release, claim);

  ports.progress.step('attack', release.clusters.length);
  const attacked: { readonly cluster: number; readonly items: readonly string[] }[] = [];
  const rows: Cell[][] = [];
  const keep = (result: ClusterResult): void => {
    for (const row of placementRows(result, attacks)) rows.push(row);
    if (request.output.attacked) for (const items of reconstructedRows(result, 0)) attacked.push({ cluster: result.cluster, items });
  };
  const vectors = input.vectors ?? embeddings;
  const relating = { sources, embeddings, vectors, smoothing: request.smoothing, ...(labels === undefined ? {} : { labels }) };
  const figures = await attackClusters(
    { release, originals, relating, placements, attacks, claim, seed: request.seed },
    ports.batch ?? HOME_BATCH,
    keep,
    (done) => ports.progress.advance(done),
  );
  ports.progress.end();

  const breaches = claim === null ? [] : breachReport({ release, originals, nouns: input.nouns, ...claim, seed: request.seed });
  const strong = breaches[0]?.count ?? null;
  const outcome: DisassociatedOutcome = {
    release,
    transactions: release.clusters.reduce((sum, { size }) => sum + size, 0),
    claim,
    violations,
    hasOriginal: originals !== null,
    attacks: attacks.map((attack, at) =>
      reassociationResult(attack, figures.places[at] ?? 0, figures.figures?.[at] ?? null, figures.breakage[at] ?? null),
    ),
    breaches,
    worlds: claim === null || strong === null ? [] : worldsReport(release, strong, claim.k, request.seed),
    pieces: figures.pieces,
    scored: figures.scored,
    unmatched: [...figures.unmatched].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)),
    notices: noticesOf({ ...input, embeddings: vectors }, originals !== null, claim !== null),
  };
  await publish({ request, name, identity: input.identity(), sources: names, started }, outcome, { attacked, rows }, ports);
  return outcome;
}

async function publish(
  audit: DisassociatedAudit,
  outcome: DisassociatedOutcome,
  found: { readonly attacked: readonly unknown[]; readonly rows: readonly Cell[][] },
  ports: AuditPorts,
): Promise<void> {
  const { encoders, progress } = ports;
  progress.step('write', null);
  const finished = ports.clock.now();
  const partition = { day: audit.started.toISOString().slice(0, 10), auditId: audit.identity.auditId };
  const publisher = new Publisher(ports.results);
  if (audit.request.output.attacked) await publisher.file('attacked.jsonl', jsonLines(found.attacked));
  await publishRows(publisher, AUDITS, [disassociatedAuditRow(audit, outcome, finished)], encoders, partition);
  const attackRows = outcome.attacks.map((result) => reassociationRow(result, outcome));
  await publishRows(publisher, ATTACKS, attackRows, encoders, partition);
  await publishRows(publisher, PLACEMENTS, found.rows, encoders, partition);
  await publishRows(publisher, BREACHES, [...breachRows(outcome.breaches)], encoders, partition);
  if (outcome.violations !== null && outcome.violations.length > 0) await publisher.file('violations.jsonl', jsonLines(outcome.violations));
  if (outcome.worlds.length > 0) await publisher.file('worlds.jsonl', jsonLines(outcome.worlds));
  await publisher.file('report.html', [new TextEncoder().encode(ports.render(reportOfDisassociated(audit, outcome)))]);
  if (outcome.unmatched.length > 0) {
    await publisher.file('unmatched.jsonl', jsonLines(outcome.unmatched.map(([item, places]) => ({ item, places }))));
  }
  await publisher.success({ audit_id: audit.identity.auditId, finished: finished.toISOString() });
  progress.end();
}

function noticesOf({ parsed, original, embeddings }: DisassociatedInput, measured: boolean, claimed: boolean): Notice[] {
  const notices: Notice[] = parsed.warnings.map(({ message }) => ({ code: 'read', message }));
  if (!claimed) {
    const message =
      'no k is claimed (--k): the claim is not checked, breaches are not counted, and each term of a term chunk is placed once';
    notices.push({ code: 'no-claim', message });
  }
  if (original !== null && !measured) {
    const message = 'the original names no clusters ("cluster" in each line, as unveil anonymise writes it): nothing can be measured';
    notices.push({ code: 'original-without-clusters', message });
  }
  if (measured && embeddings === null)
    notices.push({ code: 'no-vectors', message: "Word Mover's Distance needs vectors (--embeddings): not computable" });
  return notices;
}
