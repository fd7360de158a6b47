import { assessTable } from '../../../core/relational/assess/assess-table.ts';
import { conceptsOfClasses, conceptsOfHierarchy } from '../../../core/relational/attack/similarity.ts';
import type { KnownTable } from '../../../core/relational/check/check-table.ts';
import { tallyClasses, type ValueTally } from '../../../core/relational/model/classes.ts';
import type { Table } from '../../../core/relational/model/table.ts';

/** The attack whose people an audit adds up. */
export const OWN = 'homogeneity';
/** What it must not be paid for with: another attacker may not find more than of what was given. */
const ONE_RULED_OUT = 'one value ruled out';
const SIMILARITY = 'similarity';
/** They draw, each time by another seed, and need somebody who knows exact quasi-identifiers. */
const DRAWN = ['naive-bayes', 'minimality'] as const;

export interface Attacking {
  readonly certainty: number;
  /** A register of persons, as the request names it. */
  readonly external: Table | null;
}

/** Of whom something is named by this attacker with this certainty, as a share of all records that are published; null: it could not say. */
export function namedBy(attacker: string, known: KnownTable, { certainty, external }: Attacking, seed: string): number | null {
  if (attacker === OWN) return named(known, (tally) => most(tally) >= certainty * tally.known);
  if (attacker === ONE_RULED_OUT) return named(known, (tally) => most(tally) >= certainty * (tally.known - second(tally)));
  if (attacker === SIMILARITY) return similar(known, certainty);
  if (external === null) return null;
  const knowledge = {
    external: { table: external, recordOf: null },
    other: null,
    statements: [],
    related: new Map(),
    buckets: null,
    seed,
  };
  const found = assessTable(known, knowledge).findings.filter((each) => each.attack === attacker && each.status === 'decided');
  const shares = found.map(({ details, people }) => (Number(details['namedAt90'] ?? 0) * people) / Math.max(1, known.table.rows));
  return shares.length === 0 ? null : Math.max(...shares);
}

/** Who attacks a table: the first is the audit's own. */
export function attackersOf({ sensitive }: KnownTable, { external }: Attacking, attacks: number) {
  const hasConcepts = sensitive.some(({ meaning }) => meaning.hierarchy !== null);
  return [
    { name: OWN, attacks: 1 },
    { name: ONE_RULED_OUT, attacks: 1 },
    ...(hasConcepts ? [{ name: SIMILARITY, attacks: 1 }] : []),
    ...(external === null ? [] : DRAWN.map((name) => ({ name, attacks }))),
  ];
}

/** The share of records with a known value in classes where this is so of the counts of its column, whichever sensitive one it is. */
function named({ classes, sensitive, table }: KnownTable, isSo: (tally: ValueTally) => boolean): number {
  const exposed = new Uint8Array(table.rows);
  for (const { sensitive: column } of sensitive)
    tallyClasses(classes, column, (tally, group) => {
      if (tally.known === 0 || !isSo(tally)) return;
      for (const record of classes.members.subarray(classes.starts[group], classes.starts[group + 1]))
        if (column.missing[column.codes[record] as number] !== 1) exposed[record] = 1;
    });
  return table.rows === 0 ? 0 : exposed.reduce((sum, each) => sum + each, 0) / table.rows;
}

function similar({ classes, sensitive, table }: KnownTable, certainty: number): number {
  const exposed = new Uint8Array(classes.count);
  for (const { sensitive: column, meaning } of sensitive) {
    if (meaning.hierarchy === null) continue;
    for (const [group, found] of conceptsOfClasses(classes, column, conceptsOfHierarchy(column, meaning.hierarchy)).entries())
      if (found !== null && found.confidence >= certainty - 1e-12) exposed[group] = 1;
  }
  return shareOf(exposed, classes.sizes, table.rows);
}

function shareOf(exposed: Uint8Array, sizes: Int32Array, rows: number): number {
  let records = 0;
  for (const [group, is] of exposed.entries()) if (is === 1) records += sizes[group] as number;
  return rows === 0 ? 0 : records / rows;
}

const most = ({ counts, present }: ValueTally): number => present.reduce((greatest, code) => Math.max(greatest, counts[code] as number), 0);

/** The count of the second commonest value: ruling it out says most. */
const second = ({ counts, present }: ValueTally): number => present.map((code) => counts[code] as number).sort((a, b) => b - a)[1] ?? 0;
