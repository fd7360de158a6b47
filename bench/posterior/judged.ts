// One release, one seed: what the posterior says of each person, held against who has what.
import { seeded } from '../../shared/core/random/random.ts';
import { reliability, Stated } from '../../shared/core/statistics/reliability.ts';
import { makeTableRelease } from '../../shared/kinds/relational/core/anonymise/make-release.ts';
import type { TableMethod } from '../../shared/kinds/relational/core/anonymise/methods.ts';
import { dealtOf, practisedOf } from '../../shared/kinds/relational/core/assess/practised-columns.ts';
import { hit, homogeneities } from '../../shared/kinds/relational/core/attack/posterior.ts';
import { knownTable } from '../../shared/kinds/relational/core/check/check-table.ts';
import { classesBy } from '../../shared/kinds/relational/core/model/classes.ts';
import type { TableRoles } from '../../shared/kinds/relational/core/model/roles.ts';
import { columnAt, type Table } from '../../shared/kinds/relational/core/model/table.ts';
import type { Population } from './populations.ts';

/** Of Anatomy. */
const LEAST_VALUES = Number(process.env['UNVEIL_L'] ?? 5);

export interface Judged {
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

export function judged(population: Population, method: TableMethod, seed: string, mostPeople: number): Judged {
  const { quasi, numbers, sensitive, hierarchies } = population;
  const table = limited(population.table, seed, mostPeople);
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
function limited(table: Table, seed: string, mostPeople: number): Table {
  if (table.rows <= mostPeople) return table;
  const random = seeded('part', seed);
  const order = Int32Array.from({ length: table.rows }, (_, row) => row);
  for (let at = 0; at < mostPeople; at += 1) {
    const other = at + random.below(table.rows - at);
    [order[at], order[other]] = [order[other], order[at]];
  }
  const kept = order.subarray(0, mostPeople);
  return {
    rows: mostPeople,
    columns: table.columns.map((column) => ({ ...column, codes: Int32Array.from(kept, (row) => column.codes[row]) })),
  };
}
