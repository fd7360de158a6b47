import type { Cell } from '../../contracts/table.ts';
import type { StoredDistance, StoredVerdict } from '../../contracts/work.ts';
import { conjunctionText } from '../../core/relatedness/conjunction.ts';
import type { SourceVersion } from '../../ports/hit-counter.ts';
import type { AttackIdentity } from './planned-attack.ts';
import type { FinishedUnit } from './slice.ts';
import { STATES } from './stored.ts';
import { share, tallyUnit } from './tally.ts';

/** Rows of the result tables, cells in the order of the tables' columns. */

const attackCells = (attack: AttackIdentity): Cell[] => [attack.name, attack.version, attack.parametersHash];
const numberOf = (distance: StoredDistance | undefined): number | null => (typeof distance === 'number' ? distance : null);
const statusOf = (verdict: StoredVerdict): [string, string | null] =>
  verdict.kind === 'decided' ? ['decided', null] : [verdict.kind, verdict.kind === 'errored' ? verdict.error : verdict.reason];

export function* groupRows(units: readonly FinishedUnit[], attacks: readonly AttackIdentity[]): Generator<Cell[]> {
  for (const unit of units) {
    const { group, original } = unit;
    const members = JSON.stringify(group.members);
    for (const [at, attack] of attacks.entries()) {
      const verdict = unit.verdicts[at] as StoredVerdict;
      const tally = tallyUnit(unit, verdict);
      const known = original !== null;
      yield [
        ...attackCells(attack),
        unit.unit,
        group.id,
        members,
        (group.rows[0]?.t ?? 0) + 1,
        group.rows.length,
        group.members.length,
        tally.scored,
        ...statusOf(verdict),
        verdict.kind === 'decided' ? verdict.delta : null,
        tally.eliminated,
        known ? tally.correct : null,
        known ? tally.added : null,
        known ? share(tally.cells - tally.added, tally.cells) : null,
        known ? share(tally.correct, tally.eliminated) : null,
        known ? share(tally.correct, tally.added) : null,
      ];
    }
  }
}

/** Baselines are left out: they decide nothing that anybody should look up. */
export function* decisionRows(units: readonly FinishedUnit[], attacks: readonly AttackIdentity[]): Generator<Cell[]> {
  for (const unit of units) {
    const { group, scored, original } = unit;
    const columns = group.members.length;
    for (const [at, attack] of attacks.entries()) {
      const verdict = unit.verdicts[at] as StoredVerdict;
      if (attack.baseline || verdict.kind !== 'decided') continue;
      const place = new Int32Array(scored.cells.length).fill(-1);
      verdict.cells.forEach((cell, order) => {
        place[cell] = order;
      });
      for (const [cell, distance] of scored.cells.entries()) {
        const row = Math.floor(cell / columns);
        const order = place[cell] as number;
        yield [
          attack.name,
          attack.version,
          attack.parametersHash,
          unit.unit,
          row,
          cell - row * columns,
          (group.rows[row]?.t ?? 0) + 1,
          group.rows[row]?.id ?? null,
          group.members[cell - row * columns] as string,
          numberOf(distance),
          distance === null ? 'undefined' : distance === 'never' ? 'never' : 'scored',
          verdict.confidence?.[cell] ?? null,
          order >= 0,
          order < 0 ? null : order,
          numberOf(order < 0 ? null : verdict.why[order]),
          original === null ? null : order >= 0 === (original[cell] === 0),
        ];
      }
    }
  }
}

/** A pair that no source relates has no row. */
export function* scoreRows(
  units: readonly FinishedUnit[],
  sources: readonly { readonly source: SourceVersion; readonly size: number }[],
): Generator<Cell[]> {
  for (const { unit, group, scored } of units) {
    const { pairs } = scored;
    for (let at = 0; at < pairs.source.length; at += 1) {
      const used = sources[pairs.source[at] as number];
      if (used === undefined) continue;
      const distance = pairs.distance[at] ?? null;
      yield [
        unit,
        group.members[at % group.members.length] as string,
        conjunctionText(group.context[Math.floor(at / group.members.length)] as string),
        used.source.id,
        used.source.version,
        used.size,
        pairs.item[at] ?? null,
        pairs.context[at] ?? null,
        pairs.both[at] ?? null,
        numberOf(distance),
        STATES[pairs.state[at] as number] ?? 'undefined',
        pairs.flags[at] as number,
      ];
    }
  }
}
