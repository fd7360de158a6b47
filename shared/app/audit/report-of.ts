import type { AttackReport, Estimate, HeatMap, ReportData, Section } from '../../contracts/report-data.ts';
import type { AttackResult } from './attack-results.ts';
import type { PlannedAudit } from './finish-audit.ts';
import type { AuditOutcome } from './run-audit.ts';
import { share } from './tally.ts';

/** Unmatched items that the page lists; all of them stand in `unmatched.jsonl`. */
const UNMATCHED = 20;

/** What the page shows of a set-generalised release. */
export function reportOf(audit: PlannedAudit, outcome: AuditOutcome, heatMap: HeatMap | null): ReportData {
  const { release, plan, attacks } = outcome;
  const lead = outcome.attacks[audit.attacks.leading];
  return {
    version: 1,
    name: audit.name,
    kind: 'set-generalised',
    headline: headlineOf(lead, release.hasOriginal),
    facts: [
      { label: 'Transactions', value: grouped(release.transactions) },
      { label: 'Generalised items', value: grouped(plan.groups) },
      { label: 'Table cells', value: grouped(plan.cells) },
      { label: 'Density', value: plan.originalCells === null ? 'n/c' : percent(share(plan.originalCells, plan.cells)) },
      { label: 'Context', value: outcome.context.kind === 'nearest' ? `${outcome.context.w} nearest` : outcome.context.kind },
      { label: 'Claim', value: claimOf(audit) },
    ],
    hasOriginal: release.hasOriginal,
    attacks: attacks.map((attack) => attackReport(attack)),
    heatMap,
    sections: [...unmatchedSection(outcome)],
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
    precision: estimate(result.precision),
    recall: estimate(result.recall),
    f1: estimate(result.f1),
    basePrecision: result.basePrecision,
    random: { ...result.random },
    blind: { ...result.blind },
    matched: { ...result.matched },
    protections: result.measures.protections,
  };
}

const estimate = (value: number | null): Estimate => ({ value, low: null, high: null });

function headlineOf(lead: AttackResult | undefined, hasOriginal: boolean): string {
  if (lead === undefined || lead.status !== 'decided')
    return `The audit could not decide: ${lead?.reason ?? 'no attack was run'}. This is no sign of safety.`;
  const { attack, tally } = lead;
  if (!hasOriginal) {
    return `The attack ${attack.name} takes out ${grouped(tally.eliminated)} of ${grouped(tally.cells)} published cells (${percent(share(tally.eliminated, tally.cells))}). Without the original nobody can say how many of them rightly.`;
  }
  const matched =
    lead.matched.precision === null ? '' : `; as many eliminations at random would be right in ${percent(lead.matched.precision)}`;
  return `The attack ${attack.name} takes out ${percent(lead.recall)} of the items that were added for protection, and ${percent(lead.precision)} of what it takes out was added${matched}.`;
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

const percent = (value: number | null): string => (value === null ? 'n/c' : `${(value * 100).toFixed(1)} %`);
/** 12,345: written out here, since what the machine's language would make of it must not change the bytes. */
const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
