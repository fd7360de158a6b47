// Writes examples/patients: a table of invented patients, hierarchies, roles, and a voters list. Nothing in it was taken from anywhere; all
// is drawn by a seed, so that anybody can make it again: npm run -s example. The release of it is what unveil anonymise makes of the table.
import { rmSync, writeFileSync } from 'node:fs';
import { main } from '../cli/main.ts';
import { seeded, shuffle } from '../shared/core/random/random.ts';

const OUT = 'examples/patients';
const PATIENTS = 240;
/** Voters who are not patients. */
const OTHERS = 160;
const ZIPS = ['46021', '46022', '46025', '46028', '46103', '46105', '46107', '47200', '47203', '47208'];
const MARITAL = ['single', 'married', 'widowed', 'divorced'];
/** Diagnoses by age. */
const YOUNG = ['asthma', 'bronchitis', 'gastritis', 'migraine', 'tonsillitis'];
const OLD = ['angina', 'arthritis', 'cataract', 'emphysema', 'gastric ulcer', 'stomach cancer'];

const random = seeded('examples/patients');
const one = <T>(from: readonly T[]): T => from[random.below(from.length)];

interface Person {
  readonly name: string;
  readonly zip: string;
  readonly age: number;
  readonly sex: string;
  readonly marital: string;
}

const NAMES = {
  F: ['Ada', 'Berta', 'Clara', 'Dora', 'Erna', 'Flora', 'Grete', 'Hanna'],
  M: ['Adam', 'Bruno', 'Carl', 'David', 'Emil', 'Fritz', 'Georg', 'Hugo'],
};
const FAMILIES = [
  'Acker',
  'Bauer',
  'Carsten',
  'Dorn',
  'Engel',
  'Falk',
  'Graf',
  'Hahn',
  'Imhof',
  'Jung',
  'Kern',
  'Lang',
  'Moser',
  'Nagel',
  'Ott',
  'Pohl',
];

function person(number: number): Person {
  const sex = one(['F', 'M'] as const);
  const age = 20 + random.below(35) + random.below(35);
  const marital = age < 30 ? one(['single', 'single', 'married']) : age > 65 ? one(['married', 'widowed', 'widowed']) : one(MARITAL);
  return { name: `${one(NAMES[sex])} ${one(FAMILIES)} ${number}`, zip: one(ZIPS), age, sex, marital };
}

const people = Array.from({ length: PATIENTS + OTHERS }, (_, number) => person(number + 1));
const patients = people.slice(0, PATIENTS).map((each) => {
  const typical = each.age < 50 ? YOUNG : OLD;
  // Each town has its own worries, so that a zip tells something.
  const local = typical[ZIPS.indexOf(each.zip) % typical.length];
  return { ...each, condition: random.unit() < 0.35 ? local : one(random.unit() < 0.85 ? typical : [...YOUNG, ...OLD]) };
});

const csv = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  `${[head, ...rows].map((row) => row.join(',')).join('\n')}\n`;
writeFileSync(
  `${OUT}/patients.csv`,
  csv(
    ['name', 'zip', 'age', 'sex', 'marital', 'condition'],
    patients.map(({ name, zip, age, sex, marital, condition }) => [name, zip, age, sex, marital, condition]),
  ),
);
writeFileSync(
  `${OUT}/voters.csv`,
  csv(
    ['name', 'zip', 'age', 'sex', 'marital'],
    shuffle([...people], random).map(({ name, zip, age, sex, marital }) => [name, zip, age, sex, marital]),
  ),
);
writeFileSync(`${OUT}/zip.csv`, ZIPS.map((zip) => `${zip};${zip.slice(0, 4)}*;${zip.slice(0, 3)}**;*\n`).join(''));
writeFileSync(`${OUT}/marital.csv`, MARITAL.map((each) => `${each};${each === 'married' ? 'married' : 'not married'};*\n`).join(''));
writeFileSync(`${OUT}/sex.csv`, 'F;*\nM;*\n');
writeFileSync(
  `${OUT}/condition.csv`,
  Object.entries({
    breathing: ['asthma', 'bronchitis', 'emphysema'],
    stomach: ['gastritis', 'gastric ulcer', 'stomach cancer'],
    other: ['angina', 'arthritis', 'cataract', 'migraine', 'tonsillitis'],
  })
    .flatMap(([group, members]) => members.map((each) => `${each};${group};*\n`))
    .join(''),
);
const columns = {
  name: { role: 'identifier' },
  zip: { role: 'quasi', type: 'word', hierarchy: 'zip.csv' },
  age: { role: 'quasi', type: 'number', hierarchy: 'intervals:10,20,40' },
  sex: { role: 'quasi', type: 'word', hierarchy: 'sex.csv' },
  marital: { role: 'quasi', type: 'word', hierarchy: 'marital.csv' },
  condition: { role: 'sensitive', type: 'word', hierarchy: 'condition.csv' },
};
writeFileSync(`${OUT}/roles.json`, `${JSON.stringify({ columns, claim: { k: 4, l: { form: 'distinct', l: 2 } } }, null, 2)}\n`);
rmSync(`${OUT}/release`, { recursive: true, force: true });
const made = [
  'anonymise',
  `${OUT}/patients.csv`,
  '--method',
  'lattice',
  '--roles',
  `${OUT}/roles.json`,
  '--limit',
  '5%',
  '--out',
  `${OUT}/release`,
];
process.exitCode = await main(made);
