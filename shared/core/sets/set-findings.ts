import { TABLE_ATTACKS } from '../attack/attacks.ts';
import { blindAttack } from '../attack/chance.ts';
import { DRAWS, matchedTimes } from '../attack/matched.ts';
import { type DistanceTable, TIE } from '../attack/table.ts';
import { mean } from '../numeric/numeric.ts';
import { type RowShare, sharesOf } from '../statistics/clusters.ts';
import { liftInterval, shareInterval, shareOf } from '../statistics/intervals.ts';
import { percent } from '../verdict/figure-text.ts';
import { type Finding, withoutFigure } from '../verdict/finding.ts';
import { attempt, decided, notComputable, type Trial } from '../verdict/trial.ts';
import { type Distance, inCanonicalOrder, type PublishedSet, setDistanceTable } from './published-set.ts';
import { bySets, exposedBySets, type NamedMembers } from './set-exposed.ts';

interface SetEvidence {
  /** Null: no source was asked, or none knows what it would have to. */
  readonly distance: Distance | null;
  /** Whether a person has a member; null without the original. */
  readonly holds: ((person: number, member: string) => boolean) | null;
  readonly seed: string;
}

interface SetWords {
  readonly noOriginal: string;
  /** Words for members and sets: `items`, `node`. */
  readonly members: string;
  readonly set: string;
  readonly noRows: string;
}

interface SetFindings {
  readonly trials: readonly Trial[];
  readonly findings: readonly Finding[];
}

/** More cells are not tried: baselines take each table 200 times. */
const MOST_CELLS = 1_000_000;

const ATTACKS = TABLE_ATTACKS.filter(({ role }) => role !== 'chance');

/**
 * The elimination attacks of set-generalised releases, on sets whose rows stand for several people: each elimination counts once for each of them.
 */
export function setFindings(sets: readonly PublishedSet[], { distance, holds, seed }: SetEvidence, words: SetWords): SetFindings {
  const silent = (reason: string): SetFindings => ({
    trials: [notComputable('semantic', null, reason)],
    findings: [withoutFigure(bySets('semantic'), sets.length === 0 ? 'not tried' : 'not computable', reason)],
  });
  if (distance === null) return silent('no source that was asked knows what is hidden beside what is published');
  if (holds === null) return silent(words.noOriginal);
  if (sets.length === 0) return silent('nothing is generalised');
  const size = sets.reduce((sum, { members, rows }) => sum + members.length * rows.length, 0);
  if (size > MOST_CELLS) return silent(`its tables have ${size} cells, and are tried on up to ${MOST_CELLS}`);
  const all = sets.map((each): Table => {
    const set = inCanonicalOrder(each, seed);
    const table = setDistanceTable(set, distance);
    const held = set.rows.map(({ people }) => set.members.map((member) => people.filter((person) => holds(person, member)).length));
    return { set, table, held, key: set.members.join('\u001f') };
  });
  const known = all.reduce((sum, { table }) => sum + table.cells.filter((cell) => !Number.isNaN(cell)).length, 0);
  if (known === 0) return silent('no source that was asked knows what is hidden beside what is published');
  const exposed = (name: string, tables: readonly Table[], named: Parameters<typeof exposedBySets>[2]): Finding[] => {
    const own = tables.map(({ set }) => set);
    return exposedBySets(name, own, named, holds);
  };
  const nearest: SetFindings = {
    trials: [attempt('semantic-nearest', null, () => nearestFinding(all, known / size, words))],
    findings: exposed('semantic-nearest', all, (at, row) => closestOf(all[at].table, row)),
  };
  const tables = all.filter(({ table }) => table.rows > 1);
  if (tables.length === 0) return joined(nearest, silent(words.noRows));
  const tried = ATTACKS.map(({ name, run }) => ({ name: `semantic-${name}`, cells: attacked(tables, run, seed) }));
  const chance = atRandom(
    tables,
    tried.map(({ cells }) => cells ?? tables.map(() => [])),
    seed,
  );
  const blind = rowsOf(tables, (attacked(tables, blindAttack, seed) ?? []).map(doneBy(tables)));
  return joined(nearest, {
    trials: tried.map(({ name, cells }, at) =>
      attempt(name, null, () => {
        if (cells === null) throw new Error('an attack on a table failed');
        const own = rowsOf(tables, cells.map(doneBy(tables)));
        return findingOf(name, own, { blind, matched: rowsOf(tables, chance[at]) }, peopleOf(tables), known / size);
      }),
    ),
    findings: tried.flatMap(({ name, cells }) =>
      cells === null
        ? [withoutFigure(bySets(name), 'errored', 'an attack on a table failed')]
        : exposed(name, tables, leftBy(tables, cells)),
    ),
  });
}

const joined = (a: SetFindings, b: SetFindings): SetFindings => ({
  trials: [...a.trials, ...b.trials],
  findings: [...a.findings, ...b.findings],
});

/** The nearest members; the attack states no confidence. */
function closestOf({ cells, columns }: DistanceTable, row: number): NamedMembers {
  const own = [...cells.subarray(row * columns, (row + 1) * columns)];
  const least = own.reduce((a, b) => (b < a ? b : a), Infinity);
  return least === Infinity ? null : { columns: own.flatMap((cell, column) => (cell - least <= TIE ? [column] : [])), sure: 0 };
}

/** One of the members that an attack leaves. Where it takes nothing out it says nothing. */
function leftBy(tables: readonly Table[], cells: readonly Cells[]): (at: number, row: number) => NamedMembers {
  const out = tables.map(({ table }, at) => {
    const taken = new Uint8Array(table.rows * table.columns);
    for (const { row, column } of cells[at] ?? []) taken[row * table.columns + column] = 1;
    return taken;
  });
  return (at, row) => {
    const { columns } = tables[at].table;
    const left = Array.from({ length: columns }, (_, column) => column).filter((column) => out[at]?.[row * columns + column] === 0);
    return left.length === 0 || left.length === columns ? null : { columns: left, sure: 1 / left.length };
  };
}

interface Table {
  readonly set: PublishedSet;
  readonly table: DistanceTable;
  /** By row and column, how many of the row's people have the member. */
  readonly held: readonly (readonly number[])[];
  readonly key: string;
}

type Cells = readonly { readonly row: number; readonly column: number }[];

/** Null if the attack fails on one table. */
function attacked(tables: readonly Table[], run: (typeof TABLE_ATTACKS)[number]['run'], seed: string): Cells[] | null {
  const found: Cells[] = [];
  for (const { table, key } of tables) {
    const verdict = run(table, { seed, key });
    if (verdict.kind !== 'decided') return null;
    found.push(verdict.eliminations);
  }
  return found;
}

const peopleOf = (tables: readonly Table[]): number => new Set(tables.flatMap(({ set }) => set.rows.flatMap(({ people }) => people))).size;

/** The nearest member of each row is named for all of its people. This needs no second row. */
function nearestFinding(tables: readonly Table[], coverage: number, { members, set: whole }: SetWords): Trial {
  const of: RowShare[] = [];
  const over: RowShare[] = [];
  for (const [group, { set, table, held }] of tables.entries())
    for (const [row, { people, number }] of set.rows.entries()) {
      const closest = closestOf(table, row);
      if (closest === null) continue;
      const own = held[row];
      const at = { group, transaction: number, whole: people.length };
      // Ties are broken at random.
      of.push({ ...at, part: mean(closest.columns.map((column) => own[column])) });
      over.push({ ...at, part: mean([...own]) });
    }
  const value = shareOf(sharesOf(of)) ?? 0;
  return decided(
    'semantic-nearest',
    null,
    `of the ${members} that it names, one for each ${whole} of everybody, ${percent(value)} are right`,
    {
      people: peopleOf(tables),
      coverage,
      figure: `${members} named right`,
      value,
      interval: shareInterval(sharesOf(of)),
      baseline: { name: `one of the ${whole} at random`, value: shareOf(sharesOf(over)) },
      overBaseline: liftInterval(sharesOf(of), sharesOf(over), { scales: [1, 1], comparisons: ATTACKS.length + 1 }),
    },
  );
}

/** Eliminations of a row, and the correct ones, counted by people. */
interface Done {
  readonly made: number;
  readonly right: number;
}

function findingOf(
  name: string,
  of: Rates,
  { blind, matched }: { readonly blind: Rates; readonly matched: Rates },
  people: number,
  coverage: number,
): Trial {
  const f1 = shareOf(sharesOf(of.f1));
  if (f1 === null) return notComputable(name, null, 'nothing was added: the release hides nothing');
  const [precision, recall] = [shareOf(sharesOf(of.precision)), shareOf(sharesOf(of.recall))];
  const chance = shareOf(sharesOf(matched.f1)) ?? 0;
  const nothing = shareOf(sharesOf(blind.f1)) ?? 0;
  const [best, over] = nothing > chance ? (['blind', blind] as const) : (['matched', matched] as const);
  const said = precision === null ? 'it takes nothing out' : `${percent(precision)} of what it takes out was added`;
  return decided(name, null, `${said}, and ${percent(recall ?? 0)} of what was added it takes out`, {
    people,
    coverage,
    figure: 'what was added, taken out (F1)',
    value: f1,
    interval: shareInterval(sharesOf(of.f1)),
    baseline: { name: best, value: Math.max(nothing, chance) },
    overBaseline: liftInterval(sharesOf(of.f1), sharesOf(over.f1), { scales: [1, 1], comparisons: ATTACKS.length + 1 }),
    details: { precision, recall, added: of.added, density: 1 - of.added / of.cells, blind: nothing, matched: chance },
  });
}

const doneBy =
  (tables: readonly Table[]) =>
  (cells: Cells, at: number): Done[] => {
    const { set, held } = tables[at];
    const done = set.rows.map(() => ({ made: 0, right: 0 }));
    for (const { row, column } of cells) {
      const own = done[row];
      const people = set.rows[row]?.people.length ?? 0;
      own.made += people;
      own.right += people - (held[row]?.[column] ?? 0);
    }
    return done;
  };

/** By attack, table and row: the mean of as many eliminations at random under the same guard. */
function atRandom(tables: readonly Table[], verdicts: readonly (readonly Cells[])[], seed: string): Done[][][] {
  const byTable = tables.map(({ set, table, held, key }, at) => {
    const counts = verdicts.map((cells) => cells[at]?.length ?? 0);
    const rising = [...new Set(counts)].filter((count) => count > 0).sort((a, b) => a - b);
    const done = new Map<number, Done[]>();
    for (const drawn of matchedTimes(table, rising, { seed, key })) {
      const means = set.rows.map(({ people }, row) => meanOf(drawn, row * table.columns, held[row], people.length));
      done.set(rising[done.size], means);
    }
    return counts.map((count) => done.get(count) ?? set.rows.map(() => ({ made: 0, right: 0 })));
  });
  return verdicts.map((_, attack) => byTable.map((done) => done[attack]));
}

function meanOf(drawn: Int32Array, from: number, held: readonly number[], people: number): Done {
  let [made, right] = [0, 0];
  for (const [column, own] of held.entries()) {
    const times = drawn[from + column];
    made += times * people;
    right += times * (people - own);
  }
  return { made: made / DRAWS, right: right / DRAWS };
}

interface Rates {
  readonly precision: readonly RowShare[];
  readonly recall: readonly RowShare[];
  readonly f1: readonly RowShare[];
  readonly added: number;
  readonly cells: number;
}

function rowsOf(tables: readonly Table[], done: readonly (readonly Done[])[]): Rates {
  const precision: RowShare[] = [];
  const recall: RowShare[] = [];
  const f1: RowShare[] = [];
  let [all, cells] = [0, 0];
  for (const [group, { set, held }] of tables.entries())
    for (const [row, { people, number }] of set.rows.entries()) {
      const { made, right } = done[group][row];
      const added = (held[row] ?? []).reduce((sum, own) => sum + people.length - own, 0);
      const at = { group, transaction: number };
      precision.push({ ...at, part: right, whole: made });
      recall.push({ ...at, part: right, whole: added });
      f1.push({ ...at, part: 2 * right, whole: made + added });
      all += added;
      cells += people.length * set.members.length;
    }
  return { precision, recall, f1, added: all, cells };
}
