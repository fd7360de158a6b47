import { COMPARED, type ComparedMeasure, type ComparedUtility } from '../../shared/contracts/audit-comparison.ts';
import { ATTACKS } from '../../shared/contracts/audit-tables.ts';
import { DECISIONS, EXPOSURES, GROUPS, PEOPLE, PLACEMENTS } from '../../shared/contracts/detail-tables.ts';
import type { Estimate } from '../../shared/contracts/report-data.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { CERTAINTIES, joinPeople, type Person, personOf } from '../../shared/core/people/exposure.ts';
import { registerOf } from '../../shared/core/people/register.ts';
import { PeopleTally } from '../../shared/core/people/tally.ts';
import { sharesOf } from '../../shared/core/statistics/clusters.ts';
import { shareInterval } from '../../shared/core/statistics/intervals.ts';
import { listedKind } from '../../shared/kinds/registry.ts';
import type { ListedKind } from '../../shared/kit/kind.ts';
import type { RecordIds } from '../../shared/kit/offers.ts';
import { type AuditEvidence, type EvidenceRow, type FigureEvidence, figureOf } from '../../shared/pipeline/compare/compare-audits.ts';
import { type AuditRow, tableRows } from '../results/audit-folders.ts';
import { readConclusion } from '../results/read-conclusion.ts';

export interface NamedAudit {
  readonly name: string;
  readonly audit: AuditRow;
  /** Null: the first attack that is not a baseline. */
  readonly attack: string | null;
  readonly utility: ComparedUtility | null;
  readonly records: RecordIds | null;
}

const NONE: Estimate = { value: null, low: null, high: null };

/** Figures of an audit for the comparison, from its tables. Memory: a row for each person and generalised item. */
export async function auditEvidence({ name, audit, attack: wanted, utility, records }: NamedAudit): Promise<AuditEvidence> {
  const { row, folder, auditId } = audit;
  const attack = await attackOf(folder, wanted);
  const groupHashes = new Map<number, string>();
  /** The attack that decided each group: the wanted one if it did. */
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
    // A table that lacks a part, or differs from the audit's figure, pairs nothing.
    if (found !== undefined && value !== null && quoted !== null && Math.abs(value - quoted) < 1e-9)
      rows[measure] =
        records === null || people.register !== null ? found : { ...found, rows: found.rows.map((each) => withRecord(each, records)) };
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
    people: people.register ?? records?.all ?? null,
    figures: Object.fromEntries(COMPARED.map((measure) => [measure, figures[measure] ?? NONE])) as Record<ComparedMeasure, Estimate>,
    rows,
  };
}

/** The audit's verdict, from any of its attacks. */
function verdictOf(folder: string): Pick<AuditEvidence['audit'], 'level' | 'headline'> {
  const { verdict, text } = readConclusion(folder);
  return { level: verdict.level, headline: text.headline };
}

/** Identifies a person by the record of the original. */
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
  // Attacks on structure have no rates: everything is in the people's table.
  for await (const row of tableRows(folder, PEOPLE, ['attack', 'attack_version', 'parameters_hash'])) {
    if (names.at(-1) !== row.attack) names.push(String(row.attack));
    if (wanted === null || row.attack === wanted) return { name: String(row.attack), attacker: attackerOf(row), figures: {} };
  }
  throw new BadInput(
    wanted === null ? 'no attack of this audit can be compared' : `this audit has no attack "${wanted}"; it has ${names.join(', ')}`,
    { file: folder },
  );
}

/** Attacks in the table `attacks`, in its order and without baselines; or in `people` if there is no such table. */
export async function attackNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { attack, baseline } of tableRows(folder, ATTACKS, ['attack', 'baseline']))
    if (baseline !== true) names.push(String(attack));
  if (names.length > 0) return names;
  // The attack on a register, which knows most, stands behind that on the release.
  for await (const { attack } of tableRows(folder, PEOPLE, ['attack'])) if (names.at(0) !== attack) names.unshift(String(attack));
  return names;
}

const LEVELS = ['named_80', 'named_90', 'named_95'] as const;

/** Share of people for whom a hidden value is named, as the audit computes it. Empty if the attack states no probability. */
async function peopleEvidence(folder: string, attack: string) {
  let all = 0;
  for await (const row of tableRows(folder, PEOPLE, ['attack'])) if (row.attack === attack) all += 1;
  const known = new Map<number, Person>();
  for await (const row of tableRows(folder, EXPOSURES, ['attack', 'person', 'person_id', 'unit', 'target', 'probability', 'decision'])) {
    if (row.attack !== attack) continue;
    const person = personOf({
      person: Number(row.person),
      id: row.person_id === null ? null : String(row.person_id),
      unit: Number(row.unit),
      target: String(row.target),
      probability: Number(row.probability),
      without: null,
      decision: String(row.decision),
      truth: null,
      betrayedBy: null,
      isProtected: false,
    });
    const before = known.get(person.t);
    known.set(person.t, before === undefined ? person : joinPeople(before, person));
  }
  if (known.size === 0) return { figures: {}, rows: {}, register: null };
  const tally = new PeopleTally();
  for (const person of known.values()) tally.addPerson(person);
  const { views } = tally.figures(all);
  const figures: Partial<Record<ComparedMeasure, Estimate>> = {};
  const rows: Partial<Record<ComparedMeasure, FigureEvidence>> = {};
  for (const [at, level] of LEVELS.entries()) {
    const certainty = CERTAINTIES[at] as number;
    const share = views.all[at]?.share;
    if (share !== undefined) figures[level] = { ...share };
    rows[level] = { rows: Array.from(known.values(), (person) => rowOf(person, (p) => (p >= certainty ? 1 : 0))), scale: known.size / all };
  }
  const surest = { rows: Array.from(known.values(), (person) => rowOf(person, (p) => p)), scale: known.size / all };
  const interval = shareInterval(sharesOf(surest.rows));
  figures.surest = {
    value: figureOf(surest),
    low: interval === null ? null : interval.low * surest.scale,
    high: interval === null ? null : interval.high * surest.scale,
  };
  rows.surest = surest;
  const [{ id }] = known.values().take(1).toArray() as [Person];
  return { figures, rows, register: registerOf(id) };
}

/** The group of a person's most probable target groups the rows. */
function rowOf({ t, id, views }: Person, part: (probability: number) => number): EvidenceRow {
  const [named] = views;
  return { group: named?.unit ?? -1, transaction: t, id, part: part(named?.p ?? 0), whole: 1 };
}

interface Sums {
  readonly group: number;
  readonly transaction: number;
  readonly id: string | null;
  eliminated: number;
  correct: number;
  added: number;
}

interface Decided {
  readonly attack: string;
  /** Word for the release's records. */
  readonly holds: ListedKind['holds'];
  /** The attack that decided each group. */
  readonly decidedBy: ReadonlyMap<number, string>;
}

/** An attack's rates, from its decisions cell by cell. Empty without the original. */
async function cellEvidence(
  folder: string,
  { attack, holds, decidedBy }: Decided,
): Promise<Partial<Record<ComparedMeasure, FigureEvidence>>> {
  if (holds === 'clusters') return { precision: { rows: await placementRows(folder, attack), scale: 1 } };
  const sums = new Map<string, Sums>();
  for await (const row of tableRows(folder, DECISIONS, ['attack', 'group_number', 'transaction', 'transaction_id', 'decided', 'correct'])) {
    const group = Number(row.group_number);
    if (row.correct === null || row.attack !== decidedBy.get(group)) continue;
    const key = `${group} ${row.transaction}`;
    let sum = sums.get(key);
    if (sum === undefined) {
      const id = row.transaction_id === null ? null : String(row.transaction_id);
      sum = { group, transaction: Number(row.transaction), id, eliminated: 0, correct: 0, added: 0 };
      sums.set(key, sum);
    }
    // For a group that the attack did not decide, another attack's rows tell which members are decoys; none is eliminated.
    const eliminated = row.decided === true && row.attack === attack;
    if (row.decided === row.correct) sum.added += 1;
    if (eliminated) sum.eliminated += 1;
    if (eliminated && row.correct === true) sum.correct += 1;
  }
  if (sums.size === 0) return {};
  const rows = (share: (sum: Sums) => readonly [part: number, whole: number]): FigureEvidence => ({
    scale: 1,
    rows: Array.from(sums.values(), (sum): EvidenceRow => {
      const [part, whole] = share(sum);
      return { group: sum.group, transaction: sum.transaction, id: sum.id, part, whole };
    }),
  });
  return {
    precision: rows(({ correct, eliminated }) => [correct, eliminated]),
    recall: rows(({ correct, added }) => [correct, added]),
    f1: rows(({ correct, eliminated, added }) => [2 * correct, eliminated + added]),
  };
}

/** A row for each counted placement. Its cluster groups the rows, and its anchoring sub-record is the person. */
async function placementRows(folder: string, attack: string): Promise<EvidenceRow[]> {
  const rows: EvidenceRow[] = [];
  for await (const row of tableRows(folder, PLACEMENTS, ['attack', 'cluster', 'anchor', 'correct'])) {
    if (row.attack !== attack || row.correct === null) continue;
    const group = Number(row.cluster);
    rows.push({ group, transaction: group * MOST_ANCHORS + Number(row.anchor), id: null, part: row.correct === true ? 1 : 0, whole: 1 });
  }
  return rows;
}

/** More than any cluster has. */
const MOST_ANCHORS = 2 ** 26;
