import type { Tried } from '../../../app/advise/advise.ts';
import type { TableChange } from '../../../contracts/advice.ts';
import { classText } from '../../../core/relational/assess/class-text.ts';
import { surestIn, type TableDraft } from './moves.ts';

/** How the chosen release was made, and what became of each class that named somebody, most people first. */
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
      const found = rowOf.get((before.origin as Int32Array)[row] as number);
      const own = found === undefined ? -1 : (after.release.classes.of[found] as number);
      now.set(own, (now.get(own) ?? 0) + 1);
    }
    changes.push({
      change: 'class',
      was: { cells: classText(quasi, rows[0] as number), records: rows.length, value, probability },
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
    cells: classText(quasi, classes.members[classes.starts[group] as number] as number),
    probability: surestIn(release, group).probability,
  };
}
