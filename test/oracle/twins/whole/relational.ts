// Tables: record by record against record. No class is made and nothing is counted twice.

import type { Random } from '../../../../shared/core/random/random.ts';
import { mean, sum } from './by-hand.ts';
import { type Figure, trials, type WholeTwin } from './twin.ts';

/** Original values of published cells, by column. */
const DOMAIN = { sex: ['m', 'f'], town: ['rome', 'oslo', 'bonn', 'lyon'] } as const;
type Quasi = keyof typeof DOMAIN;
const QUASI = Object.keys(DOMAIN) as Quasi[];
const VALUES = ['flu', 'cold', 'cancer', 'asthma'];
const MISSING = '?';

interface Row {
  readonly cells: Readonly<Record<Quasi, readonly string[]>>;
  readonly value: string;
}
type Person = Readonly<Record<Quasi, string>>;

const pick = <T>(random: Random, values: readonly T[]): T => values[random.below(values.length)];

/** A value, two of them, or all. */
const cellOf = (random: Random, column: Quasi): readonly string[] => {
  const all = DOMAIN[column];
  const first = random.below(all.length);
  return random.unit() < 0.5
    ? [all[first] as string]
    : random.unit() < 0.5 && all.length > 2
      ? all.slice(Math.min(first, 2), Math.min(first, 2) + 2)
      : all;
};

const written = (column: Quasi, cell: readonly string[]): string =>
  cell.length === DOMAIN[column].length ? '*' : cell.length === 1 ? cell[0] : `"{${cell.join(', ')}}"`;

export const relationalTwin: WholeTwin = {
  kind: 'relational',
  tables: ['trials'],
  draw(random) {
    const kinds = Array.from({ length: 1 + random.below(4) }, () => ({ sex: cellOf(random, 'sex'), town: cellOf(random, 'town') }));
    const rows = Array.from(
      { length: 6 + random.below(14) },
      (): Row => ({
        cells: pick(random, kinds),
        value: random.unit() < 0.1 ? MISSING : pick(random, VALUES.slice(0, 2 + random.below(3))),
      }),
    );
    const persons =
      random.unit() < 0.5
        ? null
        : Array.from({ length: 3 + random.below(12) }, (): Person => ({ sex: pick(random, DOMAIN.sex), town: pick(random, DOMAIN.town) }));
    const columns = { sex: { role: 'quasi' }, town: { role: 'quasi' }, disease: { role: 'sensitive' } };
    return {
      audit: {
        release: [
          'sex,town,disease',
          ...rows.map(({ cells, value }) => `${written('sex', cells.sex)},${written('town', cells.town)},${value}`),
        ].join('\n'),
        original: null,
        beside: {
          'roles.json': JSON.stringify({ columns, missing: [MISSING] }),
          ...(persons === null ? {} : { 'register.csv': ['sex,town', ...persons.map(({ sex, town }) => `${sex},${town}`)].join('\n') }),
        },
        request: { kind: 'relational', roles: 'roles.json', ...(persons === null ? {} : { external: 'register.csv' }) },
      },
      checks: [trials(expectedOf(rows, persons))],
    };
  },
};

const sameCells = (a: Row, b: Row): boolean =>
  QUASI.every((column) => written(column, a.cells[column]) === written(column, b.cells[column]));
const isSuppressed = (row: Row): boolean => QUASI.every((column) => written(column, row.cells[column]) === '*');

function expectedOf(all: readonly Row[], persons: readonly Person[] | null) {
  const published = all.every(isSuppressed) ? all : all.filter((row) => !isSuppressed(row));
  const known = published.filter(({ value }) => value !== MISSING);
  const told = all.filter(({ value }) => value !== MISSING);
  const atLarge = (value: string): number => told.filter((row) => row.value === value).length / told.length;
  const alike = (row: Row): Row[] => known.filter((other) => sameCells(row, other));
  const shareIn = (rows: readonly Row[], value: string): number => rows.filter((row) => row.value === value).length / rows.length;
  /** The share of those who name the commonest value, or one of several at random, that is right about this row. */
  const hit = (shares: (value: string) => number, row: Row): number => {
    const most = Math.max(...VALUES.map(shares));
    const best = VALUES.filter((value) => shares(value) === most);
    return best.includes(row.value) ? 1 / best.length : 0;
  };
  const rows = new Map<string, Record<string, Figure>>();
  if (known.length > 0) {
    const own = known.map((row) => ({
      row,
      share: shareIn(alike(row), row.value),
      most: Math.max(...VALUES.map((value) => shareIn(alike(row), value))),
    }));
    rows.set('homogeneity | disease', {
      status: 'decided',
      people: known.length,
      value: mean(known.map((row) => hit((value) => shareIn(alike(row), value), row))),
      marginal: mean(known.map((row) => hit(atLarge, row))),
      withoutOwnRecord: mean(
        known.map((row) => {
          const others = alike(row).filter((other) => other !== row);
          return hit(others.length === 0 ? atLarge : (value) => shareIn(others, value), row);
        }),
      ),
      meanProbabilityOfTruth: mean(own.map(({ share }) => share)),
      log2Gain: mean(own.map(({ row, share }) => Math.log2(share / atLarge(row.value)))),
      twiceAsLikely: mean(own.map(({ row, share }) => Number(share / atLarge(row.value) >= 2 - 1e-12))),
    });
    const without = (row: Row, excluded: number): number => {
      const counts = VALUES.map((value) => alike(row).filter((other) => other.value === value).length).sort((a, b) => b - a);
      return counts[0] / sum([counts[0], ...counts.slice(excluded + 1)]);
    };
    rows.set('background | disease', {
      status: 'decided',
      value: mean(known.map((row) => Number(without(row, 1) === 1))),
      baseline_value: mean(known.map((row) => Number(without(row, 0) === 1))),
      'certain when 2 excluded': mean(known.map((row) => Number(without(row, 2) === 1))),
      'greatest confidence when 1 excluded': Math.max(...known.map((row) => without(row, 1))),
    });
    const there = VALUES.filter((value) => atLarge(value) > 0);
    const classes = known.filter((row, at) => known.findIndex((other) => sameCells(row, other)) === at);
    const ratio = (row: Row, value: string): number => shareIn(alike(row), value) / atLarge(value);
    rows.set('skewness | disease', {
      status: 'decided',
      value: mean(known.map((row) => Number(there.some((value) => ratio(row, value) >= 2)))),
      greatestRatio: Math.max(...known.flatMap((row) => there.map((value) => ratio(row, value)))),
      greatestDifference: Math.max(...known.flatMap((row) => there.map((value) => shareIn(alike(row), value) - atLarge(value)))),
      absentValues: sum(classes.map((row) => there.filter((value) => shareIn(alike(row), value) === 0).length)),
      recordsWithAbsent: mean(known.map((row) => Number(there.some((value) => shareIn(alike(row), value) === 0)))),
    });
  }
  rows.set('linking', linking(published, persons, all.length - published.length));
  return rows;
}

function linking(published: readonly Row[], persons: readonly Person[] | null, suppressed: number): Record<string, Figure> {
  const size = (row: Row): number => published.filter((other) => sameCells(row, other)).length;
  const above = (chances: readonly number[], bound: number): number => chances.filter((chance) => chance > bound + 1e-12).length;
  if (persons === null) {
    const chances = published.map((row) => 1 / size(row));
    return {
      status: 'decided',
      prosecutorGreatest: Math.max(...chances),
      prosecutorMean: mean(chances),
      marketer: mean(chances),
      unique: chances.filter((chance) => chance === 1).length,
      'prosecutor above 0.33': above(chances, 0.33),
    };
  }
  const covers = (row: Row, person: Person): boolean => QUASI.every((column) => row.cells[column].includes(person[column]));
  const among = published.map((row) => persons.filter((person) => covers(row, person)).length);
  // A register of everybody: who is covered by records that use up all whom they cover is none of the suppressed.
  const complete = persons.length >= published.length + suppressed && published.every((row, at) => among[at] >= size(row));
  const inFull = (person: Person): boolean => complete && published.some((row, at) => covers(row, person) && among[at] === size(row));
  const found = persons.map((person) => published.filter((row) => covers(row, person)).length + (inFull(person) ? 0 : suppressed));
  const chances = found.map((candidates) => (candidates === 0 ? 0 : 1 / candidates));
  const reached = among.map((covered) => (covered === 0 ? 0 : 1 / covered));
  return {
    status: 'decided',
    people: persons.length,
    value: mean(chances),
    // Of the records: how many cover anybody.
    coverage: mean(among.map((covered) => Number(covered > 0))),
    baseline_value: 1 / published.length,
    prosecutorGreatest: Math.max(...chances),
    journalistGreatest: Math.max(...reached),
    marketer: mean(reached),
    unique: found.filter((candidates) => candidates === 1).length,
    'prosecutor above 0.1': above(chances, 0.1),
    'journalist above 0.33': above(reached, 0.33),
  };
}
