// All knowledge together, against enumeration of all worlds consistent with release, second release, register and statements.
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { byAttack } from '../../shared/core/verdict/finding.ts';
import { linkExternal, type Relation } from '../../shared/kinds/relational/core/assess/link-findings.ts';
import type { BackgroundStatement } from '../../shared/kinds/relational/core/attack/background.ts';
import { allTogether } from '../../shared/kinds/relational/core/joint/all-together.ts';
import { tableOf } from '../../shared/kinds/relational/core/model/table.ts';
import { knownFrom } from '../helpers/relational.ts';

const DISEASES = ['flu', 'gout', 'hiv', 'ulcer'];
type Row = readonly [zip: string, sex: string, disease: string];
const BY = byAttack('learned', 'all-together', 'all', { about: 'disease' });

function found(
  release: readonly Row[],
  other: readonly Row[],
  persons: readonly Row[],
  statements: readonly BackgroundStatement[],
  relation: Relation = 'same-people',
) {
  const known = knownFrom({ columns: ['zip', 'sex', 'disease'], rows: release, quasi: ['zip', 'sex'], sensitive: 'disease' });
  const table = tableOf(
    ['zip', 'sex'],
    persons.map(([zip, sex]) => [zip, sex]),
  );
  const links = linkExternal(known, table);
  if (links === null) throw new Error('columns in common');
  const beside = { statements, other: { relation, table: tableOf(['zip', 'sex', 'disease'], other) } };
  const told = allTogether(BY, known, known.sensitive[0], { table, recordOf: null }, links.linked, beside);
  if (!('trial' in told)) throw new Error(told.reason);
  return told;
}

function* orders(of: readonly number[]): Generator<number[]> {
  if (of.length === 0) yield [];
  else for (const one of of) for (const rest of orders(of.filter((each) => each !== one))) yield [one, ...rest];
}

const covers = (cell: string, value: string): boolean => cell === '*' || cell === value || (cell.startsWith('{') && cell.includes(value));
const fits = ([zip, sex]: Row, person: Row): boolean => covers(zip, person[0]) && covers(sex, person[1]);

test('whoever is certain is certain in all worlds, and knowledge together is never behind each alone: 120 random tables', () => {
  const seen = { certain: 0, more: 0 };
  for (let seed = 0; seed < 120; seed += 1) {
    const random = seeded('together', seed);
    const pick = <T>(from: readonly T[]): T => from[random.below(from.length)];
    const people = Array.from(
      { length: 3 + random.below(3) },
      (): Row => [pick(['1', '2', '3']), pick(['m', 'f']), pick(['flu', 'gout', 'hiv'])],
    );
    const recoded = (): Row[] => {
      const pair = (zip: string): string => `{${zip}, ${pick(['1', '2', '3'])}}`;
      const rows = people.map(([zip, sex, disease]): Row => [pick([zip, pair(zip), pair(zip)]), pick([sex, '*', '*']), disease]);
      shuffle(rows, random);
      return rows;
    };
    const [release, other] = [recoded(), recoded()];
    // Whatever no man and no woman has is known.
    const isRuledOut = (sex: string, value: string): boolean => !people.some((person) => person[1] === sex && person[2] === value);
    const statements = ['m', 'f'].flatMap((sex) =>
      DISEASES.filter((value) => isRuledOut(sex, value)).map((value): BackgroundStatement => ({ where: { sex }, value, weight: 0 })),
    );
    const all = [...people.keys()];
    const possible = people.map(() => new Set<string>());
    for (const order of orders(all)) {
      const rows = order.map((at) => release[at]);
      if (!rows.every((row, person) => fits(row, people[person]))) continue;
      if (rows.some(([, , disease], person) => isRuledOut(people[person]?.[1] as string, disease))) continue;
      for (const again of orders(all)) {
        const theirs = again.map((at) => other[at]);
        if (!theirs.every((row, person) => fits(row, people[person]) && row[2] === rows[person]?.[2])) continue;
        for (const [person, row] of rows.entries()) possible[person]?.add(row[2]);
      }
    }
    const { trial, findings } = found(release, other, people, statements);
    const people1 = findings.find(({ confidence }) => confidence === 1)?.people ?? 0;
    // The true world is one of them.
    for (const [person, values] of possible.entries()) expect(values.has(people[person]?.[2] as string)).toBe(true);
    expect(people1).toBeLessThanOrEqual(possible.filter((values) => values.size === 1).length);
    expect(trial.value).toBeGreaterThanOrEqual(trial.baseline?.value as number);
    seen.certain += people1;
    seen.more += (trial.value as number) > (trial.baseline?.value as number) ? 1 : 0;
  }
  expect(seen.certain).toBeGreaterThan(50);
  expect(seen.more).toBeGreaterThan(1);
});

test('a leak that only the two together show: the second release leaves two values, and the statement one of them', () => {
  const groups = [...Array(20).keys()];
  const people = groups.flatMap((group): Row[] =>
    ['flu', 'gout', 'hiv', 'ulcer'].map((disease, at): Row => [`${group}${at < 2 ? 'a' : 'b'}`, at % 2 === 0 ? 'm' : 'f', disease]),
  );
  const release = people.map(([zip, , disease], at): Row => [`{${zip.slice(0, -1)}a, ${zip.slice(0, -1)}b}`, '*', `${disease}${at % 4}`]);
  const other = people.map(([zip, , disease], at): Row => [zip, '*', `${disease}${at % 4}`]);
  const out = ['flu0', 'hiv2'].map((value): BackgroundStatement => ({ where: { sex: 'f' }, value, weight: 0 }));
  const women = people.filter(([, sex]) => sex === 'f');
  const { trial, findings } = found(release, other, women, out);
  expect(trial).toMatchObject({ value: 1, baseline: { value: 0 } });
  expect(findings).toMatchObject([{ people: 40, of: 40, state: 'proved' }]);
});

test('another holder and a statement: two values are in both, and one of them is ruled out', () => {
  const release: Row[] = ['flu', 'gout', 'hiv'].map((disease) => ['1', '*', disease]);
  const theirs: Row[] = ['flu', 'gout', 'ulcer'].map((disease) => ['*', 'f', disease]);
  const { findings } = found(release, theirs, [['1', 'f', '']], [{ where: {}, value: 'flu', weight: 0 }], 'other-holder');
  expect(findings).toMatchObject([{ people: 1, of: 1, state: 'proved' }]);
});
