import { DOUBT } from '../../../core/people/expected.ts';
import { NORMAL_975 } from '../../../core/statistics/student.ts';
import { addExposure, addExposureCluster, type ExposureSums, noExposure } from '../../../core/verdict/exposed.ts';
import { type ByAttack, byAttack, CONFIDENCES, type Finding, LEFT_OUT, withoutFigure } from '../../../core/verdict/finding.ts';
import { findingAt } from '../../../core/verdict/guesses.ts';
import type { AttackIdentity } from '../../../kit/attack/attack-identity.ts';
import { clusterAttack } from '../attacks.ts';
import { isFilled } from '../core/measure/cluster-figures.ts';
import type { Pairing } from '../core/measure/pairing.ts';
import type { Cluster } from '../core/model.ts';
import type { CalibratedPlacement } from '../core/placement/place-calibrated.ts';
import { anchorClasses } from '../core/reassociation/optimal.ts';
import type { Puzzle } from '../core/reassociation/pieces.ts';
import type { Placement } from '../core/reassociation/reconstruct.ts';

/** Guesses about people: a person is a row of a cluster, and the attack names the piece it is most confident of. */
export interface NamedPieces {
  readonly sums: readonly ExposureSums[];
  /** By confidence, without the original: how many fewer would be right if all odds were overstated by the factor DOUBT. */
  readonly doubt: number[];
}

export const noNamed = (): NamedPieces => ({ sums: CONFIDENCES.map(noExposure), doubt: CONFIDENCES.map(() => 0) });

export function addNamed(total: NamedPieces, more: NamedPieces): void {
  for (const [at, sums] of total.sums.entries()) addExposure(sums, more.sums[at]);
  for (const [at, doubt] of more.doubt.entries()) total.doubt[at] += doubt;
}

/**
 * How often a piece is held by those who look as a row does: who is known by a sub-record is any of them. No pairing, which would favour some
 * ways to place over others.
 */
function heldAt({ anchors }: Puzzle, { partnerOf, held }: Pairing): (row: number, piece: number) => number {
  const classes = new Map(anchorClasses(anchors).flatMap((rows) => rows.map((row) => [row, rows] as const)));
  return (row, piece) => {
    const rows = classes.get(row) ?? [row];
    return rows.filter((each) => held[partnerOf[each]]?.includes(piece) === true).length / rows.length;
  };
}

export function addNamedCluster(
  named: NamedPieces,
  { size }: Cluster,
  puzzle: Puzzle,
  placements: readonly (Placement | CalibratedPlacement)[],
  pairing: Pairing | null,
): void {
  const filled = puzzle.anchors.flatMap((_, row) => (isFilled(puzzle, row) ? [row] : []));
  const right = pairing === null ? null : heldAt(puzzle, pairing);
  const atRandom = new Map<number, number>();
  const lessOf = (piece: number, places: number): number => {
    if (right === null) return Math.min(1, places / filled.length);
    const known = atRandom.get(piece) ?? filled.reduce((sum, row) => sum + right(row, piece), 0) / filled.length;
    atRandom.set(piece, known);
    return known;
  };
  const byRow = new Map<number, { readonly piece: number; readonly places: number; readonly probability: number | null }[]>();
  for (const placement of placements)
    for (const [rank, row] of placement.rows.entries()) {
      if (!isFilled(puzzle, row)) continue;
      const probability = 'holds' in placement ? placement.holds[rank] : null;
      const own = { piece: placement.piece, places: placement.rows.length, probability };
      byRow.set(row, [...(byRow.get(row) ?? []), own]);
    }
  const said = Array.from(byRow, ([row, all]) => {
    const surest = Math.max(...all.map(({ probability }) => probability ?? 0));
    const best = all.filter(({ probability }) => probability === null || probability === surest);
    const mean = (of: (each: (typeof best)[number]) => number): number => best.reduce((sum, each) => sum + of(each), 0) / best.length;
    const confidence = best[0]?.probability ?? null;
    return {
      confidence,
      right: right === null ? (confidence ?? 0) : mean(({ piece }) => right(row, piece)),
      less: mean(({ piece, places }) => lessOf(piece, places)),
    };
  });
  const rest = { weight: size - said.length, acts: false, right: 0, baselineActs: 0, baselineRight: 0 };
  for (const [at, confidence] of CONFIDENCES.entries()) {
    addExposureCluster(named.sums[at], [
      ...said.map((each) => {
        const acts = confidence === 0 || (each.confidence ?? 0) >= confidence;
        return { weight: 1, acts, right: each.right, baselineActs: acts ? 1 : 0, baselineRight: each.less };
      }),
      rest,
    ]);
    for (const { confidence: stated } of said)
      if (stated !== null && stated >= confidence) named.doubt[at] = named.doubt[at] + stated - stated / (stated + (1 - stated) * DOUBT);
  }
}

interface Tried {
  readonly attacks: readonly AttackIdentity[];
  readonly named: readonly NamedPieces[];
  /** Clusters that each attack failed on. */
  readonly errored: readonly number[];
  readonly clusters: number;
  readonly pieces: number;
  readonly measured: boolean;
  /** Attacks on this kind that the request left out. */
  readonly leftOut: readonly string[];
}

const learnedBy = (name: string): ByAttack => byAttack('learned', name, clusterAttack(name)?.knows ?? '');

export function placementFindings({ attacks, named, errored, clusters, pieces, measured, leftOut }: Tried): Finding[] {
  const out = leftOut.map((name) => withoutFigure(learnedBy(name), 'not tried', LEFT_OUT));
  const tried = attacks.flatMap((attack, at): Finding[] => {
    if (attack.baseline) return [];
    const by = learnedBy(attack.name);
    const { sums, doubt } = named[at];
    const of = sums[0]?.targets ?? 0;
    const lost = errored[at];
    if (pieces === 0) return [withoutFigure(by, 'not tried', 'the release separates nothing', { of })];
    if (lost > 0 && lost === clusters) return [withoutFigure(by, 'errored', `it failed on all ${clusters} clusters`, { of, lost })];
    const states = clusterAttack(attack.name)?.learns === true;
    return CONFIDENCES.map((confidence, level) =>
      findingAt(by, confidence, sums[level], {
        baseline: 'as many places at random',
        reason: measured || states ? 'it names the piece of each person that it is surest of' : NEEDS_CLUSTERS_OF_ORIGINAL,
        lost,
        measured,
        ...(states ? { doubt: of === 0 ? 0 : doubt[level] / of / NORMAL_975 } : {}),
      }),
    );
  });
  return [...tried, ...out];
}

export const NEEDS_CLUSTERS_OF_ORIGINAL = 'it needs the original with the cluster of each transaction';
