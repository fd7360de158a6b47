import type { AuditEvidence, EvidenceRow, FigureEvidence } from '../../shared/app/compare/compare-audits.ts';
import { figureOf } from '../../shared/app/compare/compare-audits.ts';
import { COMPARED, type ComparedMeasure, type ComparedUtility } from '../../shared/contracts/audit-comparison.ts';
import type { Estimate } from '../../shared/contracts/report-data.ts';
import { ATTACKS } from '../../shared/contracts/tables/attacks.ts';
import { GROUPS } from '../../shared/contracts/tables/groups.ts';
import { PEOPLE } from '../../shared/contracts/tables/people.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { listedKind } from '../../shared/kinds/registry.ts';
import { type AuditRow, tableRows } from '../results/audit-folders.ts';
import { readConclusion } from '../results/read-conclusion.ts';
import { cellEvidence } from './cell-evidence.ts';
import { peopleEvidence } from './people-evidence.ts';
import type { RecordIds } from './record-ids.ts';

export interface NamedAudit {
  readonly name: string;
  readonly audit: AuditRow;
  /** Null: the first attack that is no baseline. */
  readonly attack: string | null;
  readonly utility: ComparedUtility | null;
  readonly records: RecordIds | null;
}

const NONE: Estimate = { value: null, low: null, high: null };

/** What an audit's tables say for the comparison. Memory: a row for each person and generalised item. */
export async function auditEvidence({ name, audit, attack: wanted, utility, records }: NamedAudit): Promise<AuditEvidence> {
  const { row, folder, auditId } = audit;
  const attack = await attackOf(folder, wanted);
  const groupHashes = new Map<number, string>();
  /** Of each group an attack that decided it: the wanted one wherever it did. */
  const decidedBy = new Map<number, string>();
  for await (const each of tableRows(folder, GROUPS, ['attack', 'group_number', 'group_hash', 'status'])) {
    const group = Number(each.group_number);
    groupHashes.set(group, String(each.group_hash));
    if (each.status === 'decided' && (each.attack === attack.name || !decidedBy.has(group))) decidedBy.set(group, String(each.attack));
  }
  const people = await peopleEvidence(folder, attack.name);
  const cells = await cellEvidence(folder, { attack: attack.name, holds: listedKind(row.kind)?.holds, decidedBy });
  const figures = { ...attack.figures, ...people.figures };
  const rows: Partial<Record<ComparedMeasure, FigureEvidence>> = {};
  for (const measure of COMPARED) {
    const found = people.rows[measure] ?? cells[measure];
    const value = found === undefined ? null : figureOf(found);
    const quoted = figures[measure]?.value ?? null;
    // A table that lacks a part, or says otherwise, pairs nothing.
    if (found !== undefined && value !== null && quoted !== null && Math.abs(value - quoted) < 1e-9)
      rows[measure] = records === null ? found : { ...found, rows: found.rows.map((each) => withRecord(each, records)) };
  }
  return {
    audit: {
      name,
      auditId,
      kind: String(row.kind),
      transactions: Number(row.transactions),
      releaseSha256: String(row.release_sha256),
      originalSha256: row.original_sha256 === null ? null : String(row.original_sha256),
      sources: JSON.parse(String(row.sources)),
      unveilVersion: String(row.unveil_version),
      attack: attack.name,
      attacker: attack.attacker,
      utility,
      ...verdictOf(folder),
    },
    unpaired: listedKind(row.kind)?.unpaired ?? null,
    groupHashes,
    people: records?.all ?? null,
    figures: Object.fromEntries(COMPARED.map((measure) => [measure, figures[measure] ?? NONE])) as Record<ComparedMeasure, Estimate>,
    rows,
  };
}

/** What the audit concluded, from whichever attack. */
function verdictOf(folder: string): Pick<AuditEvidence['audit'], 'level' | 'headline'> {
  const { verdict, text } = readConclusion(folder);
  return { level: verdict.level, headline: text.headline };
}

/** By the record that the original has of the person. */
const withRecord = (row: EvidenceRow, { ids }: RecordIds): EvidenceRow => ({ ...row, id: ids[row.transaction - 1] ?? null });

const RATES = ['precision', 'recall', 'f1'] as const;
const COLUMNS = [
  'attack',
  'attack_version',
  'parameters_hash',
  'baseline',
  'status',
  ...RATES.flatMap((rate) => [rate, `${rate}_low`, `${rate}_high`] as const),
] as const;

async function attackOf(folder: string, wanted: string | null) {
  const names: string[] = [];
  const attackerOf = (row: { attack: unknown; attack_version: unknown; parameters_hash: unknown }): string =>
    `${row.attack} ${row.attack_version} ${row.parameters_hash}`;
  for await (const row of tableRows(folder, ATTACKS, COLUMNS)) {
    names.push(String(row.attack));
    if (wanted === null ? row.baseline === true : row.attack !== wanted) continue;
    const cell = (value: unknown): number | null => (typeof value === 'number' ? value : null);
    const figures = Object.fromEntries(
      RATES.map((rate) => [rate, { value: cell(row[rate]), low: cell(row[`${rate}_low`]), high: cell(row[`${rate}_high`]) }]),
    ) as Partial<Record<ComparedMeasure, Estimate>>;
    return { name: String(row.attack), attacker: attackerOf(row), figures };
  }
  // What is attacked by its structure has no rates, and says of people all that it says.
  for await (const row of tableRows(folder, PEOPLE, ['attack', 'attack_version', 'parameters_hash'])) {
    if (names.at(-1) !== row.attack) names.push(String(row.attack));
    if (wanted === null || row.attack === wanted) return { name: String(row.attack), attacker: attackerOf(row), figures: {} };
  }
  throw new BadInput(
    wanted === null ? 'no attack of this audit can be compared' : `this audit has no attack "${wanted}"; it has ${names.join(', ')}`,
    { file: folder },
  );
}

/** Names in `attacks`, baselines apart, in the order of the table; of a release that has no such table, those in `people`. */
export async function attackNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { attack, baseline } of tableRows(folder, ATTACKS, ['attack', 'baseline']))
    if (baseline !== true) names.push(String(attack));
  if (names.length > 0) return names;
  for await (const { attack } of tableRows(folder, PEOPLE, ['attack'])) if (names.at(-1) !== attack) names.push(String(attack));
  return names;
}
