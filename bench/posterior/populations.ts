// Populations on whose releases the posterior is judged: Adult, and made ones whose columns depend on each other and on the value.
import { seeded } from '../../shared/core/random/random.ts';
import type { ValueHierarchy } from '../../shared/kinds/relational/core/model/hierarchy.ts';
import { valuesFromText } from '../../shared/kinds/relational/core/model/hierarchy-sources.ts';
import { type Table, tableOf } from '../../shared/kinds/relational/core/model/table.ts';
import { adult } from '../relational/adult.ts';
import { partsOf } from '../relational/golden-adult.ts';

export interface Population {
  readonly title: string;
  readonly table: Table;
  readonly quasi: readonly string[];
  readonly numbers: readonly string[];
  readonly sensitive: string;
  readonly hierarchies: ReadonlyMap<string, ValueHierarchy>;
}

export const POPULATIONS: readonly ((seed: string) => Population)[] = [ofAdult, chained, grouped, ladder, paired];

let known: Population | null = null;

function ofAdult(): Population {
  known ??= readAdult();
  return known;
}

function readAdult(): Population {
  const data = adult();
  const { table, hierarchies } = partsOf(data);
  const quasi = ['sex', 'age', 'race', 'marital-status', 'education', 'native-country', 'workclass'];
  return { title: data.title, table, quasi, numbers: data.title === 'Adult' ? ['age'] : [], sensitive: 'occupation', hierarchies };
}

/** `sizes`: how many values each column has. */
function made(
  title: string,
  sizes: Readonly<Record<string, number>>,
  rows: readonly string[][],
  numbers: readonly string[] = [],
): Population {
  const quasi = Object.keys(sizes);
  const hierarchies = new Map(Object.entries(sizes).map(([name, values]) => [name, hierarchyOf(name, values)]));
  return { title, table: tableOf([...quasi, 'value'], rows), quasi, numbers, sensitive: 'value', hierarchies };
}

const hierarchyOf = (name: string, values: number): ValueHierarchy =>
  valuesFromText(Array.from({ length: values }, (_, at) => `${at};${Math.floor(at / 3)}-;*`).join('\n'), name);

/** Each column follows the one before; the value goes with the first and the last. */
function chained(seed: string): Population {
  const random = seeded('population', 'chained', seed);
  const rows = Array.from({ length: 12_000 }, () => {
    const age = 20 + random.below(60);
    const town = random.unit() < 0.7 ? Math.floor((age - 20) / 5) : random.below(12);
    const job = random.unit() < 0.6 ? town % 8 : random.below(8);
    const sex = random.below(2);
    const value = random.unit() < 0.5 ? job : random.unit() < 0.6 ? Math.floor((age - 20) / 8) % 8 : random.below(8);
    return [String(age), String(town), String(job), String(sex), `v${value}`];
  });
  return made('Chained', { age: 80, town: 12, job: 8, sex: 2 }, rows, ['age']);
}

/** A hidden group of each person decides every column and the value. */
function grouped(seed: string): Population {
  const random = seeded('population', 'grouped', seed);
  const rows = Array.from({ length: 12_000 }, () => {
    const group = random.below(5);
    const near = (of: number, certainty: number): number =>
      random.unit() < certainty ? (group * 3 + random.below(2)) % of : random.below(of);
    return [String(near(15, 0.7)), String(near(10, 0.6)), String(near(6, 0.5)), String(near(4, 0.4)), `v${near(9, 0.8)}`];
  });
  return made('Grouped', { street: 15, shop: 10, club: 6, band: 4 }, rows);
}

/** A hidden rank of each person, without steps, decides every column and the value; fewer people, more values. Nothing was chosen on it. */
function ladder(seed: string): Population {
  const random = seeded('population', 'ladder', seed);
  const rows = Array.from({ length: 8000 }, () => {
    const rank = random.unit();
    const near = (of: number, noise: number): number =>
      Math.min(of - 1, Math.max(0, Math.floor(of * (rank + noise * (random.unit() + random.unit() - 1)))));
    return [String(near(25, 0.3)), String(near(10, 0.5)), String(near(6, 0.2)), String(random.below(9)), `v${near(12, 0.25)}`];
  });
  return made('Ladder', { income: 25, school: 10, district: 6, team: 9 }, rows);
}

/** Two columns decide the value together, which neither tells alone; a third goes with it a little. Nothing was chosen on it. */
function paired(seed: string): Population {
  const random = seeded('population', 'paired', seed);
  const rows = Array.from({ length: 12_000 }, () => {
    const [one, other] = [random.below(5), random.below(7)];
    const value = random.unit() < 0.6 ? (2 * one + other) % 8 : random.below(8);
    const shoe = random.unit() < 0.4 ? value : random.below(16);
    return [String(one), String(other), String(shoe), `v${value}`];
  });
  return made('Paired', { month: 5, day: 7, shoe: 16 }, rows);
}
