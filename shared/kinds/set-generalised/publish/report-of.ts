import type { AuditOutcome } from '../../../app/audit/run-audit.ts';
import { grouped, percent } from '../../../app/figure-text.ts';
import type { AttackReport, Estimate, ReportData, Section } from '../../../contracts/report-data.ts';
import { type Interval, TOO_FEW } from '../../../core/measure/intervals.ts';
import { share } from '../../../core/measure/share.ts';
import { betrayalSection } from '../measure/betrayals.ts';
import type { AttackResult, ReleaseFigures } from './attack-results.ts';
import type { PlannedAudit } from './finish-audit.ts';
import { choiceStatement, comparisonsOf } from './risk-statement.ts';

/** Unmatched items that the page lists; all of them stand in `unmatched.jsonl`. */
const UNMATCHED = 20;

/** What the page shows of a set-generalised release. */
export function reportOf(audit: PlannedAudit, outcome: AuditOutcome, { example, betrayals }: ReleaseFigures): ReportData {
  const { release, plan, attacks } = outcome;
  const lead = outcome.attacks[audit.attacks.leading];
  return {
    version: 1,
    name: audit.name,
    kind: 'set-generalised',
    headline: outcome.statement,
    comparisons: comparisonsOf(lead, attacks),
    facts: [
      { label: 'Transactions', value: grouped(release.transactions) },
      { label: 'Generalised items', value: grouped(plan.groups) },
      { label: 'Table cells', value: grouped(plan.cells) },
      { label: 'Density', value: plan.originalCells === null ? 'n/c' : percent(share(plan.originalCells, plan.cells)) },
      { label: 'Context', value: outcome.context.kind === 'nearest' ? `${outcome.context.w} nearest` : outcome.context.kind },
      { label: 'Claim', value: claimOf(audit) },
      { label: 'Claim holds', value: claimHolds(outcome) },
    ],
    hasOriginal: release.hasOriginal,
    attacks: attacks.map((attack) => attackReport(attack)),
    heatMap: example?.map ?? null,
    sections: [
      ...choiceSection(outcome),
      ...betrayalSection(lead?.attack.name ?? '', betrayals),
      ...liftSection(lead),
      ...reliabilitySection(lead),
      ...unmatchedSection(outcome),
    ],
    notices: [...outcome.notices],
    provenance: provenanceOf(audit, outcome),
  };
}

export function attackReport(result: AttackResult): AttackReport {
  const { attack, tally, hasOriginal } = result;
  return {
    name: attack.name,
    version: attack.version,
    parameters: JSON.stringify(attack.parameters),
    baseline: attack.baseline,
    status: result.status,
    reason: result.reason,
    eliminated: tally.eliminated,
    correct: hasOriginal ? tally.correct : null,
    added: hasOriginal ? tally.added : null,
    cells: tally.cells,
    coverage: result.coverage,
    precision: estimate(result.precision, result.intervals.precision),
    recall: estimate(result.recall, result.intervals.recall),
    f1: estimate(result.f1, result.intervals.f1),
    basePrecision: result.basePrecision,
    random: { ...result.random },
    blind: { ...result.blind },
    matched: { ...result.matched },
    protections: result.measures.protections,
  };
}

const estimate = (value: number | null, ends: Interval | null): Estimate => ({ value, low: ends?.low ?? null, high: ends?.high ?? null });

function choiceSection({ choice }: AuditOutcome): Section[] {
  return choice === null ? [] : [{ kind: 'text', title: 'The best of several', paragraphs: [choiceStatement(choice)] }];
}

/** What the leading attack adds to each thing that knows less. */
function liftSection(lead: AttackResult | undefined): Section[] {
  if (lead === undefined || lead.lifts.length === 0) return [];
  const few = lead.lifts.every(({ low }) => low === null) ? ` No interval: ${TOO_FEW}: too few to say.` : '';
  return [
    {
      kind: 'table',
      title: `What ${lead.attack.name} adds`,
      note: `Differences on the same rows, with 95 % intervals clustered by generalised item and by transaction; an interval above 0 is more than chance. Matched: as many eliminations in each table at random. frequency-only and context-only: the same model on how often the sources hold each member, which is knowledge from outside too, or on the release alone. without-order: on what shuffled items would leave. The best is chosen anew in each resample.${few}`,
      head: ['Held against', 'Rate', 'The attack', 'Held against', 'Lift', '95 % interval'],
      rows: lead.lifts.map(({ over, measure, of, yardstick, lift, low, high }) => [
        over,
        measure === 'f1' ? 'F1' : 'precision',
        percent(of),
        percent(yardstick),
        lift === null ? null : points(lift),
        low === null || high === null ? 'too few to say' : `${points(low)} to ${points(high)}`,
      ]),
    },
  ];
}

/** Whether what happens is what the attack says: the reliability diagram. */
function reliabilitySection(lead: AttackResult | undefined): Section[] {
  const calibration = lead?.calibration ?? null;
  if (lead === undefined || calibration === null) return [];
  const where =
    calibration.on === 'release' ? 'on this release' : 'on practice tables that it was not fitted on, since there is no original';
  const few = lead.hasOriginal && lead.intervals.f1 === null ? ' The release is too small to say more.' : '';
  return [
    {
      kind: 'lines',
      title: `Does what ${lead.attack.name} says happen?`,
      note: `Each point is a tenth of the ${grouped(calibration.cells)} cells: the probability that the attack stated, and the share that was added, measured ${where}. On the dashed line the two agree. The calibration error is ${calibration.error.toFixed(3)}; a perfectly calibrated model would show ${calibration.floor.toFixed(3)} by chance.${few}`,
      x: 'stated probability of being added',
      y: 'share that was added',
      diagonal: true,
      series: [{ name: lead.attack.name, points: calibration.bins.map(({ said, was }) => [said, was]) }],
    },
  ];
}

/** In hundredths, with the sign; nothing has none. */
function points(value: number): string {
  const text = (100 * value).toFixed(1);
  return Number(text) === 0 ? '0.0' : value > 0 ? `+${text}` : text;
}

function claimHolds({ claim }: AuditOutcome): string {
  if (claim === null) return 'not checked';
  return claim.violations.length === 0 ? 'yes' : `no: ${grouped(claim.violations.length)} violations`;
}

function claimOf({ request: { claim } }: PlannedAudit): string {
  const parts = [...(claim.k === undefined ? [] : [`k = ${claim.k}`]), ...(claim.m === undefined ? [] : [`m = ${claim.m}`])];
  return parts.length === 0 ? 'none given' : parts.join(', ');
}

function unmatchedSection({ unmatched }: AuditOutcome): Section[] {
  if (unmatched.length === 0) return [];
  const more = unmatched.length - UNMATCHED;
  return [
    {
      kind: 'table',
      title: 'Items that no source knows',
      note: `${grouped(unmatched.length)} items have no distance to anything: an attacker with a better source would have one.${more > 0 ? ` The ${UNMATCHED} most frequent are shown; unmatched.jsonl has all.` : ''}`,
      head: ['Item', 'Places in tables'],
      rows: unmatched.slice(0, UNMATCHED).map(([item, times]) => [item, times]),
    },
  ];
}

function provenanceOf({ request, sources, attacks }: PlannedAudit, { identity }: AuditOutcome): ReportData['provenance'] {
  return [
    { label: 'Audit', value: identity.auditId },
    { label: 'unveil', value: identity.unveilVersion },
    { label: 'Release', value: `SHA-256 ${identity.releaseSha256}` },
    { label: 'Original', value: identity.originalSha256 === null ? 'not given' : `SHA-256 ${identity.originalSha256}` },
    { label: 'Request', value: `SHA-256 ${identity.requestHash}` },
    ...sources.map(({ source, size }) => ({ label: 'Source', value: `${source.id} ${source.version}, ${grouped(size)} documents` })),
    {
      label: 'Left this machine',
      value: request.egress.allow.length === 0 ? 'nothing' : `terms, to ${request.egress.allow.join(', ')}: see the notes`,
    },
    { label: 'Smoothing', value: request.smoothing },
    { label: 'Seed', value: request.seed },
    ...attacks.all.map(({ name, version, parametersHash }) => ({ label: name, value: `version ${version}, parameters ${parametersHash}` })),
  ];
}

/** 12,345: written out here, since what the machine's language would make of it must not change the bytes. */
