// Sets whose rows stand for several people: as the elimination attacks on plain tables where each row is one person, and weighed where it is not.

import type { Attack } from '../../../shared/core/attack/attack.ts';
import { attackNamed } from '../../../shared/core/attack/attacks.ts';
import { eachMatched } from '../../../shared/core/attack/matched.ts';
import { seeded } from '../../../shared/core/random/random.ts';
import { inCanonicalOrder, type PublishedSet, pairsOf, setDistanceTable } from '../../../shared/core/sets/published-set.ts';
import { setFindings } from '../../../shared/core/sets/set-findings.ts';

const WORDS = { members: 'items', set: 'node', noOriginal: 'no original', noRows: 'no rows' };
const NAMES = ['mda', 'tba', 'wba', 'gba', 'gba-normalised', 'rba', 'rba-normalised'] as const;

interface Case {
  readonly sets: readonly PublishedSet[];
  readonly distance: (item: string, other: string) => number;
  readonly holds: (person: number, member: string) => boolean;
}

/** Sets of random rows; what a person has stands closer to what is beside it the greater `told` is. */
function randomCase(seed: string, people: number, told: number): Case {
  const random = seeded(seed);
  const has = new Set<string>();
  const near = new Map<string, number>();
  let person = 0;
  const sets = Array.from({ length: 3 }, (_, set): PublishedSet => {
    const members = Array.from({ length: 2 + random.below(4) }, (_, at) => `m${set}.${at}`);
    const rows = Array.from({ length: 2 + random.below(4) }, (_, row) => {
      const own = Array.from({ length: 1 + random.below(people) }, () => person++);
      const context = [`c${set}.${row}`];
      for (const member of members) {
        const held = random.unit() < 0.4;
        if (held) for (const each of own) has.add(`${each} ${member}`);
        near.set(`${member} ${context[0]}`, 0.1 + random.unit() * 0.2 + (held ? 0 : told));
      }
      return { key: `${set} ${row}`, number: 10 * set + row, people: own, context };
    });
    return { members, rows };
  });
  return {
    sets,
    distance: (item, other) => near.get(`${item} ${other}`) ?? Number.NaN,
    holds: (each, member) => has.has(`${each} ${member}`),
  };
}

/** The same by hand: every table apart, every person of a row counted one by one. */
function byHand({ sets, distance, holds }: Case, attack: Attack, seed: string) {
  let [made, right, added] = [0, 0, 0];
  let [madeAtRandom, rightAtRandom] = [0, 0];
  for (const each of sets) {
    const set = inCanonicalOrder(each, seed);
    const table = setDistanceTable(set, distance);
    const key = set.members.join('\u001f');
    const verdict = attack.run(table, { seed, key });
    const count = (row: number, column: number, take: (right: number) => void): void => {
      for (const person of set.rows[row]?.people ?? []) take(holds(person, set.members[column]) ? 0 : 1);
    };
    for (let cell = 0; cell < table.cells.length; cell += 1)
      count(Math.floor(cell / table.columns), cell % table.columns, (wrong) => (added += wrong));
    if (verdict.kind !== 'decided') throw new Error(verdict.kind);
    for (const { row, column } of verdict.eliminations)
      count(row, column, (isRight) => {
        made += 1;
        right += isRight;
      });
    eachMatched(table, [verdict.eliminations.length], { seed, key }, ({ cells, length }) => {
      for (const cell of cells.subarray(0, length))
        count(Math.floor(cell / table.columns), cell % table.columns, (isRight) => {
          madeAtRandom += 1 / 200;
          rightAtRandom += isRight / 200;
        });
    });
  }
  return {
    f1: (2 * right) / (made + added),
    precision: right / made,
    recall: right / added,
    matched: (2 * rightAtRandom) / (madeAtRandom + added),
  };
}

test.each([
  ['a person a row', 1],
  ['several people a row', 5],
] as const)('40 seeded cases of %s: the figures are those of counting person by person', (_, people) => {
  for (let round = 0; round < 40; round += 1) {
    const tried = randomCase(`sets ${round}`, people, 0.1);
    const found = setFindings(tried.sets, { ...tried, seed: 's' }, WORDS).trials;
    for (const name of NAMES) {
      const finding = found.find(({ attack }) => attack === `semantic-${name}`);
      const hand = byHand(tried, attackNamed(name) as Attack, 's');
      if (finding?.status === 'not computable') continue;
      expect(finding?.value).toBeCloseTo(hand.f1, 9);
      expect(finding?.details['matched']).toBeCloseTo(hand.matched, 9);
      if (Number.isNaN(hand.precision)) expect(finding?.details['precision']).toBeNull();
      else expect(finding?.details['precision']).toBeCloseTo(hand.precision, 9);
      expect(finding?.details['recall']).toBeCloseTo(hand.recall, 9);
    }
  }
});

test('where closeness tells, the closest is held; where it does not, no more than a member at random', () => {
  const value = (told: number) => {
    const tried = randomCase(`told ${told}`, 3, told);
    // Each set holds something: rows without any have no right answer.
    const [nearest] = setFindings(tried.sets, { ...tried, seed: 's' }, WORDS).trials;
    return { value: nearest?.value as number, chance: nearest?.baseline?.value as number };
  };
  expect(value(1).value).toBeGreaterThan(value(1).chance + 0.3);
});

test('neither the order of the rows nor that of the members changes a figure', () => {
  const tried = randomCase('order', 4, 0.1);
  const turned = tried.sets.toReversed().map(({ members, rows }) => ({ members: members.toReversed(), rows: rows.toReversed() }));
  const figures = (sets: readonly PublishedSet[]) =>
    setFindings(sets, { ...tried, seed: 's' }, WORDS).trials.map(({ attack, value, baseline }) => [
      attack,
      value?.toFixed(12),
      baseline?.value?.toFixed(12),
    ]);
  expect(figures(turned)).toEqual(figures(tried.sets));
});

test('what is missing is said, and never 0', () => {
  const tried = randomCase('missing', 2, 0.1);
  const of = (evidence: Partial<Parameters<typeof setFindings>[1]>, sets = tried.sets) =>
    setFindings(sets, { ...tried, seed: 's', ...evidence }, WORDS).trials.map(({ attack, status, reason }) => [attack, status, reason]);
  expect(of({ distance: null })).toEqual([['semantic', 'not computable', expect.stringContaining('no source')]]);
  expect(of({ distance: () => Number.NaN })).toEqual([['semantic', 'not computable', expect.stringContaining('no source')]]);
  expect(of({ holds: null })).toEqual([['semantic', 'not computable', 'no original']]);
  const alone = tried.sets.map((set) => ({ ...set, rows: set.rows.slice(0, 1) }));
  expect(of({}, alone)).toEqual([
    ['semantic-nearest', 'decided', expect.any(String)],
    ['semantic', 'not computable', 'no rows'],
  ]);
});

test('asked for is each member with what stands beside it', () => {
  const set = { members: ['a', 'b'], rows: [{ key: 'k', number: 0, people: [0], context: ['x', 'y'] }] };
  expect([...pairsOf([set])]).toEqual([
    ['a', 'x'],
    ['a', 'y'],
    ['b', 'x'],
    ['b', 'y'],
  ]);
});
