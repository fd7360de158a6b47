import { BadInput } from '../../../../core/model/bad-input.ts';
import { groupByCells } from '../model/grouping.ts';
import type { PresenceClaim } from '../model/roles.ts';
import { ColumnBuilder, type Table, valueAt } from '../model/table.ts';
import { EQUAL } from './diversity.ts';

/** One class of the public table. */
interface PresenceClass {
  readonly cells: readonly string[];
  readonly public: number;
  readonly private: number;
  readonly delta: number;
}

export interface Presence {
  readonly classes: readonly PresenceClass[];
  /** Least and greatest share of a class in the private table. */
  readonly least: number;
  readonly greatest: number;
  readonly failing: readonly number[];
  readonly records: number;
  readonly share: number;
  /** Baseline: the share of people of the public table who are in the private one. */
  readonly baseline: number;
}

/**
 * delta-presence (Nergiz et al., 2007): the public table and its private part recoded alike; of every class of the public table between
 * `min` and `max` are private, 0 where none is.
 */
export function presenceOf(open: Table, closed: Table, quasi: readonly string[], claim: PresenceClaim): Presence {
  const both = quasi.map((name) => {
    const builder = new ColumnBuilder(name);
    for (const table of [open, closed]) {
      const column = table.columns.find((each) => each.name === name);
      if (column === undefined) throw new BadInput(`the public table and the release both need the column "${name}"`);
      for (let row = 0; row < table.rows; row += 1) builder.push(valueAt(column, row));
    }
    return builder.column();
  });
  const { of, count, first } = groupByCells(open.rows + closed.rows, both);
  const counts = Array.from({ length: count }, () => ({ public: 0, private: 0 }));
  for (let row = 0; row < of.length; row += 1) {
    const own = counts[of[row]];
    if (row < open.rows) own.public += 1;
    else own.private += 1;
  }
  const classes = counts.map((own, at) => {
    if (own.private > own.public) {
      const row = of.findIndex((group, index) => group === at && index >= open.rows) - open.rows;
      throw new BadInput(
        `record ${row + 1}: ${own.private} private records have its quasi-identifiers, but ${own.public} of the public table; the private table is a part of it, recoded alike`,
      );
    }
    return { cells: both.map((column) => valueAt(column, first[at])), ...own, delta: own.private / own.public };
  });
  const failing = [...classes.keys()].filter((at) => {
    const { delta } = classes[at] as PresenceClass;
    return delta < claim.min - EQUAL || delta > claim.max + EQUAL;
  });
  const records = failing.reduce((total, at) => total + (classes[at] as PresenceClass).public, 0);
  return {
    classes,
    least: classes.reduce((least, { delta }) => Math.min(least, delta), 1),
    greatest: classes.reduce((greatest, { delta }) => Math.max(greatest, delta), 0),
    failing,
    records,
    share: records / open.rows,
    baseline: closed.rows / open.rows,
  };
}
