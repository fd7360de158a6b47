// Exposure by classes beyond random values, and uniqueness by quasi-identifiers: against the obvious way, on small random tables.
import { type Random, seeded } from '../../shared/core/random/random.ts';
import { chanceOf } from '../../shared/core/verdict/exposed.ts';
import { byAttack, type Finding } from '../../shared/core/verdict/finding.ts';
import { guessFindings } from '../../shared/kinds/relational/core/assess/guess-findings.ts';
import { aloneByCells } from '../../shared/kinds/relational/core/assess/singled-out.ts';
import { conceptGuess, intervalGuess, valueGuess } from '../../shared/kinds/relational/core/attack/class-guess.ts';
import { conceptsOfHierarchy } from '../../shared/kinds/relational/core/attack/similarity.ts';
import { tallyClasses } from '../../shared/kinds/relational/core/model/classes.ts';
import { close, knownFrom } from '../helpers/relational.ts';

const pick = <T>(random: Random, from: readonly T[]): T => from[random.below(from.length)];
const BY = byAttack('learned', 'homogeneity', 'the class');
const TREE = ['flu;lung;*', 'asthma;lung;*', 'ulcer;stomach;*', 'reflux;stomach;*'];

function classesOf(rows: readonly (readonly string[])[]): string[][] {
  return [...Map.groupBy(rows, ([zip]) => zip).values()].map((own) =>
    own.map((row) => row.at(-1) as string).filter((value) => value !== '?'),
  );
}

test.each(Array.from({ length: 40 }, (_, seed) => seed))('shares of values, groups and intervals in each class, seed %s', (seed) => {
  const random = seeded('class guesses', seed);
  const numbers = seed % 2 === 0;
  const values = numbers ? ['1', '2', '50', '51', '52', '900', '1000', '?'] : ['flu', 'asthma', 'ulcer', 'reflux', '?'];
  const rows = Array.from({ length: 30 }, () => [pick(random, ['a', 'b', 'c', 'd', 'e']), pick(random, values)]);
  const known = knownFrom({
    columns: ['zip', 'value'],
    rows,
    quasi: ['zip'],
    sensitive: 'value',
    ...(numbers ? { types: { value: 'number' } } : { hierarchies: { value: TREE } }),
  });
  const { sensitive, meaning } = known.sensitive[0];
  const all = rows.map(([, value]) => value as string).filter((value) => value !== '?');
  const shareIn = (own: readonly string[], holds: (value: string) => boolean): number => own.filter(holds).length / own.length;
  const found: { value: number | null; region: number | null }[] = [];
  const region = numbers ? intervalGuess(sensitive) : conceptGuess(conceptsOfHierarchy(sensitive, meaning.hierarchy as never));
  if (region === null) throw new Error('two numbers');
  tallyClasses(known.classes, sensitive, (tally) => found.push({ value: valueGuess(sensitive).share(tally), region: region.share(tally) }));
  const range = Math.max(...all.map(Number)) - Math.min(...all.map(Number));
  const regionsOf = (own: readonly string[]): ((value: string) => boolean)[] =>
    numbers
      ? own.flatMap((low) =>
          own.flatMap((high) =>
            [0.1, 0.01, 0.001]
              .filter((scale) => Number(high) >= Number(low) && Number(high) - Number(low) <= scale * range)
              .map(() => (value: string) => Number(value) >= Number(low) && Number(value) <= Number(high)),
          ),
        )
      : ['lung', 'stomach', '*'].map(
          (name) => (value: string) => TREE.some((line) => line.startsWith(`${value};`) && line.includes(`;${name}`)),
        );
  const expected = classesOf(rows).map((own) => {
    if (own.length === 0) return { value: null, region: null };
    const able = regionsOf(own)
      .map((holds) => ({ share: shareIn(own, holds), atLarge: shareIn(all, holds) }))
      .filter(({ share, atLarge }) => share > 0 && share >= 1.5 * atLarge - 1e-12);
    return {
      value: Math.max(...own.map((value) => shareIn(own, (each) => each === value))),
      region: able.length === 0 ? null : Math.max(...able.map(({ share }) => share)),
    };
  });
  const rounded = (each: (typeof found)[number]) => ({
    value: each.value === null ? null : close(each.value),
    region: each.region === null ? null : close(each.region),
  });
  expect(found.map(rounded)).toEqual(expected.map(rounded));

  const findings = guessFindings(
    BY,
    { classes: known.classes, sensitive, guess: valueGuess(sensitive) },
    { seed: 's', always: true, reason: '' },
  );
  for (const { confidence, people, right, of } of findings) {
    const acting = classesOf(rows).filter((own, at) => own.length > 0 && (expected[at]?.value ?? 0) >= confidence - 1e-12);
    expect(of).toBe(all.length);
    expect(people).toBe(acting.reduce((sum, own) => sum + own.length, 0));
    expect(right).toBeCloseTo(
      acting.reduce((sum, own) => sum + Math.max(...own.map((value) => own.filter((each) => each === value).length)), 0),
      9,
    );
  }
});

const tableOf = (random: Random, value: (group: number) => string) =>
  knownFrom({
    columns: ['zip', 'value'],
    rows: Array.from({ length: 300 }, (_, at) =>
      [`z${Math.floor(at / 6)}`, value(Math.floor(at / 6)), String(random.below(2))].slice(0, 2),
    ),
    quasi: ['zip'],
    sensitive: 'value',
  });
const found = (known: ReturnType<typeof tableOf>, seed: string): Finding[] => {
  const { sensitive } = known.sensitive[0];
  return guessFindings(BY, { classes: known.classes, sensitive, guess: valueGuess(sensitive) }, { seed, always: false, reason: '' });
};

test('values that were dealt at random are called a leak seldom, values that go with classes always', () => {
  let [falsely, missed, provedByChance] = [0, 0, 0];
  for (let run = 0; run < 100; run += 1) {
    const random = seeded('dealt', run);
    const chances = (findings: readonly Finding[]): number =>
      Math.min(
        ...findings.map(({ exposed, uncertainty }) => (uncertainty === null || exposed === null ? 1 : chanceOf(exposed, uncertainty))),
      );
    const clean = found(
      tableOf(random, () => `v${random.below(4)}`),
      String(run),
    );
    if (chances(clean) < 0.01) falsely += 1;
    provedByChance += clean.filter(({ state }) => state === 'proved').length;
    const leaking = found(
      tableOf(random, (group) => `v${random.below(3) === 0 ? random.below(4) : group % 4}`),
      String(run),
    );
    if (chances(leaking) >= 0.01) missed += 1;
  }
  expect(falsely).toBeLessThanOrEqual(3);
  expect(provedByChance).toBe(0);
  expect(missed).toBe(0);
});

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'who is among too few by some quasi-identifiers, looked for among all choices, seed %s',
  (seed) => {
    const random = seeded('singled out', seed);
    const cells = [
      ['1', '2', '[1-2]', '3', '[3-4]'],
      ['m', 'f', '*'],
      ['x', 'y', 'z'],
      ['p', 'q'],
    ];
    const names = ['age', 'sex', 'zip', 'job'];
    const rows = Array.from({ length: 4 + random.below(20) }, () => cells.map((own) => pick(random, own)));
    const k = seed % 3 === 0 ? 3 : undefined;
    const known = knownFrom({ columns: names, rows, quasi: names, types: { age: 'number' }, claim: k === undefined ? {} : { k } });
    // One and two may be one age where an interval of both is published; stars are a value of their own.
    const both = rows.some(([age]) => age === '[1-2]') ? ['1', '2', '[1-2]'] : [];
    const area = (cell: string): string => (both.includes(cell) ? 'young' : ['3', '[3-4]'].includes(cell) ? 'old' : cell);
    const choices = (size: number, from = 0): number[][] =>
      size === 0 ? [[]] : names.flatMap((_, at) => (at < from ? [] : choices(size - 1, at + 1).map((rest) => [at, ...rest])));
    const few = (chosen: readonly number[], row: readonly string[], cellOf: (cell: string) => string): boolean =>
      rows.filter((other) => chosen.every((at) => cellOf(other[at]) === cellOf(row[at]))).length < (k ?? 2);
    const expected = [1, 2, 3].map((size) => rows.filter((row) => choices(size).some((chosen) => few(chosen, row, area))).length);
    const all = rows.filter((row) => few([0, 1, 2, 3], row, (cell) => cell)).length;
    expect(aloneByCells(known).map(({ facts, people, of, state }) => [facts, people, of, state])).toEqual(
      [...expected, all].map((people, at) => [at + 1, people, rows.length, 'proved']),
    );
  },
);

test('several records of one person are one target: a class of one person singles her out, and identifiers name people', () => {
  const rows = [
    ['ann', '1', 'm'],
    ['ann', '1', 'm'],
    ['bob', '2', 'f'],
    ['cy', '2', 'f'],
    ['?', '2', 'f'],
  ];
  const known = knownFrom({ columns: ['name', 'zip', 'sex'], rows, quasi: ['zip', 'sex'] });
  const named = { ...(known.roles.columns.get('name') as object), role: 'identifier' } as never;
  const roles = { ...known.roles, columns: new Map([...known.roles.columns, ['name', named]]) };
  const found = aloneByCells({ ...known, roles }).map(({ attack, facts, people, of }) => [attack, facts, people, of]);
  expect(found).toEqual([
    ['identifiers', 1, 3, 4],
    ['quasi-identifiers', 1, 1, 4],
    ['quasi-identifiers', 2, 1, 4],
  ]);
  // No record is unique.
  expect(aloneByCells(known).map(({ people, of }) => [people, of])).toEqual([
    [0, 5],
    [0, 5],
  ]);
});
