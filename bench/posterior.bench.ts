// Calibration of who has which value in classes and buckets, learned from the release alone, on Adult and on two made populations.

import { seeded } from '../shared/core/random/random.ts';
import { reliability, Stated } from '../shared/core/statistics/reliability.ts';
import { makeTableRelease } from '../shared/kinds/relational/core/anonymise/make-release.ts';
import type { TableMethod } from '../shared/kinds/relational/core/anonymise/methods.ts';
import { featureOf } from '../shared/kinds/relational/core/attack/naive-bayes.ts';
import { knownTable } from '../shared/kinds/relational/core/check/check-table.ts';
import { Deals } from '../shared/kinds/relational/core/joint/deals.ts';
import { practisedDeals } from '../shared/kinds/relational/core/joint/practice.ts';
import type { ValueHierarchy } from '../shared/kinds/relational/core/model/hierarchy.ts';
import { valuesFromText } from '../shared/kinds/relational/core/model/hierarchy-sources.ts';
import type { TableRoles } from '../shared/kinds/relational/core/model/roles.ts';
import { type Table, tableOf } from '../shared/kinds/relational/core/model/table.ts';
import type { Bar, Bench } from './bench.ts';
import { adult } from './relational/adult.ts';
import { partsOf } from './relational/golden-adult.ts';

export const note =
  'Releases of Adult (occupation is sensitive) and of two made populations whose columns depend on each other and on the value. The attacker knows the exact quasi-identifiers of everybody; the deal of values inside classes and buckets is hidden. The original only judges. Where practice on known columns cannot calibrate the model, the counts of the class are the posterior, and the row says so. `UNVEIL_RUNS` sets the seeds (1), `UNVEIL_PEOPLE` the most records of each (4,000).';

const SEEDS = Number(process.env['UNVEIL_RUNS'] ?? 1);
const MOST_PEOPLE = Number(process.env['UNVEIL_PEOPLE'] ?? 4000);
const METHODS: readonly TableMethod[] = ['anatomy', 'mondrian', 'lattice', 'datafly'];

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
  for (const population of [ofAdult(), chained(), grouped()])
    for (const method of METHODS) {
      const runs = Array.from({ length: SEEDS }, (_, seed) => judged(population, method, String(seed + 1)));
      const worst = (of: (run: Judged) => number): number => Math.max(...runs.map((run) => Math.abs(of(run))));
      const what = `${population.title}, ${method}, ${SEEDS} seeds`;
      const how = runs.every(({ why }) => why === null)
        ? 'calibrated'
        : `counts of the class: ${runs.find(({ why }) => why !== null)?.why}`;
      const sure = runs.reduce((sum, run) => sum + run.confident, 0);
      const right = runs.reduce((sum, run) => sum + run.right, 0) / SEEDS;
      bars.push({
        what: `${what}: error of 10 bins, at worst`,
        figure: `${worst(({ error }) => error).toFixed(4)}; right ${(100 * right).toFixed(1)} % (${how})`,
        bar: 'at most 0.04',
        met: worst(({ error }) => error) <= 0.04,
      });
      bars.push({
        what: `${what}: said less right at 0.8 to 1, at worst`,
        figure: `${worst(({ gap }) => gap).toFixed(3)}, standard error up to ${worst(({ gapError }) => gapError).toFixed(3)} (${sure} people in all)`,
        bar: 'within 0.05',
        met: worst(({ gap }) => gap) <= 0.05,
      });
    }
  return Promise.resolve(bars);
};

interface Judged {
  readonly why: string | null;
  readonly error: number;
  readonly gap: number;
  readonly gapError: number;
  readonly confident: number;
  readonly right: number;
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
    claim: method === 'anatomy' ? { l: { form: 'distinct', l: 3 } } : { k: 5 },
    missing: [],
  };
  const known = knownTable(table, roles, method === 'mondrian' ? new Map() : hierarchies);
  const limit = method === 'datafly' ? Math.round(0.02 * table.rows) : null;
  const {
    origin,
    table: made,
    buckets,
  } = makeTableRelease(known, { method, limit, loss: 'prec', seed, order: 'shuffle', suppressed: 'drop' });
  const released = knownTable(made, roles, known.hierarchies);
  const [column] = known.sensitive;
  const truth = Int32Array.from(origin, (record) => column.sensitive.codes[record]);
  const rows = Map.groupBy(origin.keys(), (row) => (buckets ?? released.classes.of)[row]);
  const groups = Array.from(rows.values(), (members) => {
    const counts = Map.groupBy(members, (row) => truth[row]);
    const codes = [...counts.keys()].sort((a, b) => a - b);
    return { members, codes, counts: codes.map((code) => counts.get(code)?.length ?? 0) };
  });
  const features = known.quasi.map((each) => {
    const { of, size } = featureOf(each, numbers.includes(each.name) ? 'number' : 'word');
    return { of: Int32Array.from(origin, (record) => of[record]), size };
  });
  const found = practisedDeals({ groups, distinct: column.sensitive.values.length, features });
  const deals = new Deals();
  const stated = new Stated();
  const random = seeded('ties', seed);
  let [said, was, confident, right, variance] = [0, 0, 0, 0, 0];
  for (const [at, { members, codes, counts }] of groups.entries()) {
    const gamma = new Float64Array(members.length * codes.length);
    if ('why' in found) for (let place = 0; place < gamma.length; place += 1) gamma[place] = counts[place % codes.length] / members.length;
    else deals.deal(counts, members.length, found.weights(at), gamma);
    for (const [member, row] of members.entries()) {
      const own = gamma.subarray(member * codes.length, (member + 1) * codes.length);
      const most = own.reduce((a, b) => Math.max(a, b), 0);
      const best = [...own.keys()].filter((value) => own[value] >= most - 1e-9);
      const isRight = codes[best[random.below(best.length)]] === truth[row] ? 1 : 0;
      stated.add(Math.min(1, most), isRight);
      right += isRight / made.rows;
      if (most < 0.8) continue;
      confident += 1;
      said += most;
      was += isRight;
      variance += most * (1 - most);
    }
  }
  return {
    why: 'why' in found ? found.why : null,
    error: reliability(stated.counts())?.error ?? 0,
    gap: (said - was) / Math.max(1, confident),
    gapError: Math.sqrt(variance) / Math.max(1, confident),
    confident,
    right,
  };
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
function chained(): Population {
  const random = seeded('population', 'chained');
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
function grouped(): Population {
  const random = seeded('population', 'grouped');
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
