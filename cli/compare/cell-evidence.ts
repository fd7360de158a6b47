import type { EvidenceRow, FigureEvidence } from '../../shared/app/compare/compare-audits.ts';
import type { ComparedMeasure } from '../../shared/contracts/audit-comparison.ts';
import { DECISIONS } from '../../shared/contracts/tables/decisions.ts';
import { PLACEMENTS } from '../../shared/contracts/tables/placements.ts';
import type { ListedKind } from '../../shared/kinds/kind.ts';
import { tableRows } from '../results/audit-folders.ts';

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
  /** What releases of its kind hold. */
  readonly holds: ListedKind['holds'];
  /** Of each group an attack that decided it. */
  readonly decidedBy: ReadonlyMap<number, string>;
}

/** Rows of the rates of an attack, from what it decided cell by cell. Empty without the original. */
export async function cellEvidence(
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
    // Of a group that the attack did not decide another one's rows say what was added; nothing of it is eliminated.
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

/** A place that counts is a row; it stands in its cluster and at its anchoring sub-record, which is the person there. */
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
