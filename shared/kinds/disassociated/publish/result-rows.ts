import { ATTACKS, AUDITS } from '../../../contracts/audit-tables.ts';
import { PLACEMENTS } from '../../../contracts/detail-tables.ts';
import { attackCells, type CellValue, rowOf as row } from '../../../contracts/table.ts';
import { f1Of, share } from '../../../core/statistics/share.ts';
import type { AttackIdentity } from '../../../kit/attack/attack-identity.ts';
import { auditColumns } from '../../../kit/publish/audit-columns.ts';
import { isFilled, occurrencesOf } from '../core/measure/cluster-figures.ts';
import type { ClusterResult } from '../measure/measure-clusters.ts';
import type { DisassociatedAudit, DisassociatedOutcome } from './finish-disassociated.ts';
import type { ReassociationResult } from './reassociation-result.ts';

export function disassociatedAuditRow(audit: DisassociatedAudit, outcome: DisassociatedOutcome, finished: Date): CellValue[] {
  const { release, unmatched, claim, transactions, pieces } = outcome;
  const { sources, texts = null } = audit;
  return row(AUDITS, {
    ...auditColumns('disassociated', audit, outcome, finished),
    transactions,
    groups: release.clusters.length,
    groups_of_one: release.clusters.filter(({ size }) => size === 1).length,
    rows: transactions,
    cells: pieces,
    rows_without_context: release.clusters.reduce(
      (sum, { size, recordChunks }) => sum + size - (recordChunks[0]?.filter((each) => each.length > 0).length ?? 0),
      0,
    ),
    context: 'anchoring chunk',
    sources: JSON.stringify(sources),
    k: claim?.k ?? null,
    m: claim?.m ?? null,
    unmatched_items: unmatched.length,
    unmatched_occurrences: unmatched.reduce((sum, [, times]) => sum + times, 0),
    texts: texts === null ? null : JSON.stringify(texts),
  });
}

/** Places stand for eliminations: what the attack did, what of it was right, what there was to find. */
export function reassociationRow(
  { attack, places, errored, clusters, counts, rates, ...rest }: ReassociationResult,
  outcome: DisassociatedOutcome,
): CellValue[] {
  const random = { random_precision: rates.precision.random, random_recall: rates.recall.random };
  const f1 = counts === null ? null : f1Of({ correct: counts.correct, eliminated: counts.places, added: counts.occurrences });
  return row(ATTACKS, {
    ...attackCells(attack),
    parameters: JSON.stringify(attack.parameters),
    baseline: attack.baseline,
    ...statusOf(errored, clusters, outcome.pieces),
    errored_groups: errored,
    cells: outcome.pieces,
    scored_cells: outcome.scored,
    coverage: share(outcome.scored, outcome.pieces),
    eliminated: places,
    correct: counts?.correct ?? null,
    added: counts?.occurrences ?? null,
    precision: rates.precision.value,
    recall: rates.recall.value,
    f1,
    ...random,
    details: JSON.stringify({
      rates,
      ...rest,
      several: rest.several,
      counts: counts === null ? null : { ...counts, distances: counts.distances.length },
    }),
  });
}

function statusOf(errored: number, clusters: number, pieces: number): { readonly status: string; readonly reason: string | null } {
  if (errored > 0) return { status: 'errored', reason: `it failed on ${errored} of ${clusters} clusters` };
  if (pieces === 0) return { status: 'not computable', reason: 'the release separates nothing' };
  return { status: 'decided', reason: null };
}

/** Baselines are left out: they decide nothing that anybody should look up. */
export function* placementRows(results: readonly ClusterResult[], attacks: readonly AttackIdentity[]): Generator<CellValue[]> {
  for (const { cluster, puzzle, placements, pairings } of results)
    for (const [at, attack] of attacks.entries()) {
      if (attack.baseline) continue;
      const pairing = pairings[at] ?? null;
      const occurrences = pairing === null ? [] : occurrencesOf(puzzle, pairing);
      /** Whether a place is right; null where it does not count, as in the table `attacks`. */
      const rightAt = (anchor: number, piece: number): boolean | null =>
        pairing === null || !isFilled(puzzle, anchor) || occurrences[piece] === 0 ? null : (pairing.correct[anchor] ?? []).includes(piece);
      for (const placement of placements[at] ?? []) {
        const { piece, rows, values } = placement;
        const { chunk, items } = puzzle.pieces[piece];
        for (const [rank, anchor] of rows.entries()) {
          const value = values[rank] ?? Number.NaN;
          yield row(PLACEMENTS, {
            ...attackCells(attack),
            cluster,
            piece,
            chunk,
            items: JSON.stringify(items),
            anchor,
            rank,
            value: Number.isNaN(value) ? null : value,
            correct: rightAt(anchor, piece),
            probability: 'probabilities' in placement ? (placement.probabilities[rank] ?? null) : null,
            betrayed_by: 'betrayedBy' in placement ? JSON.stringify(placement.betrayedBy[rank]) : null,
          });
        }
      }
    }
}
