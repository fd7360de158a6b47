import { type PeopleFindings, tallyPeople } from '../../../app/audit/people/finish-people.ts';
import { concludeAudit } from '../../../app/audit/publish/conclude.ts';
import { findingRows } from '../../../app/audit/publish/finding-row.ts';
import { publishConclusion } from '../../../app/audit/publish/publish-conclusion.ts';
import { concatenated, type Partition, Publisher, publishParts, publishRows } from '../../../app/audit/publish/publisher.ts';
import { verdictText } from '../../../app/audit/publish/verdict-text.ts';
import type { AuditPorts } from '../../../app/audit/run-audit.ts';
import { jsonLines } from '../../../app/blobs/json-lines.ts';
import type { AttackName, AuditRequest } from '../../../contracts/audit-request.ts';
import { ATTACKS } from '../../../contracts/tables/attacks.ts';
import { AUDITS } from '../../../contracts/tables/audits.ts';
import { DECISIONS } from '../../../contracts/tables/decisions.ts';
import { EXPOSURES } from '../../../contracts/tables/exposures.ts';
import { FINDINGS } from '../../../contracts/tables/findings.ts';
import { GROUPS } from '../../../contracts/tables/groups.ts';
import { LIFTS } from '../../../contracts/tables/lifts.ts';
import { PEOPLE } from '../../../contracts/tables/people.ts';
import { RELIABILITY } from '../../../contracts/tables/reliability.ts';
import { SCORES } from '../../../contracts/tables/scores.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { TableEncoder } from '../../../ports/table-encoder.ts';
import type { Ending, SizedSource } from '../../kind.ts';
import type { AttackSet } from '../attack/attack-set.ts';
import { ON_TABLES } from '../attack/process-units.ts';
import { type CheckedClaim, checkSupportClaims } from '../check/claims.ts';
import { precisionOf } from '../learn/calibrated-attack.ts';
import type { Models } from '../learn/release-attack.ts';
import type { ExposedBy } from '../measure/exposures.ts';
import type { SliceInput } from '../measure/finished-units.ts';
import { readGuesses } from '../measure/guess-rows.ts';
import type { MeasureOptions } from '../measure/measure-slice.ts';
import { measureRelease, measuresRelease } from '../measure/release-measures.ts';
import { attackedKey } from '../measure/removals.ts';
import { scoreRelease } from '../measure/scoring.ts';
import { partCount } from '../plan/parts.ts';
import type { PreparedAudit } from '../plan/prepare-audit.ts';
import { readBlocks } from '../read/store-release.ts';
import { WORDS } from '../words.ts';
import { attackResults, type ReleaseFigures } from './attack-results.ts';
import { attackRow, liftRows, reliabilityRows } from './attack-rows.ts';
import { auditRow } from './audit-row.ts';
import { honestChoice } from './honest-choice.ts';
import { countsAlone, learnedFindings } from './learned-findings.ts';
import { planNotices, simplerFormsNotice } from './notices.ts';
import { obstaclesOf } from './obstacles.ts';
import { orderNotice } from './order-notice.ts';
import type { SetGeneralisedOutcome } from './outcome.ts';
import { PeopleGuesses } from './people-guesses.ts';
import { practiceNotice } from './practice-notice.ts';
import { idleLimits, recallJudge } from './recall-gate.ts';
import { reportOf } from './report-of.ts';

/** An audit as every step after planning sees it. */
export interface PlannedAudit {
  readonly request: AuditRequest;
  readonly prepared: PreparedAudit;
  readonly attacks: AttackSet;
  readonly models: Models;
  readonly sources: readonly SizedSource[];
}

/** Which stored verdicts make up the audit's, in the order of its attacks. */
export const storedPlans = ({ release, tables }: AttackSet): SliceInput['plans'] => [
  ...release.map(({ name }) => ({ name, attacks: 1 })),
  { name: ON_TABLES, attacks: tables.length },
];

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
  const at = (name: AttackName): number => attacks.all.findIndex((attack) => attack.name === name);
  const constraints = request.claim.privacyConstraints;
  const protectedItems = Array.isArray(constraints) ? [...new Set(constraints.flat())] : [];
  return at('calibrated') < 0 ? null : { attack: at('calibrated'), without: at('context-only'), protectedItems };
}

export interface FinishedAudit extends PlannedAudit, Omit<Ending, 'failures'> {}

/** Publishes all results of the slices' figures together, `_SUCCESS.json` last. Run again it writes the same files, but for the times. */
export async function finishAudit(audit: FinishedAudit, total: ReleaseFigures, ports: AuditPorts): Promise<SetGeneralisedOutcome> {
  const { request, prepared, attacks, models, identity, started } = audit;
  const { redact } = request.output;
  const { release, plan, context } = prepared;
  const { work, progress, encoders } = ports;
  const details = new Map(await Promise.all(attacks.release.map(async (attack) => [attack.name, await models.details(attack)] as const)));
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
  for (let slice = 0; slice < plan.slices; slice += 1) guesses.add(await readGuesses(work, slice, attacks.all.length));
  const conclusion = concludeAudit(
    request,
    {
      findings: [...learnedFindings(results, guesses), ...scoring.findings],
      claims: claims.map(({ what, rare, ...claim }) => claim),
      obstacles: obstaclesOf({ request, plan, lead, attacks: results, unmatched: total.unmatched.length }),
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

/** What is claimed, checked on the release as it was published: inferred generalised items stand there as their members. */
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
export function exposingAttack(audit: PlannedAudit): AttackSet['all'][number] | null {
  const exposed = exposedBy(audit);
  return (exposed === null ? undefined : audit.attacks.all[exposed.attack]) ?? null;
}

/** Nobody is named where no attack states a probability: then there is nothing to say, which is not 0. */
async function peopleOf(audit: PlannedAudit, { people }: ReleaseFigures, work: BlobStore): Promise<PeopleFindings | null> {
  const attack = exposingAttack(audit);
  if (people === null || attack === null) return null;
  const findings = await tallyPeople(work, people, attack, audit.prepared.release.transactions);
  return findings.figures.views.all.length === 0 ? null : findings;
}

/** The release as the leading attack leaves it names items. */
export const writesAttacked = ({ output }: AuditRequest): boolean => output.attacked && !output.redact;

/** The measures of the whole release need what every attack took out. */
function removalsKept(audit: PlannedAudit): readonly number[] {
  if (measuresRelease(audit.request, audit.prepared.release)) return [...audit.attacks.all.keys()];
  return audit.request.output.attacked ? [audit.attacks.leading] : [];
}
