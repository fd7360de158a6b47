import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { ATTACKS, AUDITS, FINDINGS, LIFTS, RELIABILITY } from '../../../contracts/audit-tables.ts';
import { DECISIONS, EXPOSURES, GROUPS, PEOPLE, SCORES } from '../../../contracts/detail-tables.ts';
import type { VerdictText } from '../../../contracts/verdict.ts';
import type { Trial } from '../../../core/verdict/trial.ts';
import { jsonLines } from '../../../kit/blobs/json-lines.ts';
import { readAhead } from '../../../kit/blobs/read-ahead.ts';
import type { AuditIdentity, AuditPorts, Ending, Outcome, SizedSource } from '../../../kit/kind.ts';
import {
  finishPartOfPeople,
  foundOfPeople,
  type PartOfPeople,
  type PeopleFindings,
  peoplePartCount,
  tallyPeople,
} from '../../../kit/people/finish-people.ts';
import { PEOPLE_OF_A_PART } from '../../../kit/people/slice-people.ts';
import { concludeAudit, publishConclusion } from '../../../kit/publish/conclude.ts';
import { findingRows } from '../../../kit/publish/finding-row.ts';
import { concatenated, type Partition, Publisher, publishParts, publishRows } from '../../../kit/publish/publisher.ts';
import { verdictText } from '../../../kit/publish/verdict-text.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { TableEncoder } from '../../../ports/table-encoder.ts';
import type { AttackSet } from '../attack/attack-set.ts';
import { countsAlone } from '../attacks.ts';
import { type CheckedClaim, checkSupportClaims } from '../check/claims.ts';
import type { ContextRule } from '../core/context.ts';
import { precisionOf } from '../learn/calibrated-attack.ts';
import { readDetails } from '../learn/learn-release.ts';
import type { ExposedBy } from '../measure/exposures.ts';
import { readGuesses } from '../measure/guess-rows.ts';
import type { MeasureOptions } from '../measure/measure-slice.ts';
import { measureRelease, measuresRelease } from '../measure/release-measures.ts';
import { attackedKey, removalsOf, writeAttacked } from '../measure/removals.ts';
import { scoreRelease } from '../measure/scoring.ts';
import type { PlanSummary } from '../plan/plan-groups.ts';
import type { PreparedAudit } from '../plan/prepare-audit.ts';
import { blockOf, blocksOfPart, partCount, type ReleaseSummary, readBlock, readBlocks } from '../read/store-release.ts';
import { WORDS } from '../words.ts';
import { type AttackResult, attackResults, type ReleaseFigures } from './attack-results.ts';
import { learnedFindings } from './learned-findings.ts';
import { type HonestChoice, honestChoice } from './lifts.ts';
import { obstaclesOf, orderNotice, planNotices, practiceNotice, simplerFormsNotice } from './notices.ts';
import { PeopleGuesses } from './people-guesses.ts';
import { idleLimits, recallJudge } from './recall-gate.ts';
import { reportOf } from './report-of.ts';
import { attackRow, auditRow, liftRows, reliabilityRows } from './result-rows.ts';

/** An audit as every step after planning sees it. */
export interface PlannedAudit {
  readonly request: AuditRequest;
  readonly prepared: PreparedAudit;
  readonly attacks: AttackSet;
  readonly sources: readonly SizedSource[];
}

export const measureOptions = (audit: PlannedAudit, encoders: readonly TableEncoder[]): MeasureOptions => ({
  attacks: audit.attacks.all,
  sources: audit.sources,
  blocks: audit.prepared.release.blocks,
  seed: audit.request.seed,
  removals: removalsKept(audit),
  shown: audit.attacks.leading,
  encoders,
  exposed: exposedBy(audit),
  found: audit.attacks.all.map(({ name }) => countsAlone(name)),
});

/** The calibrated attack states probabilities; the same model on the release alone is the attacker without outside knowledge. */
function exposedBy({ attacks, request }: PlannedAudit): ExposedBy | null {
  const at = (name: string): number => attacks.all.findIndex((attack) => attack.name === name);
  const constraints = request.claim.privacyConstraints;
  const protectedItems = Array.isArray(constraints) ? [...new Set(constraints.flat())] : [];
  return at('calibrated') < 0 ? null : { attack: at('calibrated'), without: at('context-only'), protectedItems };
}

export interface FinishedAudit extends PlannedAudit, Omit<Ending, 'failures'> {}

/** Publishes all results of the slices' figures together, `_SUCCESS.json` last. Run again it writes the same files, but for the times. */
export async function finishAudit(audit: FinishedAudit, total: ReleaseFigures, ports: AuditPorts): Promise<SetGeneralisedOutcome> {
  const { request, prepared, attacks, identity, started } = audit;
  const { redact } = request.output;
  const { release, plan, context } = prepared;
  const { work, progress, encoders } = ports;
  const details = await readDetails(work, attacks.release);
  progress.step('protections', attacks.all.length);
  const measures = await measureRelease(work, request, release, attacks.all.length, (done) => progress.advance(done));
  const results = attackResults(attacks.all, total, { hasOriginal: release.hasOriginal, measures, details, seed: request.seed });
  const notices = [
    ...planNotices({ request, release, plan, context }),
    ...orderNotice(results, context),
    ...practiceNotice(results, precisionOf(request)),
    ...simplerFormsNotice(total.simplified),
    ...idleLimits(request, results),
    ...audit.notices,
  ];
  const choice = release.hasOriginal ? honestChoice(attacks.all, total.rows) : null;
  const lead = results[attacks.leading];
  const people = await peopleOf(audit, total, work);
  const claims = await claimsOf(audit, work);
  const leading = removalsKept(audit).includes(attacks.leading) ? attacks.leading : null;
  const scoring = await scoreRelease(work, release, { leading, seed: request.seed });
  const guesses = new PeopleGuesses(release.transactions, attacks.all.length);
  const stored = readAhead(Array(plan.slices).keys(), (slice) => readGuesses(work, slice, attacks.all.length));
  for await (const rows of stored) guesses.add(rows);
  const conclusion = concludeAudit(
    request,
    {
      findings: [...learnedFindings(results, guesses), ...scoring.findings],
      claims: claims.map(({ what, rare, ...claim }) => claim),
      obstacles: obstaclesOf({ request, plan, lead, attacks: results }),
      nothingHidden: plan.groups === 0,
    },
    total.lost.length,
    recallJudge(request, results),
  );
  const rare = claims.flatMap((claim) => claim.rare);
  const outcome: SetGeneralisedOutcome = {
    identity,
    release,
    plan,
    context,
    attacks: results,
    conclusion,
    text: verdictText(conclusion, WORDS, 'Look for a safer one: unveil advise.'),
    people,
    choice,
    scoring: scoring.trials,
    unmatched: total.unmatched,
    notices,
    redacted: redact,
    lostUnits: total.lost.length,
    errored: results.some(({ status }) => status === 'errored'),
  };

  progress.step('write', null);
  const finished = ports.clock.now();
  const partition: Partition = { day: started.toISOString().slice(0, 10), auditId: identity.auditId };
  const publisher = new Publisher(ports.results);
  if (writesAttacked(request)) {
    const parts = Array.from({ length: partCount(release) }, (_, part) => attackedKey(part));
    await publisher.file('attacked.jsonl', concatenated(work, parts));
  }
  await publishRows(publisher, AUDITS, [auditRow(audit, outcome, finished)], encoders, partition);
  await publishRows(publisher, ATTACKS, results.map(attackRow), encoders, partition);
  await publishRows(publisher, FINDINGS, findingRows(conclusion.findings, scoring.trials, request), encoders, partition);
  await publishRows(publisher, LIFTS, results.flatMap(liftRows), encoders, partition);
  await publishRows(publisher, RELIABILITY, results.flatMap(reliabilityRows), encoders, partition);
  await publishParts(publisher, work, PEOPLE, people?.parts ?? 0, encoders, partition);
  await publishParts(publisher, work, EXPOSURES, people === null ? 0 : plan.slices, encoders, partition);
  for (const table of [GROUPS, DECISIONS, SCORES]) await publishParts(publisher, work, table, plan.slices, encoders, partition);
  await publisher.text('report.html', ports.render(reportOf(audit, outcome, total)));
  if (outcome.unmatched.length > 0 && !redact) {
    await publisher.file('unmatched.jsonl', jsonLines(outcome.unmatched.map(([item, places]) => ({ item, places }))));
  }
  if (rare.length > 0 && !redact) await publisher.file('violations.jsonl', jsonLines(rare));
  await publishConclusion(publisher, outcome);
  await publisher.success({ audit_id: identity.auditId, finished: finished.toISOString() });
  progress.end();
  return outcome;
}

/** Claims are checked on the release as published, where inferred generalised items are their members. */
async function claimsOf({ request: { claim }, prepared: { release } }: PlannedAudit, work: BlobStore): Promise<readonly CheckedClaim[]> {
  const { k, m, privacyConstraints } = claim;
  if (k === undefined) return [];
  const constraints = Array.isArray(privacyConstraints) ? privacyConstraints : undefined;
  const published = async function* () {
    for await (const { items } of readBlocks(work, release.blocks))
      yield { items: release.inferred === null ? items : [...new Set(items.flat())] };
  };
  return checkSupportClaims({ k, m, constraints }, published);
}

/** The attack that says of people what is named of them; null where none states a probability. */
function exposingAttack(audit: PlannedAudit): AttackSet['all'][number] | null {
  const exposed = exposedBy(audit);
  return (exposed === null ? undefined : audit.attacks.all[exposed.attack]) ?? null;
}

/** Nobody is named where no attack states a probability: then there is nothing to say, which is not 0. */
async function peopleOf(audit: PlannedAudit, { people }: ReleaseFigures, work: BlobStore): Promise<PeopleFindings | null> {
  const attack = exposingAttack(audit);
  if (people === null || attack === null) return null;
  const { release } = audit.prepared;
  const findings = await tallyPeople(work, people, attack, { count: release.transactions, parts: partCount(release) });
  return findings.figures.views.all.length === 0 ? null : findings;
}

/** The release as the leading attack leaves it names items. */
const writesAttacked = ({ output }: AuditRequest): boolean => output.attacked && !output.redact;

/** The measures of the whole release need the removals of every attack. */
function removalsKept(audit: PlannedAudit): readonly number[] {
  if (measuresRelease(audit.request, audit.prepared.release)) return [...audit.attacks.all.keys()];
  return audit.request.output.attacked ? [audit.attacks.leading] : [];
}

export interface SetGeneralisedOutcome extends Outcome {
  readonly identity: AuditIdentity;
  readonly release: ReleaseSummary;
  readonly plan: PlanSummary;
  readonly context: ContextRule;
  readonly attacks: readonly AttackResult[];
  /** Null if no attack states a probability. */
  readonly people: PeopleFindings | null;
  readonly text: VerdictText;
  /** The best attack, quoted where it was not chosen; null without the original. */
  readonly choice: HonestChoice | null;
  readonly scoring: readonly Trial[];
  /** Item text is left out of all that is written. */
  readonly redacted: boolean;
  readonly unmatched: readonly (readonly [item: string, times: number])[];
}

/** Writes the parts of the release: the attacked dataset by the leading attack, and people. */
export async function finishParts(
  work: BlobStore,
  audit: PlannedAudit,
  parts: readonly number[],
  encoders: readonly TableEncoder[],
): Promise<void> {
  const { release } = audit.prepared;
  const attack = exposingAttack(audit);
  const removals = writesAttacked(audit.request) ? await removalsOf(work) : null;
  const found = attack === null ? null : await foundOfPeople(work);
  for (const part of parts) {
    if (removals !== null) await writeAttacked(work, { removals, attack: audit.attacks.leading }, release, part);
    if (attack === null || found === null) continue;
    const { from, to } = partsOfPeople(release, part);
    await finishPartOfPeople(work, part, await found.within(from, to), peopleIn(work, release, part), { attack, encoders });
  }
}

/** Parts of the table of people whose first person is in a part of the release. */
function partsOfPeople(release: ReleaseSummary, part: number): { readonly from: number; readonly to: number } {
  const blocks = blocksOfPart(release, part).map((number) => release.blocks[number]);
  return { from: peoplePartCount(blocks[0]?.start ?? 0), to: peoplePartCount(blocks.at(-1)?.end ?? 0) };
}

async function* peopleIn(work: BlobStore, release: ReleaseSummary, part: number): AsyncGenerator<PartOfPeople> {
  const { from, to } = partsOfPeople(release, part);
  for (let of = from; of < to; of += 1) {
    const first = of * PEOPLE_OF_A_PART;
    yield { part: of, ids: await idsOf(work, release, first, Math.min(first + PEOPLE_OF_A_PART, release.transactions)) };
  }
}

/**
 * The ids of people `[first, end)`. Without ids there is nothing to read: to parse a release of gigabytes for its number of lines would be most of
 * the work.
 */
async function idsOf(work: BlobStore, { blocks, hasIds }: ReleaseSummary, first: number, end: number): Promise<(string | null)[]> {
  const ids: (string | null)[] = Array.from({ length: end - first }, () => null);
  if (!hasIds) return ids;
  for (const block of blocks.slice(blockOf(blocks, first))) {
    if (block.start >= end) break;
    for await (const { t, id } of readBlock(work, block)) if (t >= first && t < end) ids[t - first] = id ?? null;
  }
  return ids;
}
