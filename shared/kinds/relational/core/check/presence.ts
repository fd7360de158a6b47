import { BadInput } from '../../../../core/model/bad-input.ts';
import { type Linked, linkTables, personsCovered } from '../attack/linking.ts';
import { groupByCells } from '../model/grouping.ts';
import type { PresenceClaim } from '../model/roles.ts';
import { type Column, ColumnBuilder, type Table, valueAt } from '../model/table.ts';
import { cellReader, type KnownTable } from './check-table.ts';
import { EQUAL } from './diversity.ts';

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
  return judged(classes, claim, open.rows, closed.rows);
}

function judged(classes: readonly PresenceClass[], claim: PresenceClaim, people: number, inRelease: number): Presence {
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
    share: records / people,
    baseline: inRelease / people,
  };
}

/**
 * The same for a register as it is, not recoded: a person belongs to each class whose cells cover her, or to none. Who fits several counts in each, so
 * that a share is never overstated there.
 */
function presenceByCells(known: KnownTable, open: Table, claim: PresenceClaim): Presence {
  const { linked } = linkedPopulation(known, open);
  const persons = personsCovered(linked);
  const inClass = [...linked.rightSizes.keys()].filter((group) => linked.rightSizes[group] > 0);
  const classes = inClass.map((group): PresenceClass => {
    const [covered, size] = [persons[group], linked.rightSizes[group]];
    const row = linked.right.first[group];
    if (size > covered)
      throw new BadInput(
        `record ${row + 1}: ${size} records have its quasi-identifiers, but ${covered} people of the public table fit them; the release is about a part of these people`,
      );
    return { cells: known.quasi.map((column) => valueAt(column, row)), public: covered, private: size, delta: size / covered };
  });
  const outside = linked.left.of.reduce((sum, group) => sum + (linked.partners[group].length === 0 ? 1 : 0), 0);
  if (outside > 0) classes.push({ cells: ['(in no class)'], public: outside, private: 0, delta: 0 });
  return judged(classes, claim, open.rows, known.classes.records);
}

/** A register that has all quasi-identifiers, linked with the records that are published in full. */
function linkedPopulation(known: KnownTable, open: Table): { readonly linked: Linked } {
  const columns = known.quasi.map((right) => {
    const left = open.columns.find(({ name }) => name === right.name);
    if (left === undefined) throw new BadInput(`the public table and the release both need the column "${right.name}"`);
    return { left, right, reader: cellReader(known, right.name) };
  });
  return { linked: linkTables(columns, open.rows, known.table.rows, (row) => known.classes.of[row] < 0) };
}

/** Whether the public table has each class of the release by its published cells. */
function isRecodedAlike(open: Table, { quasi, classes }: KnownTable): boolean {
  const columns = quasi.map(({ name }) => open.columns.find((each) => each.name === name));
  const textOf = (column: Column | undefined, row: number): string => (column === undefined ? '' : valueAt(column, row));
  const rows = new Set(Array.from({ length: open.rows }, (_, row) => JSON.stringify(columns.map((column) => textOf(column, row)))));
  for (let group = 0; group < classes.count; group += 1) {
    const row = classes.members[classes.starts[group]];
    if (!rows.has(JSON.stringify(quasi.map((column) => valueAt(column, row))))) return false;
  }
  return true;
}

/** delta-presence by a public table: recoded as the release is, or as it is, with the hierarchies of the release. */
export const presenceIn = (known: KnownTable, open: Table, claim: PresenceClaim): Presence =>
  isRecodedAlike(open, known)
    ? presenceOf(
        open,
        known.table,
        known.quasi.map(({ name }) => name),
        claim,
      )
    : presenceByCells(known, open, claim);
