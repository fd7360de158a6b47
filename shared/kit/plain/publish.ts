import type { AuditRequest } from '../../contracts/audit-request.ts';
import { AUDITS, FINDINGS } from '../../contracts/audit-tables.ts';
import { EXPOSURES, PEOPLE } from '../../contracts/detail-tables.ts';
import { type CellValue, rowOf } from '../../contracts/table.ts';
import type { VerdictText } from '../../contracts/verdict.ts';
import { byAttack, withoutFigure } from '../../core/verdict/finding.ts';
import { type AttackVersion, parametersHash } from '../attack/attack-identity.ts';
import { jsonLines } from '../blobs/json-lines.ts';
import type { AuditPorts, Ending, Notice, Outcome } from '../kind.ts';
import { finishPeople, type PeopleFindings, type SlicesOfPeople } from '../people/finish-people.ts';
import { type RegisterPerson, writeRegister } from '../people/write-register.ts';
import { auditColumns } from '../publish/audit-columns.ts';
import { concludeAudit, publishConclusion } from '../publish/conclude.ts';
import { findingRows } from '../publish/finding-row.ts';
import { Publisher, publishParts, publishRows } from '../publish/publisher.ts';
import { verdictText } from '../publish/verdict-text.ts';
import type { Assessed, PlainKind } from './plain-kind.ts';
import { reportOf } from './report-of.ts';

export interface PlainOutcome extends Outcome {
  readonly people: PeopleFindings;
  readonly assessed: Assessed;
  readonly text: VerdictText;
  readonly units: number;
}

/** An audit of a plain release when all of it is measured. */
export interface PlainAudit extends Omit<Ending, 'failures'> {
  readonly request: AuditRequest;
  readonly attack: AttackVersion;
  readonly stored: { readonly people: number; readonly units: number; readonly slices: number; readonly cells: number };
  readonly assessed: Assessed;
  readonly slices: SlicesOfPeople;
  readonly everybody: AsyncIterable<{ readonly id: string | null }>;
  readonly register: AsyncIterable<RegisterPerson>;
  /** Rows of the attacked dataset; left out where none is wanted, or of kinds that have none. */
  readonly attacked: Iterable<readonly (string | readonly string[])[]> | undefined;
  readonly notices: readonly Notice[];
  readonly lost: number;
  /** Units on which the attack threw. */
  readonly errored: number;
}

type Plain = Pick<
  PlainKind<unknown, unknown, unknown, unknown>,
  'name' | 'words' | 'units' | 'attack' | 'onRegister' | 'glossary' | 'mend'
>;

export function attackOf({ attack: { name, version } }: Plain, { seed }: AuditRequest): AttackVersion {
  return { name, version, parametersHash: parametersHash({ seed }) };
}

function* linesOf(rows: Iterable<readonly (string | readonly string[])[]>): Generator<object> {
  let id = 0;
  for (const items of rows) {
    id += 1;
    yield { id: String(id), items };
  }
}

/** Makes the figures and publishes all results, `_SUCCESS.json` last. Run again it writes the same files, but for the times. */
export async function publishPlain(plain: Plain, audit: PlainAudit, ports: AuditPorts): Promise<PlainOutcome> {
  const { request, attack, stored, assessed, slices, everybody } = audit;
  const { work, encoders, progress } = ports;
  progress.step('write', null);
  const people = await finishPeople(work, slices, { attack, everybody, encoders });
  const persons =
    plain.onRegister === undefined
      ? 0
      : await writeRegister(work, {
          attack: { ...attack, ...plain.onRegister },
          persons: audit.register,
          after: { people: people.parts, exposures: stored.slices },
          encoders,
        });
  const failed = audit.errored + audit.lost;
  const { name, way, knows } = plain.attack;
  const by = byAttack(way, name, knows);
  const lostUnits =
    failed === 0
      ? []
      : [
          withoutFigure(by, 'errored', `it failed on ${failed} of ${stored.units} ${plain.units.many}`, {
            of: stored.people,
            lost: failed,
          }),
        ];
  const conclusion = concludeAudit(request, { ...assessed, findings: [...assessed.findings, ...lostUnits] }, audit.lost);
  const outcome: PlainOutcome = {
    people,
    assessed,
    conclusion,
    text: verdictText(conclusion, plain.words, plain.mend[0]),
    units: stored.units,
    notices: audit.notices,
    lostUnits: audit.lost,
    errored: failed > 0 || assessed.trials.some(({ status }) => status === 'errored'),
  };
  const finished = ports.clock.now();
  const partition = { day: audit.started.toISOString().slice(0, 10), auditId: audit.identity.auditId };
  const publisher = new Publisher(ports.results);
  if (audit.attacked !== undefined) await publisher.file('attacked.jsonl', jsonLines(linesOf(audit.attacked)));
  await publishRows(publisher, AUDITS, [auditRow(plain, audit, outcome, finished)], encoders, partition);
  await publishRows(publisher, FINDINGS, findingRows(conclusion.findings, assessed.trials, request), encoders, partition);
  await publishParts(publisher, work, PEOPLE, people.parts + persons, encoders, partition);
  await publishParts(publisher, work, EXPOSURES, stored.slices + persons, encoders, partition);
  await publisher.text('report.html', ports.render(reportOf(plain, audit, outcome)));
  await publishConclusion(publisher, outcome);
  await publisher.success({ audit_id: audit.identity.auditId, finished: finished.toISOString() });
  progress.end();
  return outcome;
}

function auditRow({ name: kind }: Plain, audit: PlainAudit, outcome: PlainOutcome, finished: Date): CellValue[] {
  const { people, units, cells } = audit.stored;
  return rowOf(AUDITS, {
    ...auditColumns(kind, audit, outcome, finished),
    transactions: people,
    groups: units,
    groups_of_one: 0,
    rows: people,
    cells,
    rows_without_context: 0,
    context: 'none',
    sources: JSON.stringify(audit.request.sources),
    unmatched_items: 0,
    unmatched_occurrences: 0,
  });
}
