import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { ATTACKS, AUDITS, FINDINGS } from '../../../contracts/audit-tables.ts';
import { BREACHES, EXPOSURES, PEOPLE, PLACEMENTS } from '../../../contracts/detail-tables.ts';
import type { VerdictText } from '../../../contracts/verdict.ts';
import type { Warning } from '../../../core/format/warnings.ts';
import { percent } from '../../../core/verdict/figure-text.ts';
import { type Evidence, LEAST_KNOWN } from '../../../core/verdict/verdict.ts';
import type { AttackIdentity } from '../../../kit/attack/attack-identity.ts';
import { jsonLines } from '../../../kit/blobs/json-lines.ts';
import type { AuditPorts, Ending, Notice, Outcome } from '../../../kit/kind.ts';
import { finishPeople, type PeopleFindings, type SlicesOfPeople } from '../../../kit/people/finish-people.ts';
import { concludeAudit, publishConclusion } from '../../../kit/publish/conclude.ts';
import { findingRows } from '../../../kit/publish/finding-row.ts';
import { Publisher, publishParts, publishRows } from '../../../kit/publish/publisher.ts';
import { verdictText } from '../../../kit/publish/verdict-text.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { CLUSTER_ATTACKS } from '../attacks.ts';
import type { KmClaim, Violation } from '../core/breach/check-release.ts';
import type { KmBreakage } from '../core/measure/km-breakage.ts';
import type { DisassociatedRelease } from '../core/model.ts';
import { type AttackerBreaches, breachRows, type ClusterWorlds, claimOf } from '../measure/breach-report.ts';
import type { ClusterSliceFigures } from '../measure/measure-clusters.ts';
import { placementFindings } from '../measure/placement-findings.ts';
import type { ReleaseFindings } from '../measure/release-findings.ts';
import { attackedKey, statingAttack } from '../measure/write-cluster-slice.ts';
import { type ReassociationResult, reassociationResult } from './reassociation-result.ts';
import { reportOfDisassociated } from './report-of-disassociated.ts';
import { MEND, WORDS } from './report-words.ts';
import { disassociatedAuditRow, reassociationRow } from './result-rows.ts';

export interface DisassociatedOutcome extends Outcome {
  readonly text: VerdictText;
  /** Exposed people; null if no attack states a probability. */
  readonly people: PeopleFindings | null;
  readonly release: DisassociatedRelease;
  readonly transactions: number;
  /** Null if no k is claimed: then nothing is checked. */
  readonly claim: KmClaim | null;
  readonly violations: readonly Violation[] | null;
  readonly hasOriginal: boolean;
  readonly attacks: readonly ReassociationResult[];
  readonly breaches: readonly AttackerBreaches[];
  /** Of small clusters with a breach. */
  readonly worlds: readonly ClusterWorlds[];
  readonly pieces: number;
  readonly scored: number;
  readonly unmatched: readonly (readonly [item: string, times: number])[];
  /** Item text is left out of all that is written. */
  readonly redacted: boolean;
}

export interface DisassociatedAudit extends Omit<Ending, 'failures'> {
  readonly request: AuditRequest;
  readonly release: DisassociatedRelease;
  readonly warnings: readonly Warning[];
  readonly given: { readonly original: boolean; readonly vectors: boolean };
  readonly measured: boolean;
  readonly attacks: readonly AttackIdentity[];
  readonly sources: readonly string[];
  readonly slices: number;
}

interface DisassociatedMeasures {
  readonly totals: ClusterSliceFigures;
  readonly findings: ReleaseFindings;
  /** By attack; null without original or claim. */
  readonly breakage: readonly (KmBreakage | null)[] | null;
  /** Empty where no attack states a probability. */
  readonly people: SlicesOfPeople;
}

/** Publishes all results, `_SUCCESS.json` last. Run again it writes the same files, but for the times. */
export async function finishDisassociated(
  audit: DisassociatedAudit,
  { totals, findings, breakage, people }: DisassociatedMeasures,
  ports: AuditPorts,
): Promise<DisassociatedOutcome> {
  const { release } = audit;
  const { violations, breaches, worlds } = findings;
  const conclusion = concludeAudit(audit.request, foundIn(audit, totals, findings), totals.lost.length);
  const transactions = release.clusters.reduce((sum, { size }) => sum + size, 0);
  const outcome: DisassociatedOutcome = {
    release,
    transactions,
    claim: claimOf(audit.request),
    violations,
    breaches,
    worlds,
    hasOriginal: audit.measured,
    attacks: audit.attacks.map((attack, at) =>
      reassociationResult(attack, {
        places: totals.places[at] ?? 0,
        errored: totals.errored[at] ?? 0,
        clusters: release.clusters.length,
        counts: totals.figures?.[at] ?? null,
        km: breakage?.[at] ?? null,
      }),
    ),
    pieces: totals.pieces,
    scored: totals.scored,
    unmatched: totals.unmatched,
    notices: [...noticesOf(audit), ...audit.notices],
    redacted: audit.request.output.redact,
    lostUnits: totals.lost.length,
    errored: totals.errored.some((clusters) => clusters > 0),
    conclusion,
    text: verdictText(conclusion, WORDS, MEND),
    people: await peopleOf(audit, people, transactions, ports),
  };
  await publish(audit, outcome, ports);
  return outcome;
}

function foundIn(
  { release, attacks, given, measured }: DisassociatedAudit,
  totals: ClusterSliceFigures,
  { findings, claims }: ReleaseFindings,
): Evidence {
  const { pieces, scored, named, errored } = totals;
  const clusters = release.clusters.length;
  const leftOut = CLUSTER_ATTACKS.flatMap(({ name, byDefault }) =>
    byDefault && attacks.every((attack) => attack.name !== name) ? [name] : [],
  );
  const obstacles: Evidence['obstacles'][number][] = [];
  if (given.original && !measured)
    obstacles.push({
      way: 'learned',
      why: 'the original names no clusters',
      remedy: 'give the original that unveil anonymise writes next to the release, with "cluster" in each line (--original)',
    });
  if (pieces > 0 && scored / pieces < LEAST_KNOWN)
    obstacles.push({
      way: 'learned',
      why: `the sources know ${percent(scored / pieces)} of the separated pieces, and ${percent(LEAST_KNOWN)} are needed`,
      remedy: 'name a source that knows the items (--corpus, --source, --embeddings glove), or give codes their meaning (--labels)',
    });
  // Where nothing is separated nothing can be learned: what the placements say of it is enough.
  const structure = pieces === 0 ? findings.filter(({ way }) => way !== 'learned') : findings;
  return {
    findings: [...structure, ...placementFindings({ attacks, named, errored, clusters, pieces, measured, leftOut })],
    claims,
    obstacles,
    nothingHidden: pieces === 0,
  };
}

async function publish(audit: DisassociatedAudit, outcome: DisassociatedOutcome, ports: AuditPorts): Promise<void> {
  const { encoders, progress, work } = ports;
  progress.step('write', null);
  const finished = ports.clock.now();
  const partition = { day: audit.started.toISOString().slice(0, 10), auditId: audit.identity.auditId };
  const publisher = new Publisher(ports.results);
  const { redacted: redact } = outcome;
  if (audit.request.output.attacked && !redact) await publisher.file('attacked.jsonl', attacked(work, audit.slices));
  await publishRows(publisher, AUDITS, [disassociatedAuditRow(audit, outcome, finished)], encoders, partition);
  await publishRows(publisher, FINDINGS, findingRows(outcome.conclusion.findings, [], audit.request), encoders, partition);
  const attackRows = outcome.attacks.map((result) => reassociationRow(result, outcome));
  await publishRows(publisher, ATTACKS, attackRows, encoders, partition);
  await publishParts(publisher, work, PLACEMENTS, audit.slices, encoders, partition);
  await publishParts(publisher, work, PEOPLE, outcome.people?.parts ?? 0, encoders, partition);
  await publishParts(publisher, work, EXPOSURES, outcome.people === null ? 0 : audit.slices, encoders, partition);
  await publishRows(publisher, BREACHES, [...breachRows(outcome.breaches)], encoders, partition);
  if (outcome.violations !== null && outcome.violations.length > 0 && !redact)
    await publisher.file('violations.jsonl', jsonLines(outcome.violations));
  if (outcome.worlds.length > 0 && !redact) await publisher.file('worlds.jsonl', jsonLines(outcome.worlds));
  await publisher.text('report.html', ports.render(reportOfDisassociated(audit, outcome)));
  if (outcome.unmatched.length > 0 && !redact) {
    await publisher.file('unmatched.jsonl', jsonLines(outcome.unmatched.map(([item, places]) => ({ item, places }))));
  }
  await publishConclusion(publisher, outcome);
  await publisher.success({ audit_id: audit.identity.auditId, finished: finished.toISOString() });
  progress.end();
}

/** Nobody is named where no attack states a probability: then there is nothing to say, which is not 0. */
async function peopleOf(
  { attacks }: DisassociatedAudit,
  slices: SlicesOfPeople,
  transactions: number,
  { work, encoders }: AuditPorts,
): Promise<PeopleFindings | null> {
  const attack = attacks[statingAttack(attacks)];
  if (attack === undefined) return null;
  const findings = await finishPeople(work, slices, { attack, everybody: numbered(transactions), encoders });
  return findings.figures.views.all.length === 0 ? null : findings;
}

async function* numbered(transactions: number): AsyncGenerator<{ readonly id: null }> {
  for (let at = 0; at < transactions; at += 1) yield { id: null };
}

async function* attacked(work: BlobStore, slices: number): AsyncGenerator<Uint8Array> {
  for (let slice = 0; slice < slices; slice += 1) yield* work.read(attackedKey(slice));
}

function noticesOf({ request, warnings, given, measured }: DisassociatedAudit): Notice[] {
  const notices: Notice[] = warnings.map(({ message }) => ({ code: 'read', message }));
  if (claimOf(request) === null) {
    const message =
      'no k is claimed (--k): no guarantee is checked, breaches are not counted, and each term of a term chunk is placed once';
    notices.push({ code: 'no-claim', message });
  }
  if (given.original && !measured) {
    const message = 'the original names no clusters ("cluster" in each line, as unveil anonymise writes it): nothing can be measured';
    notices.push({ code: 'original-without-clusters', message });
  }
  if (measured && !given.vectors)
    notices.push({ code: 'no-vectors', message: "Word Mover's Distance needs vectors (--embeddings): not computable" });
  return notices;
}
