// Findings on random tables, against counting people one by one and enumerating the values that an attacker may exclude.

import { seeded } from '../../shared/core/random/random.ts';
import { reliability, Stated } from '../../shared/core/statistics/reliability.ts';
import { trialsOf } from '../../shared/kinds/relational/core/assess/told.ts';
import { columnFindings } from '../../shared/kinds/relational/core/assess/value-findings.ts';
import type { BackgroundStatement } from '../../shared/kinds/relational/core/attack/background.ts';
import { knownFrom } from '../helpers/relational.ts';
import { type Believed, figuresOf, percent, rounded, type Shares, sharesIn } from './twins/believed.ts';
import { COLUMNS, classesIn, type Row, rowsOf, TREE, UNKNOWN } from './twins/drawn-table.ts';

function* choices<T>(from: readonly T[], size: number): Generator<readonly T[]> {
  if (size === 0) yield [];
  else for (const [at, one] of from.entries()) for (const rest of choices(from.slice(at + 1), size - 1)) yield [one, ...rest];
}

const STATEMENTS: readonly BackgroundStatement[] = [
  { where: { zip: '1' }, value: 'flu', weight: 0 },
  { where: { sex: '*' }, value: 'cold', weight: 3 },
  { where: { sex: 'f', zip: '2' }, value: 'hiv', weight: 0.5 },
  { where: { height: '1' }, value: 'gout', weight: 9 },
];
/** A statement holds of a class whose cells are those named, or narrower. */
const holdsOf = ([zip, sex]: Row, { where }: BackgroundStatement): boolean =>
  Object.entries(where).every(([name, cell]) => {
    const own = name === 'zip' ? zip : name === 'sex' ? sex : null;
    return own !== null && (cell === '*' || own === cell);
  });

function said(
  rows: readonly Row[],
  at: 2 | 3,
  statements: readonly BackgroundStatement[],
  related: Parameters<typeof columnFindings>[2]['related'],
) {
  const known = knownFrom({
    columns: COLUMNS,
    rows,
    quasi: ['zip', 'sex'],
    sensitive: ['disease', 'age'],
    hierarchies: { disease: TREE },
    types: { age: 'number' },
  });
  const { told, heldOut } = columnFindings(known, known.sensitive[at - 2], { statements, related, seed: 's' });
  return { of: (attack: string) => trialsOf(told).find((each) => each.attack === attack), heldOut, known };
}

const seen = { twice: 0, certain: 0, contradictions: 0, named: 0, tenth: 0, quarter: 0 };

test.each(Array.from({ length: 90 }, (_, seed) => seed))('a table drawn at random, seed %s', (seed) => {
  const random = seeded('findings', seed);
  const rows = rowsOf(random, seed % 3 === 0 ? 40 : 14);
  const at = seed % 2 === 0 ? 2 : 3;
  const isKnown = (value: string): boolean => value !== UNKNOWN;
  const all = rows.map((row) => row[at]).filter(isKnown);
  const atLarge: Shares = sharesIn(all) ?? new Map();
  const classes = classesIn(rows).map((own) => ({
    first: own[0],
    size: own.length,
    values: own.map((row) => row[at]).filter(isKnown),
  }));
  const people = (of: (own: readonly string[], truth: string, first: Row) => Shares | null): Believed[] =>
    classes.flatMap(({ values, first }) => values.map((truth) => ({ truth, shares: of(values, truth, first) })));
  const withoutOne = (own: readonly string[], truth: string): readonly string[] => own.toSpliced(own.indexOf(truth), 1);

  const alone = figuresOf(
    people((own) => sharesIn(own)),
    atLarge,
  );
  const marginal = figuresOf(
    people(() => atLarge),
    atLarge,
  );
  const others = figuresOf(
    people((own, truth) => sharesIn(withoutOne(own, truth)) ?? atLarge),
    atLarge,
  );
  const plain = said(rows, at, [], null);
  const figures = ({ people: count, coverage, value, disclosedAt, ...details }: ReturnType<typeof figuresOf>) => ({
    status: 'decided',
    people: count,
    coverage,
    value,
    disclosedAt,
    details: { marginal: marginal.value, withoutOwnRecord: others.value, ...details },
  });
  const homogeneity = plain.of('homogeneity');
  expect(rounded(homogeneity)).toMatchObject(
    rounded({ ...figures(alone), baseline: { name: 'marginal', value: marginal.value } }) as object,
  );
  for (const share of [alone.disclosedAt[4], alone.disclosedAt[2], alone.disclosedAt[0]])
    expect(homogeneity?.reason).toContain(`${percent(share?.share as number)} `);
  expect(homogeneity?.reason).toMatch(
    `right for ${percent(alone.value)}, from the other records of the class alone for ${percent(others.value)}`,
  );
  if (all.length > 0 && new Set(all).size === 1) expect(homogeneity?.details['shuffled']).toBe(alone.people === 0 ? 0 : 1);

  // Excluded: any number of values of a class but one.
  const excluding = [0, 1, 2, 3].map((excluded) => {
    let [greatest, certain] = [0, 0];
    for (const { values } of classes) {
      const distinct = [...new Set(values)];
      let best = 0;
      for (const gone of choices(distinct, Math.min(excluded, distinct.length - 1)))
        best = Math.max(best, ...(sharesIn(values.filter((each) => !gone.includes(each)))?.values() ?? [0]));
      if (distinct.length > 0) greatest = Math.max(greatest, best);
      if (distinct.length > 0 && best === 1) certain += values.length;
    }
    return { greatest, certain: alone.people === 0 ? 0 : certain / alone.people };
  });
  const exclusions = Object.fromEntries(
    [1, 2, 3].flatMap((excluded) => [
      [`certain when ${excluded} excluded`, excluding[excluded]?.certain],
      [`greatest confidence when ${excluded} excluded`, excluding[excluded]?.greatest],
    ]),
  );
  const told = `an attacker who can rule out one value is then certain of ${percent(excluding[1]?.certain as number)} of the people, who rules out two of ${percent(excluding[2]?.certain as number)}`;
  expect(rounded(plain.of('background'))).toMatchObject(
    rounded({
      people: alone.people,
      coverage: 1,
      reason: told,
      value: excluding[1]?.certain,
      baseline: { name: 'homogeneity', value: excluding[0]?.certain },
      details: exclusions,
    }) as object,
  );
  const knowing = figuresOf(
    people((own, _truth, first) =>
      sharesIn(own, (value) =>
        STATEMENTS.reduce((weight, each) => (each.value === value && holdsOf(first, each) ? weight * each.weight : weight), 1),
      ),
    ),
    atLarge,
  );
  const contradictions = classes.filter(
    ({ values, first }) =>
      values.length > 0 &&
      values.every((value) => STATEMENTS.some((each) => each.value === value && each.weight === 0 && holdsOf(first, each))),
  ).length;
  const concept = { name: 'like flu', holds: Uint8Array.of(1), members: 1, share: 0 };
  const more = said(rows, at, STATEMENTS, {
    concepts: at === 3 && rows.length > 0 ? [{ ...concept, holds: new Uint8Array(9), share: 0.3 }] : [],
    covered: 0.25,
  });
  const background = more.of('background');
  expect(rounded(background)).toMatchObject(
    rounded({
      ...figures(knowing),
      baseline: { name: 'homogeneity', value: alone.value },
      details: { ...figures(knowing).details, ...exclusions, contradictions },
    }) as object,
  );
  expect(background?.reason).toBe(
    `with 4 statements the best guess is right for ${percent(knowing.value)} of the people, without them for ${percent(alone.value)}; ${told}`,
  );

  // Skewed: every class and value, by counts.
  const pairs = classes.flatMap(({ first, values }) =>
    values.length === 0
      ? []
      : [...atLarge].map(([value, share]) => ({
          first,
          value,
          size: values.length,
          p: (sharesIn(values) as Shares).get(value) ?? 0,
          share,
        })),
  );
  const ratios = pairs.map(({ p, share }) => p / share);
  const inClasses = (is: (values: readonly string[]) => boolean): number =>
    alone.people === 0
      ? 0
      : classes.reduce((sum, { values }) => sum + (values.length > 0 && is(values) ? values.length : 0), 0) / alone.people;
  const count = (own: readonly string[], value: string): number => own.filter((each) => each === value).length;
  const raised = (times: number) => (values: readonly string[]) =>
    [...atLarge.keys()].some((value) => count(values, value) * all.length >= times * count(all, value) * values.length);
  const lacking = (values: readonly string[]): boolean => [...atLarge.keys()].some((value) => !values.includes(value));
  const skewness = plain.of('skewness');
  expect(rounded(skewness)).toMatchObject(
    rounded({
      people: classes.reduce((sum, { size }) => sum + size, 0),
      coverage: 1,
      value: inClasses(raised(2)),
      baseline: { name: 'marginal', value: 0 },
      details: {
        greatestRatio: ratios.length === 0 ? null : Math.max(...ratios),
        greatestDifference: ratios.length === 0 ? null : Math.max(...pairs.map(({ p, share }) => p - share)),
        tenTimes: inClasses(raised(10)),
        absentValues: pairs.filter(({ p }) => p === 0).length,
        recordsWithAbsent: inClasses(lacking),
      },
    }) as object,
  );
  const steepest = pairs.find((_, pair) => ratios[pair] > Math.max(...ratios) - 1e-9)?.first;
  expect(skewness?.reason).toBe(
    steepest === undefined
      ? 'no class has a known value'
      : `in the class zip ${steepest[0]}, sex ${steepest[1]} one value is ${Math.max(...ratios).toFixed(1)} times as frequent as at large; ${percent(inClasses(raised(2)))} of the people are in a class that at least doubles some value, and for ${percent(inClasses(lacking))} some value can be ruled out`,
  );

  // Leave-one-out guesses and their truth.
  const stated = new Stated();
  for (const { values } of classes)
    for (const truth of values.length < 2 ? [] : new Set(values)) {
      const shares = sharesIn(withoutOne(values, truth)) as Shares;
      const right = Math.round(count(values, truth) * figuresOf([{ truth, shares }], atLarge).value);
      for (let each = 0; each < count(values, truth); each += 1) stated.add(Math.max(...shares.values()), each < right ? 1 : 0);
    }
  const held = reliability(stated.counts());
  expect(plain.heldOut).toEqual(held === null ? null : { bins: held.bins, error: held.error, floor: held.floor });

  seen.twice += (skewness?.value ?? 0) > 0 ? 1 : 0;
  seen.certain += (alone.disclosedAt[4]?.share ?? 0) > 0 ? 1 : 0;
  seen.contradictions += contradictions;

  if (at === 2) {
    // Groups of like values: the labels of the tree, said where the class has half as much again as the whole file.
    const groups = ['lung', 'blood', 'joints', 'viral', 'painful', '*'].map((name) => ({
      name,
      holds: (value: string) => TREE.some((line) => line.startsWith(`${value};`) && line.split(';').includes(name)),
    }));
    const shareOf = (own: readonly string[], { holds }: (typeof groups)[number]): number =>
      own.length === 0 ? 0 : own.filter(holds).length / own.length;
    const best = classes.map(({ values, size, first }) => {
      const fit = groups
        .map((group) => ({ name: group.name, of: shareOf(values, group), large: shareOf(all, group) }))
        .filter(({ of, large }) => of > 0 && of >= 1.5 * large)
        .toSorted((a, b) => b.of - a.of || a.large - b.large || (a.name < b.name ? -1 : 1));
      return { size, first, group: fit[0] ?? null };
    });
    const size = (is: (of: number) => boolean): number =>
      best.reduce((sum, each) => sum + (each.group !== null && is(each.group.of) ? each.size : 0), 0);
    const everybody = best.reduce((sum, each) => sum + each.size, 0);
    const named = size((of) => of > 0.9 - 1e-9);
    const similar = plain.of('similarity');
    expect(rounded(similar)).toMatchObject(
      rounded({
        people: everybody,
        coverage: 1,
        value: everybody === 0 ? null : named / everybody,
        baseline: { name: 'marginal', value: 0 },
        details: {
          groupAtLarge:
            named === 0
              ? null
              : best.reduce(
                  (sum, each) => sum + (each.group !== null && each.group.of > 0.9 - 1e-9 ? each.size * each.group.large : 0),
                  0,
                ) / named,
          certain: everybody === 0 ? null : size((of) => of === 1) / everybody,
          bySources: 0,
        },
      }) as object,
    );
    const surest = best.reduce<(typeof best)[number] | null>(
      (a, b) =>
        b.group !== null && (a === null || a.group === null || b.group.of / b.group.large > a.group.of / a.group.large + 1e-12) ? b : a,
      null,
    );
    expect(similar?.reason).toBe(
      surest?.group
        ? `of ${percent(everybody === 0 ? 0 : named / everybody)} of the people it can be told with nine in ten certainty which group of like values theirs is in: in the class zip ${surest.first[0]}, sex ${surest.first[1]} ${percent(surest.group.of)} are "${surest.group.name}", at large ${percent(surest.group.large)}`
        : 'no class says more of a group of like values than the whole file does',
    );
    expect(plain.of('similarity-of-numbers')).toBeUndefined();
    seen.named += named;
  } else {
    expect(plain.of('similarity')?.status).toBe('not computable');
    const numbers = all.filter((value) => value !== 'old').map(Number);
    const range = Math.max(...numbers) - Math.min(...numbers);
    const narrow = plain.of('similarity-of-numbers');
    if (!(range > 0)) expect(narrow).toMatchObject({ status: 'not computable', value: null });
    else {
      // Of all pairs of a class's numbers the nearest that have nine in ten between them.
      const wide = classes.flatMap(({ values }) => {
        const own = values.filter((value) => value !== 'old').map(Number);
        const widths = own.flatMap((low) =>
          own
            .filter((high) => high >= low && own.filter((each) => each >= low && each <= high).length >= 0.9 * own.length - 1e-9)
            .map((high) => high - low),
        );
        return own.length === 0 ? [] : [{ size: values.length, width: Math.min(...widths) / range }];
      });
      const total = wide.reduce((sum, each) => sum + each.size, 0);
      const within = (most: number): number =>
        total === 0 ? 0 : wide.reduce((sum, each) => sum + (each.width <= most ? each.size : 0), 0) / total;
      expect(rounded(narrow)).toMatchObject(
        rounded({ people: total, coverage: 1, value: within(0.1), details: { withinQuarter: within(0.25) } }) as object,
      );
      expect(narrow?.reason).toBe(
        `for ${percent(within(0.1))} of the people nine in ten of their class lie within a tenth of the range, for ${percent(within(0.25))} within a quarter`,
      );
      seen.tenth += within(0.1);
      seen.quarter += within(0.25) - within(0.1);
    }
  }
});

test('each of these was met', () => expect(Math.min(...Object.values(seen))).toBeGreaterThan(0.4));
