import type { TableChange } from '../../../contracts/advice.ts';
import type { Advising, Tried } from '../../../kit/advise/advise.ts';
import { checkTable } from '../core/check/check-table.ts';
import { lossesOfRecoding } from '../core/loss/losses.ts';
import { countErrorOf } from '../core/loss/query-error.ts';
import { classText } from '../core/model/table.ts';
import { attackersOf, namedBy } from './attack.ts';
import { movesOf, surestIn, type TableDraft, type ToMove } from './moves.ts';

interface ToAdviseOnTable extends ToMove {
  /** Draws of each random attacker on every tried release. */
  readonly attacks: number;
  readonly step: (name: string) => void;
}

/** How `unveil advise` works on tables of people. */
export function advisingOf(input: ToAdviseOnTable): Advising<TableDraft, null> {
  const { original, given } = input;
  return {
    given,
    attackers: attackersOf(given.release, input, input.attacks),
    moves: movesOf(input),
    attack: (draft, attacker, seed) => Promise.resolve({ people: namedBy(attacker, draft.release, input, seed), seen: null }),
    problem({ release }) {
      const broken = checkTable(release).claims.find(({ holds }) => holds === false);
      return broken === undefined ? null : `${broken.rule} fails in ${broken.failing.length} classes`;
    },
    cost({ release }) {
      const { ncp, classes } = lossesOfRecoding(original, release);
      return {
        losses: [
          { name: 'NCP', value: ncp },
          { name: 'the error of counts', value: countErrorOf(original, release, input.seed) },
        ],
        counts: [
          { name: 'classes', value: classes },
          { name: 'left out', value: original.table.rows - release.table.rows },
        ],
      };
    },
    step: input.step,
  };
}

/** How the chosen release was made, and what happened to each class that named somebody, most people first. */
export function changesOf(given: Tried<TableDraft, null>, chosen: Tried<TableDraft, null>, certainty: number): readonly TableChange[] {
  if (chosen === given) return [];
  const [before, after] = [given.draft, chosen.draft];
  const recoded: TableChange = { change: 'recoded', was: before.how, now: after.how, why: `"${chosen.point.name}" named fewer people` };
  if (before.origin === null || after.origin === null) return [recoded];
  const rowOf = new Map<number, number>();
  for (const [row, record] of after.origin.entries()) rowOf.set(record, row);
  const { classes, quasi } = before.release;
  const changes: TableChange[] = [];
  for (let group = 0; group < classes.count; group += 1) {
    const { value, probability } = surestIn(before.release, group);
    if (probability < certainty) continue;
    const rows = classes.members.subarray(classes.starts[group], classes.starts[group + 1]);
    const now = new Map<number, number>();
    for (const row of rows) {
      const found = rowOf.get((before.origin as Int32Array)[row]);
      const own = found === undefined ? -1 : after.release.classes.of[found];
      now.set(own, (now.get(own) ?? 0) + 1);
    }
    changes.push({
      change: 'class',
      was: { cells: classText(quasi, rows[0]), records: rows.length, value, probability },
      now: Array.from(now, ([own, records]) =>
        own < 0 ? { cells: null, records, probability: null } : { ...classOf(after, own), records },
      ),
      why: `${value} was named of ${rows.length} people with ${(100 * probability).toFixed(0)} % certainty`,
    });
  }
  return [recoded, ...changes.toSorted((a, b) => recordsIn(b) - recordsIn(a))];
}

const recordsIn = (change: TableChange): number => (change.change === 'class' ? change.was.records : 0);

function classOf({ release }: TableDraft, group: number) {
  const { classes, quasi } = release;
  return {
    cells: classText(quasi, classes.members[classes.starts[group]]),
    probability: surestIn(release, group).probability,
  };
}
