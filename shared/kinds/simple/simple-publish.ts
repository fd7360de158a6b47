import type { AttackIdentity } from '../../app/audit/attack/attack-identity.ts';
import { peopleGate } from '../../app/audit/people/people-gate.ts';
import { guidanceOf, peopleReport } from '../../app/audit/people/people-report.ts';
import { Publisher, publishParts, publishRows } from '../../app/audit/publish/publisher.ts';
import type { AuditPorts } from '../../app/audit/run-audit.ts';
import { portableRequest } from '../../contracts/identity.ts';
import { REPORT_VERSION, type ReportData } from '../../contracts/report-data.ts';
import { type Cell, rowOf } from '../../contracts/table.ts';
import { ATTACKS } from '../../contracts/tables/attacks.ts';
import { AUDITS } from '../../contracts/tables/audits.ts';
import { EXPOSURES } from '../../contracts/tables/exposures.ts';
import { PEOPLE } from '../../contracts/tables/people.ts';
import { verdictOf } from '../../core/verdict/verdict.ts';
import type { Ending } from '../kind.ts';
import type { Conclusion, SimpleFound, SimpleKind, SimpleOutcome } from './simple-kind.ts';
import type { StoredSimple } from './simple-steps.ts';

interface Finished<Sum> {
  readonly simple: Pick<SimpleKind<never, never, never, Sum>, 'name' | 'units' | 'words' | 'conclude'>;
  readonly attacks: readonly AttackIdentity[];
  readonly read: StoredSimple;
  readonly found: SimpleFound<Sum>;
  readonly ending: Ending;
}

/** Writes all results of a simple kind, `_SUCCESS.json` last. */
export async function publishSimple<Sum>(finished: Finished<Sum>, ports: AuditPorts): Promise<SimpleOutcome> {
  const { simple, attacks, read, found, ending } = finished;
  const { request, people } = found;
  const conclusion = simple.conclude(found);
  const verdict = verdictOf(conclusion.evidence);
  const { gate } = request;
  const outcome: SimpleOutcome = {
    kind: simple.name,
    auditId: ending.identity.auditId,
    people,
    everybody: read.people,
    unitCount: read.units,
    words: simple.words,
    units: simple.units,
    attacks,
    rows: conclusion.attacks,
    facts: conclusion.facts,
    claimHolds: conclusion.claimHolds,
    verdict,
    statement: conclusion.statement(verdict),
    notices: [...(conclusion.notices ?? []), ...ending.notices],
    lostUnits: found.lostUnits,
    errored: found.erroredUnits + found.lostUnits > 0,
    claimFalse: conclusion.claimHolds === false,
    gate: gate !== undefined && 'people' in gate ? peopleGate(gate, people, verdict) : null,
  };
  const { encoders, work, progress } = ports;
  progress.step('write', null);
  const written = ports.clock.now();
  const partition = { day: ending.started.toISOString().slice(0, 10), auditId: ending.identity.auditId };
  const publisher = new Publisher(ports.results);
  await publishRows(publisher, AUDITS, [auditRow(finished, outcome, written)], encoders, partition);
  await publishRows(publisher, ATTACKS, attackRows(finished, conclusion), encoders, partition);
  await publishParts(publisher, work, PEOPLE, people?.parts ?? 0, encoders, partition);
  await publishParts(publisher, work, EXPOSURES, people === null ? 0 : read.slices, encoders, partition);
  for (const { table, rows } of conclusion.tables ?? []) await publishRows(publisher, table, rows, encoders, partition);
  await publisher.text('report.html', ports.render(reportOf(finished, conclusion, outcome)));
  if (outcome.gate !== null) await publisher.file('gate.json', [new TextEncoder().encode(`${JSON.stringify(outcome.gate, null, 1)}\n`)]);
  await publisher.success({ audit_id: ending.identity.auditId, finished: written.toISOString() });
  progress.end();
  return outcome;
}

function auditRow<Sum>({ simple, read, found, ending }: Finished<Sum>, { notices }: SimpleOutcome, written: Date): Cell[] {
  const { name, identity, started, texts, counts } = ending;
  const { request } = found;
  return rowOf(AUDITS, {
    name,
    kind: simple.name,
    started: started.toISOString(),
    finished: written.toISOString(),
    seconds: (written.getTime() - started.getTime()) / 1000,
    unveil_version: identity.unveilVersion,
    request_hash: identity.requestHash,
    release_sha256: identity.releaseSha256,
    original_sha256: identity.originalSha256,
    transactions: read.people,
    groups: read.units,
    groups_of_one: 0,
    rows: read.people,
    cells: read.units,
    rows_without_context: 0,
    context: 'none',
    sources: '[]',
    seed: request.seed,
    k: request.claim.k ?? null,
    m: request.claim.m ?? null,
    unmatched_items: 0,
    unmatched_occurrences: 0,
    texts: texts === null ? null : JSON.stringify(texts),
    counts: counts === undefined ? null : JSON.stringify(counts),
    notices: JSON.stringify(notices),
  });
}

const attackRows = <Sum>({ attacks, found }: Finished<Sum>, conclusion: Conclusion): Cell[][] =>
  attacks.map((attack, at) =>
    rowOf(ATTACKS, {
      status: 'decided',
      errored_groups: found.erroredUnits + found.lostUnits,
      cells: found.unitCount,
      scored_cells: found.sums.length,
      eliminated: 0,
      ...conclusion.attacks[at],
      attack: attack.name,
      attack_version: attack.version,
      parameters_hash: attack.parametersHash,
      parameters: JSON.stringify(attack.parameters),
      baseline: attack.baseline,
    }),
  );

function reportOf<Sum>({ simple, attacks, found, ending }: Finished<Sum>, conclusion: Conclusion, outcome: SimpleOutcome): ReportData {
  const { request } = found;
  const { redact } = request.output;
  const { identity } = ending;
  return {
    version: REPORT_VERSION,
    name: ending.name,
    kind: simple.name,
    verdict: { level: outcome.verdict.level, statement: outcome.statement },
    facts: conclusion.facts,
    against: conclusion.against ?? null,
    people: peopleReport(outcome.people, simple.words, redact),
    guidance: guidanceOf(outcome.people, simple.words, conclusion.singlingOut, conclusion.linking),
    sections: [...conclusion.sections(redact)],
    notices: [...outcome.notices],
    next: [...conclusion.next(outcome.verdict)],
    glossary: conclusion.glossary ?? [],
    asked: [{ label: 'Left this machine', value: 'nothing' }],
    provenance: [
      { label: 'Audit', value: identity.auditId },
      { label: 'unveil', value: identity.unveilVersion },
      { label: 'Release', value: `SHA-256 ${identity.releaseSha256}` },
      { label: 'Original', value: identity.originalSha256 === null ? 'not given' : `SHA-256 ${identity.originalSha256}` },
      { label: 'Request', value: `SHA-256 ${identity.requestHash}` },
      { label: 'Seed', value: request.seed },
      ...attacks.map(({ name, version, parametersHash }) => ({
        label: name,
        value: `version ${version}, parameters ${parametersHash}`,
      })),
    ],
    redacted: redact,
    request: redact ? null : JSON.stringify(portableRequest(request), null, 1),
  };
}
