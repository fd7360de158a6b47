// Calibration of who has which value in classes and buckets, learned from the release alone, on Adult and on two made populations.

import { seeded } from '../shared/core/random/random.ts';
import { reliability, Stated } from '../shared/core/statistics/reliability.ts';
import { makeTableRelease } from '../shared/kinds/relational/core/anonymise/make-release.ts';
import type { TableMethod } from '../shared/kinds/relational/core/anonymise/methods.ts';
import { dealtOf, practisedOf } from '../shared/kinds/relational/core/assess/practised-columns.ts';
import { hit, homogeneities } from '../shared/kinds/relational/core/attack/posterior.ts';
import { knownTable } from '../shared/kinds/relational/core/check/check-table.ts';
import { classesBy } from '../shared/kinds/relational/core/model/classes.ts';
import type { ValueHierarchy } from '../shared/kinds/relational/core/model/hierarchy.ts';
import { valuesFromText } from '../shared/kinds/relational/core/model/hierarchy-sources.ts';
import type { TableRoles } from '../shared/kinds/relational/core/model/roles.ts';
import { columnAt, type Table, tableOf } from '../shared/kinds/relational/core/model/table.ts';
import { type Bar, type Bench, rowsOfFigures, writeFigures } from './bench.ts';
import { adult } from './relational/adult.ts';
import { partsOf } from './relational/golden-adult.ts';

const NOTE =
  'Releases of Adult (occupation is sensitive) and of two made populations whose columns depend on each other and on the value. The attacker knows the exact quasi-identifiers of everybody; the deal of values inside classes and buckets is hidden. The original only judges: without it an audit reports what is said, with it how many are right. Where practice on known columns cannot calibrate the model, nothing is said without the original; the figures are then those of the counts of the class. `UNVEIL_RUNS` sets the seeds (5), `UNVEIL_PEOPLE` the most records of each (12,000; each seed has another part of Adult, and made people of its own), `UNVEIL_ONLY` the rows that are measured anew (`Adult, anatomy`).';

const SEEDS = Number(process.env['UNVEIL_RUNS'] ?? 5);
const MOST_PEOPLE = Number(process.env['UNVEIL_PEOPLE'] ?? 12_000);
/** Of Anatomy. */
const LEAST_VALUES = Number(process.env['UNVEIL_L'] ?? 5);
const ONLY = process.env['UNVEIL_ONLY'] ?? '';
const METHODS: readonly TableMethod[] = ['anatomy', 'mondrian', 'lattice', 'datafly'];
const HEADER = [
  'release',
  'seeds',
  'people',
  'right',
  'error of 10 bins, at worst',
  'said at 0.8 to 1',
  'right',
  'people',
  'gap',
  'at worst',
  'how',
];

interface Population {
  readonly title: string;
  readonly table: Table;
  readonly quasi: readonly string[];
  readonly numbers: readonly string[];
  readonly sensitive: string;
  readonly hierarchies: ReadonlyMap<string, ValueHierarchy>;
}

export const bench: Bench = () => {
  const bars: Bar[] = [];
  let rows = rowsOfFigures('posterior').filter((row) => row.length === HEADER.length);
  for (const populationOf of [ofAdult, chained, grouped])
    for (const method of METHODS) {
      const what = `${populationOf('1').title}, ${method}`;
      if (!what.includes(ONLY)) continue;
      const runs = Array.from({ length: SEEDS }, (_, seed) => judged(populationOf(String(seed + 1)), method, String(seed + 1)));
      const sum = (of: (run: Judged) => number): number => runs.reduce((total, run) => total + of(run), 0);
      const error = Math.max(...runs.map((run) => run.error));
      const [confident, said, was] = [sum((run) => run.confident), sum((run) => run.said), sum((run) => run.was)];
      const gap = Math.abs(said - was) / Math.max(1, confident);
      const chance = Math.sqrt(sum((run) => run.variance)) / Math.max(1, confident);
      const worst = Math.max(...runs.map((run) => Math.abs(run.said - run.was) / Math.max(1, run.confident)));
      const share = (of: number): string => (confident === 0 ? '-' : `${((100 * of) / confident).toFixed(1)} %`);
      const how = [...new Set(runs.map((run) => run.how))].join('; ');
      const row = [
        what,
        String(SEEDS),
        String(sum((run) => run.people)),
        `${((100 * sum((run) => run.right)) / sum((run) => run.people)).toFixed(1)} %`,
      ];
      rows = [
        ...rows.filter(([title]) => title !== what),
        [
          ...row,
          error.toFixed(4),
          share(said),
          share(was),
          String(confident),
          `${gap.toFixed(3)} (chance ${chance.toFixed(3)})`,
          worst.toFixed(3),
          how,
        ],
      ];
      // Each row is kept as it is measured: the next run may measure another.
      writeFigures('posterior', HEADER, rows, NOTE);
      bars.push({
        what: `${what}: error of 10 bins, at worst of ${SEEDS} seeds`,
        figure: error.toFixed(4),
        bar: 'at most 0.04',
        met: error <= 0.04,
      });
      bars.push({
        what: `${what}: said less right at 0.8 to 1`,
        figure: `${gap.toFixed(3)} of ${confident} people, at worst of ${SEEDS} seeds ${worst.toFixed(3)} (${how})`,
        bar: 'within 0.05',
        met: gap <= 0.05,
      });
    }
  return Promise.resolve(bars);
};

interface Judged {
  readonly how: string;
  readonly people: number;
  readonly right: number;
  readonly error: number;
  readonly confident: number;
  /** Of the confident ones: the sum of what is said, the number right, and the variance of that number. */
  readonly said: number;
  readonly was: number;
  readonly variance: number;
}

function judged(population: Population, method: TableMethod, seed: string): Judged {
  const { quasi, numbers, sensitive, hierarchies } = population;
  const table = limited(population.table, seed);
  const roles: TableRoles = {
    columns: new Map(
      table.columns.map(({ name }) => [
        name,
        {
          role: quasi.includes(name) ? 'quasi' : name === sensitive ? 'sensitive' : 'other',
          type: numbers.includes(name) ? 'number' : 'word',
          hierarchy: null,
          order: null,
          harmful: null,
        },
      ]),
    ),
    claim: method === 'anatomy' ? { l: { form: 'distinct', l: LEAST_VALUES } } : { k: 5 },
    missing: [],
  };
  const known = knownTable(table, roles, method === 'mondrian' ? new Map() : hierarchies);
  const limit = method === 'datafly' ? Math.round(0.02 * table.rows) : null;
  const {
    origin,
    table: made,
    buckets,
  } = makeTableRelease(known, { method, limit, loss: 'prec', seed, order: 'shuffle', suppressed: 'drop' });
  const released = knownTable(
    made,
    roles,
    known.hierarchies,
    buckets === null ? undefined : classesBy(buckets, buckets.reduce((most, bucket) => Math.max(most, bucket), -1) + 1),
  );
  const [column] = released.sensitive;
  const { classes } = released;
  const members = new Map(
    Array.from({ length: classes.count }, (_, group) => [
      group,
      [...classes.members.subarray(classes.starts[group], classes.starts[group + 1])],
    ]),
  );
  // The attacker's register: a person for each record, with her exact quasi-identifiers.
  const register = { rows: made.rows, columns: known.quasi.map((each) => columnAt(each, origin)) };
  const exact = { table: register, members, truth: null, buckets: buckets !== null };
  const found = practisedOf(released, column, exact);
  const { persons } = dealtOf(released, column, exact);
  const alone = homogeneities(classes, column.sensitive);
  const stated = new Stated();
  const random = seeded('ties', seed);
  let [said, was, confident, right, variance] = [0, 0, 0, 0, 0];
  for (const [record, person] of persons.entries()) {
    const posterior = 'why' in found ? alone[classes.of[person]] : found.posteriorAt(record);
    if (posterior === null || posterior === undefined) continue;
    const [most] = posterior.shares;
    const isRight = random.unit() < hit(posterior, column.sensitive.codes[person]) ? 1 : 0;
    stated.add(Math.min(1, most), isRight);
    right += isRight;
    if (most < 0.8) continue;
    confident += 1;
    said += most;
    was += isRight;
    variance += most * (1 - most);
  }
  const how =
    'why' in found
      ? `not calibrated: ${found.why.replace(/^\d+ published counts are too few.*$/, 'too few published counts')}`
      : found.most === 1
        ? 'calibrated'
        : 'calibrated below 0.8';
  return { how, people: persons.length, right, error: reliability(stated.counts())?.error ?? 0, confident, said, was, variance };
}

/** A seeded part of a table: another one for each seed, if it is a part. */
function limited(table: Table, seed: string): Table {
  if (table.rows <= MOST_PEOPLE) return table;
  const random = seeded('part', seed);
  const order = Int32Array.from({ length: table.rows }, (_, row) => row);
  for (let at = 0; at < MOST_PEOPLE; at += 1) {
    const other = at + random.below(table.rows - at);
    [order[at], order[other]] = [order[other], order[at]];
  }
  const kept = order.subarray(0, MOST_PEOPLE);
  return {
    rows: MOST_PEOPLE,
    columns: table.columns.map((column) => ({ ...column, codes: Int32Array.from(kept, (row) => column.codes[row]) })),
  };
}

function ofAdult(): Population {
  const data = adult();
  const { table, hierarchies } = partsOf(data);
  const quasi = ['sex', 'age', 'race', 'marital-status', 'education', 'native-country', 'workclass'];
  return { title: data.title, table, quasi, numbers: data.title === 'Adult' ? ['age'] : [], sensitive: 'occupation', hierarchies };
}

const hierarchy = (name: string, values: number): [string, ValueHierarchy] => [
  name,
  valuesFromText(Array.from({ length: values }, (_, at) => `${at};${Math.floor(at / 3)}-;*`).join('\n'), name),
];

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
  const names = ['age', 'town', 'job', 'sex'];
  const hierarchies = new Map([hierarchy('age', 80), hierarchy('town', 12), hierarchy('job', 8), hierarchy('sex', 2)]);
  return { title: 'Chained', table: tableOf([...names, 'value'], rows), quasi: names, numbers: ['age'], sensitive: 'value', hierarchies };
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
  const names = ['street', 'shop', 'club', 'band'];
  const hierarchies = new Map([hierarchy('street', 15), hierarchy('shop', 10), hierarchy('club', 6), hierarchy('band', 4)]);
  return { title: 'Grouped', table: tableOf([...names, 'value'], rows), quasi: names, numbers: [], sensitive: 'value', hierarchies };
}
