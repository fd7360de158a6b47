import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Attacked, AttackedCell } from '../../shared/app/advise/advise.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { EXPOSURES } from '../../shared/contracts/tables/exposures.ts';
import type { Transaction } from '../../shared/core/model/transaction.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import type { Progress } from '../../shared/ports/log.ts';
import { jsonLines } from '../anonymise/json-lines.ts';
import { auditFilesOf } from '../audit/audit-files.ts';
import { peopleEvidence } from '../compare/people-evidence.ts';
import { rowsOf } from '../results/audit-folders.ts';
import { writeAtomically } from '../write-atomically.ts';

/** The certainties that an audit adds people up at. */
export const LEVELS = new Map([
  [0.8, 'named_80'],
  [0.9, 'named_90'],
  [0.95, 'named_95'],
] as const);
export type Certainty = 0.8 | 0.9 | 0.95;

const ATTACK = 'calibrated';

export interface Attacking {
  /** The request of the release as it was given. */
  readonly request: AuditRequest;
  /** Of the original transactions. */
  readonly numberOf: ReadonlyMap<string, number>;
  readonly certainty: Certainty;
  /** Holds nothing but what an attack leaves. */
  readonly folder: string;
  readonly progress: Progress;
}

/** The audit's own calibrated attack on a release, or on the one that the request names; what it leaves is read and removed. */
export async function attackRelease(
  release: readonly Transaction[] | null,
  seed: string,
  { request, numberOf, certainty, folder, progress }: Attacking,
): Promise<Attacked> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'release.jsonl');
  if (release !== null) await writeAtomically(file, jsonLines(release));
  const { gate: _gate, claim: _claim, ...rest } = request;
  const asked: AuditRequest = {
    ...rest,
    ...(release === null ? {} : { release: file, ...ofOurs(request) }),
    claim: {},
    attacks: [ATTACK],
    seed,
    output: { attacked: false, json: false, csv: false, redact: false },
  };
  const out = join(folder, 'results');
  try {
    await auditFilesOf(KINDS, asked, { name: 'advise', out, progress });
    return await readAttack(out, { numberOf, certainty });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How a release that we wrote is read, whatever the given one was. */
export const ofOurs = ({
  context,
}: AuditRequest): Pick<AuditRequest, 'allowSuppressed' | 'context' | 'hierarchy' | 'encoding' | 'kind'> => ({
  allowSuppressed: true,
  context: { ...context, order: 'meaningless' },
  hierarchy: undefined,
  encoding: undefined,
  kind: 'auto',
});

export async function readAttack(out: string, { numberOf, certainty }: Pick<Attacking, 'numberOf' | 'certainty'>): Promise<Attacked> {
  const { figures } = await peopleEvidence(out, ATTACK);
  const people = figures[LEVELS.get(certainty) ?? 'named_90'] ?? { value: null, low: null, high: null };
  const cells: AttackedCell[] = [];
  for await (const row of rowsOf(out, EXPOSURES, ['attack', 'person', 'unit', 'target', 'probability', 'betrayed_by'])) {
    const item = numberOf.get(String(row.target));
    if (row.attack !== ATTACK || item === undefined) continue;
    const betrayedBy = row.betrayed_by === null ? null : (numberOf.get(String(row.betrayed_by)) ?? null);
    cells.push({ unit: Number(row.unit), item, transaction: Number(row.person) - 1, probability: Number(row.probability), betrayedBy });
  }
  return { people, cells };
}
