import { attackNamed } from '../../shared/core/attack/attacks.ts';
import { eachMatched } from '../../shared/core/attack/matched.ts';
import type { DistanceTable } from '../../shared/core/attack/table.ts';
import type { Transaction } from '../../shared/core/model/transaction.ts';
import { exp } from '../../shared/core/numeric/numeric.ts';
import { seeded, streamOf } from '../../shared/core/random/random.ts';
import { protections } from '../../shared/kinds/set-generalised/core/measure/protections.ts';
import { uniqueness } from '../../shared/kinds/set-generalised/core/measure/uniqueness.ts';
import * as twin from '../../test/oracle/twins/eliminations.ts';
import { matchedAlone } from '../../test/oracle/twins/matched.ts';
import { isBroken, uniqueShare } from '../../test/oracle/twins/measures.ts';

/** Fast code and its plain twin, on the same work of some milliseconds. */
export interface Race {
  readonly name: string;
  readonly fast: () => unknown;
  readonly plain: () => unknown;
}

const random = seeded('quick');

const cells = (rows: number, columns: number): number[][] =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => 3 * random.unit()));
const tableOf = (of: readonly (readonly number[])[]): DistanceTable => ({
  rows: of.length,
  columns: of[0]?.length ?? 0,
  cells: Float64Array.from(of.flat()),
});

function attack(name: string, plain: (of: number[][]) => unknown, [rows, columns]: readonly [number, number]): Race {
  const many = Array.from({ length: 8 }, () => cells(rows, columns));
  const tables = many.map(tableOf);
  const run = attackNamed(name)?.run;
  return { name: `${name}, ${rows} x ${columns}`, fast: () => tables.map((table) => run?.(table)), plain: () => many.map(plain) };
}

function matched(rows: number, columns: number, counts: readonly number[]): Race {
  const of = { seed: 'quick', key: 'table' };
  const randomOf = (draw: number) => {
    const stream = streamOf(of.seed, 'matched', of.key);
    stream.branch(draw);
    return stream;
  };
  return {
    name: `matched eliminations, ${rows} x ${columns}`,
    fast: () => eachMatched({ rows, columns }, counts, of, () => undefined),
    plain: () => matchedAlone(rows, columns, counts, 200, randomOf),
  };
}

const ITEMS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const some = (share: number): string[] => ITEMS.filter(() => random.unit() < share);

function measures(): readonly Race[] {
  const release = Array.from({ length: 60 }, (): Transaction => ({ items: [...some(0.3), ['x', 'y', 'z']] }));
  const attacked = release.map(({ items }): Transaction => ({ items: [...items.slice(0, -1), ['x']] }));
  const constraints = Array.from({ length: 20 }, () => ({ items: [...some(0.2), 'x'], k: 3 }));
  const broken = protections(constraints, release, null);
  return [
    {
      name: 'protections',
      fast: () => broken(attacked),
      plain: () => constraints.map((each) => isBroken(each, release, attacked, null)),
    },
    {
      name: 'uniqueness',
      fast: () => uniqueness(release, { m: 2, k: 3 }),
      plain: () => uniqueShare(release, 2, 3, null),
    },
  ];
}

function exponentials(): Race {
  const numbers = Float64Array.from({ length: 50_000 }, () => -25 * random.unit());
  const sum = (of: (x: number) => number): number => numbers.reduce((total, x) => total + of(x), 0);
  return { name: 'exponentials, against Math.exp', fast: () => sum(exp), plain: () => sum(Math.exp) };
}

export const races = (): readonly Race[] => [
  attack('rba', (of) => twin.rba(of), [12, 8]),
  attack('gba-normalised', (of) => twin.gba(of, {}, true), [12, 8]),
  attack('wba', (of) => twin.wba(of), [40, 8]),
  attack('tba', (of) => twin.tba(of), [40, 8]),
  matched(4, 3, [1, 2, 5]),
  matched(20, 5, [10, 40]),
  ...measures(),
  exponentials(),
];
