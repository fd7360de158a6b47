import { type ByAttack, byAttack, proved } from '../../../../core/verdict/finding.ts';
import type { TargetGuess } from '../../../../core/verdict/guesses.ts';
import { decided, notComputable, type Trial } from '../../../../core/verdict/trial.ts';
import type { LinkColumn, Linked } from '../attack/linking.ts';
import { matchRows } from '../attack/row-matching.ts';
import { joinedCell, unsortedMatching } from '../attack/unsorted.ts';
import type { KnownTable } from '../check/check-table.ts';
import { type Cell, type CellReader, cellCovers } from '../model/cell.ts';
import type { Column, Table } from '../model/table.ts';
import { composition } from './composition-finding.ts';
import { type External, type OtherRelease, type Relation, rowsOfBoth } from './link-findings.ts';
import { temporal } from './temporal-finding.ts';
import { type AttackTold, surelyOrMeasured, tell } from './told.ts';

const ATTACKS_OF: Readonly<Record<Relation, readonly string[]>> = {
  'same-people': ['unsorted-matching', 'complementary-release'],
  earlier: ['temporal'],
  later: ['temporal'],
  'other-holder': ['composition'],
};
const ALL = ['unsorted-matching', 'complementary-release', 'temporal', 'composition'] as const;
const NEEDS: Readonly<Record<(typeof ALL)[number], string>> = {
  'unsorted-matching': 'a second release of the same people is needed',
  'complementary-release': 'a second release of the same people is needed',
  temporal: 'an earlier or later release is needed',
  composition: "another holder's release is needed",
};

/** The attacker's additional knowledge and the way of exposure. */
const BY: Readonly<Record<(typeof ALL)[number], (about: string | null) => ByAttack>> = {
  'unsorted-matching': () => byAttack('linked', 'unsorted-matching', 'a second release of the same people, in the order of its rows'),
  'complementary-release': () => byAttack('linked', 'complementary-release', 'a second release of the same people, generalised otherwise'),
  temporal: () => byAttack('linked', 'temporal', 'an earlier or later release, and who joined or left'),
  composition: (about) =>
    byAttack('learned', 'composition', 'the release of another holder, and the quasi-identifiers of persons who are in both', { about }),
};

export function otherFindings(
  known: KnownTable,
  other: OtherRelease | null,
  external: External | null,
  order: ReturnType<typeof orderOf>,
): readonly AttackTold[] {
  return ALL.flatMap((attack): AttackTold[] => {
    const by = BY[attack](null);
    if (other === null || !ATTACKS_OF[other.relation].includes(attack))
      return [tell(by, 'not tried', () => notComputable(attack, null, NEEDS[attack]))];
    if (attack === 'unsorted-matching') return [tell(by, 'not computable', () => unsorted(by, known, other.table, order))];
    if (attack === 'complementary-release') return [tell(by, 'not computable', () => complementary(by, known, other.table, external))];
    if (attack === 'temporal') return [tell(by, 'not computable', () => temporal(known, other, external))];
    return known.sensitive.map((column) => {
      const own = BY[attack](column.sensitive.name);
      return tell(own, external === null ? 'not tried' : 'not computable', () => composition(own, known, column, other.table, external));
    });
  });
}

/** Whether the rows of two releases of the same people are in one order, asked once; null: they cannot be, or share no quasi-identifier. */
export function orderOf(known: KnownTable, other: OtherRelease | null, seed: string): () => ReturnType<typeof unsortedMatching> | null {
  let found: ReturnType<typeof unsortedMatching> | null | undefined;
  return () => {
    if (found !== undefined) return found;
    const isAble = other?.relation === 'same-people' && other.table.rows === known.table.rows;
    const { columns, linked } = isAble ? rowsOfBoth(known, other.table, false) : { columns: [], linked: null };
    found = linked === null || columns.length === 0 ? null : unsortedMatching(linked, seed);
    return found;
  };
}

function unsorted(by: ByAttack, known: KnownTable, other: Table, order: ReturnType<typeof orderOf>): AttackTold | Trial {
  if (other.rows !== known.table.rows)
    return notComputable(
      'unsorted-matching',
      null,
      `the other release has ${other.rows} records, this one ${known.table.rows}: they cannot be in one order`,
    );
  const found = order();
  if (found === null) return notComputable('unsorted-matching', null, 'the two releases share no quasi-identifier');
  const unique = found.leaks ? uniqueJoined(rowsOfBoth(known, other, false).columns, known.table.rows) : 0;
  const reason = found.leaks
    ? `record for record the two releases are compatible at all ${found.positions} places (${found.expected.toFixed(0)} in a random order, p ${found.p}): their order betrays who is who, and the joined rows are unique for ${unique} people`
    : `the two releases are compatible at ${found.compatible} of ${found.positions} places; a random order comes to ${found.expected.toFixed(0)} (p ${found.p.toFixed(3)}): their order tells nothing that is sure`;
  const trial = decided('unsorted-matching', null, reason, {
    people: found.positions,
    coverage: 1,
    figure: 'joined by place',
    value: found.leaks ? 1 : found.baseline,
    baseline: { name: 'by cells alone', value: found.baseline },
    details: { compatible: found.compatible, expected: found.expected, p: found.p, leaks: found.leaks, uniqueAfterJoin: unique },
  });
  const people = found.leaks ? found.positions : 0;
  const baseline = { name: 'a compatible row at random', right: people * found.baseline };
  return { trial, findings: [proved(by, { people, of: found.positions, baseline, reason })] };
}

function uniqueJoined(columns: readonly LinkColumn[], rows: number): number {
  const counts = new Map<string, number>();
  for (let row = 0; row < rows; row += 1) {
    const key = JSON.stringify(columns.map((column) => joinedCell(column, column.left.codes[row], column.right.codes[row])));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()].filter((count) => count === 1).length;
}

/** Complementary release attack: two rows of one person together say more than each. */
function complementary(by: ByAttack, known: KnownTable, other: Table, external: External | null): AttackTold | Trial {
  const { columns, linked } = rowsOfBoth(known, other, true);
  if (columns.length === 0) return notComputable('complementary-release', null, 'the two releases share no column');
  const found = matchRows(linked);
  if (!found.perfect)
    return notComputable(
      'complementary-release',
      null,
      `only ${found.matched} of ${Math.max(other.rows, known.table.rows)} rows can be paired: the two releases are not of the same people`,
    );
  const only = found.possible.reduce((sum, groups, left) => sum + (groups.length === 1 ? linked.leftSizes[left] : 0), 0);
  const alone = known.classes.count / Math.max(1, known.classes.records - known.classes.suppressed);
  const joined = joinedClasses(columns, linked, found.possible);
  const right = external?.recordOf === null || external === null ? null : linkedThrough(columns, linked, found.possible, external);
  const trial = decided(
    'complementary-release',
    null,
    `of ${other.rows} rows ${only} have only one row of this release that can be the same person's; joined, ${joined.unique} rows are unique, where this release alone has ${uniqueOf(known)}`,
    {
      people: known.table.rows,
      coverage: 1,
      figure: right === null ? 'linked right by joined rows, expected' : 'linked right by joined rows',
      value: right ?? joined.expected,
      baseline: { name: 'this release alone', value: alone },
      details: { pairs: found.pairs, rowsWithOnePartner: only, uniqueJoined: joined.unique },
    },
  );
  // Row pairs by the common columns, each person considered alone.
  const said = found.possible.map((groups, left): TargetGuess => {
    const among = (partners: Int32Array): number => partners.reduce((sum, group) => sum + linked.rightSizes[group], 0);
    const weight = linked.leftSizes[left];
    // Rows that are equal in both releases cannot be distinguished.
    const chance = (partners: Int32Array): number =>
      partners.length === 1 && among(partners) === weight ? 1 : 1 / Math.max(1, among(partners));
    const baselineConfidence = chance(linked.partners[left]);
    return { cluster: left, weight, confidence: chance(groups), right: null, baselineConfidence, baselineRight: null };
  });
  const findings = surelyOrMeasured(by, said, 'any row that fits', trial.reason, { doubt: 0 });
  return { trial, findings: findings.filter(({ confidence }) => confidence === 1) };
}

const uniqueOf = ({ classes }: KnownTable): number => classes.sizes.reduce((sum, size) => sum + (size === 1 ? 1 : 0), 0);

/** Joined classes of rows with a single partner: how many are unique, and the expected share of right links. */
function joinedClasses(columns: readonly LinkColumn[], { left, right, leftSizes }: Linked, possible: readonly Int32Array[]) {
  const counts = new Map<string, number>();
  let loose = 0;
  for (const [group, partners] of possible.entries()) {
    const size = leftSizes[group];
    if (partners.length !== 1) {
      loose += size;
      continue;
    }
    const [one, other] = [left.first[group], right.first[partners[0]]];
    const key = JSON.stringify(
      columns
        .filter(({ reader }) => reader !== null)
        .map((column) => joinedCell(column, column.left.codes[one], column.right.codes[other])),
    );
    counts.set(key, (counts.get(key) ?? 0) + size);
  }
  const unique = [...counts.values()].filter((count) => count === 1).length;
  const rows = leftSizes.reduce((sum, size) => sum + size, 0);
  // A row without a unique partner counts as one of all such rows.
  return { unique, expected: rows === 0 ? 0 : (counts.size + (loose > 0 ? 1 : 0)) / rows };
}

/** Links persons to pairs of rows: a candidate row must be in a possible pair whose cells both cover her. */
function linkedThrough(
  columns: readonly LinkColumn[],
  { left, right, rightSizes }: Linked,
  possible: readonly Int32Array[],
  { table, recordOf }: External,
): number {
  const quasi = columns.filter(({ reader }) => reader !== null);
  const cellsOf = quasi.map(({ left: one, right: other, reader }) => ({
    left: one.values.map((value) => (reader as CellReader).read(value)),
    right: other.values.map((value) => (reader as CellReader).read(value)),
    person: table.columns.find(({ name }) => name === other.name) ?? null,
  }));
  let expected = 0;
  for (let person = 0; person < table.rows; person += 1) {
    const covers = (cells: readonly Cell[], code: number, column: Column | null): boolean =>
      column === null || cellCovers(cells[code], column.values[column.codes[person]]);
    const candidates = new Set<number>();
    for (const [group, partners] of possible.entries()) {
      const row = left.first[group];
      if (!quasi.every(({ left: one }, at) => covers(cellsOf[at]?.left ?? [], one.codes[row], cellsOf[at]?.person ?? null))) continue;
      for (const partner of partners) {
        const own = right.first[partner];
        if (quasi.every(({ right: other }, at) => covers(cellsOf[at]?.right ?? [], other.codes[own], cellsOf[at]?.person ?? null)))
          candidates.add(partner);
      }
    }
    let size = 0;
    for (const group of candidates) size += rightSizes[group];
    const record = recordOf?.[person] ?? -1;
    if (record >= 0 && candidates.has(right.of[record])) expected += 1 / size;
  }
  return table.rows === 0 ? 0 : expected / table.rows;
}
