import { type Buckets, featureOf, membersOf } from '../attack/naive-bayes.ts';
import { type Posterior, posteriorOf } from '../attack/posterior.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { Deals } from '../joint/deals.ts';
import { practisedDeals } from '../joint/practice.ts';
import { tallyClasses } from '../model/classes.ts';
import { typeOf } from '../model/roles.ts';
import { type Column, type Table, valueAt } from '../model/table.ts';

/** Exact quasi-identifiers of class members, from the attacker's register or from buckets. */
export interface Exact {
  readonly table: Table;
  /** Persons (rows of `table`) of each class, as many as it has records. */
  readonly members: ReadonlyMap<number, readonly number[]>;
  /** True code of each person in a sensitive column, -1 if unknown; null without the original. Only measures use it. */
  readonly truth: ((column: string, person: number) => number) | null;
  /** The release is in buckets, so nothing was generalised and minimality does not apply. */
  readonly buckets: boolean;
}

export const quasiOf = ({ quasi }: KnownTable, { table }: Exact): Column[] =>
  quasi.flatMap(({ name }) => table.columns.filter((column) => column.name === name));

interface Dealt {
  readonly buckets: Buckets;
  /** Person of each record of the buckets, and class of each bucket. */
  readonly persons: readonly number[];
  readonly groups: readonly number[];
}

/** The classes whose members are known, with their values to be dealt. */
export function dealtOf(known: KnownTable, { sensitive }: SensitiveColumn, exact: Exact): Dealt {
  const values: number[][] = [];
  const persons: number[] = [];
  const of: number[] = [];
  const groups: number[] = [];
  tallyClasses(known.classes, sensitive, ({ counts, present, known: size }, group) => {
    const members = exact.members.get(group);
    if (members === undefined || size !== members.length) return;
    for (const person of members) {
      persons.push(person);
      of.push(values.length);
    }
    groups.push(group);
    values.push(present.flatMap((code) => Array.from({ length: counts[code] }, () => code)));
  });
  const features = quasiOf(known, exact).map((column) => {
    const feature = featureOf(column, typeOf(known.roles, column.name));
    return { of: Int32Array.from(persons, (person) => feature.of[person]), size: feature.size };
  });
  return { buckets: { of: Int32Array.from(of), values, distinct: sensitive.values.length, features }, persons, groups };
}

/** Deals calibrated by practice on the release; else why they cannot be. */
type Practised =
  | {
      readonly posteriors: readonly Posterior[];
      /** Weight of a value for a person of a class, 1 if nothing is known. */
      weigh(person: number, code: number): number;
      readonly error: number;
    }
  | { readonly why: string };

const known = new WeakMap<Exact, Map<string, Practised>>();

/** Computed once for each column: it takes seconds, and two attacks use it. */
export function practisedOf(table: KnownTable, column: SensitiveColumn, exact: Exact): Practised {
  const { name } = column.sensitive;
  const own = known.get(exact) ?? new Map<string, Practised>();
  known.set(exact, own);
  const found = own.get(name) ?? practise(table, column, exact);
  own.set(name, found);
  return found;
}

/** Separates texts in keys. */
const BETWEEN = '\u0000';
/** A weight is never 0: the columns of a person make no value impossible. */
const LEAST = 1e-6;

function practise(table: KnownTable, column: SensitiveColumn, exact: Exact): Practised {
  const { buckets, persons } = dealtOf(table, column, exact);
  const columns = quasiOf(table, exact);
  const texts = column.sensitive.values;
  // Groups and members in an order of content, so that the order of lines changes nothing.
  const groups = membersOf(buckets)
    .map((own, at) => {
      const members = own
        .map((record) => ({ record, text: columns.map((each) => valueAt(each, persons[record])).join(BETWEEN) }))
        .sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0));
      const counts = Map.groupBy(buckets.values[at], (value) => value);
      const codes = [...counts.keys()].sort((one, other) => (texts[one] < texts[other] ? -1 : 1));
      const said = codes.map((code) => `${counts.get(code)?.length} ${texts[code]}`);
      return {
        members: members.map(({ record }) => record),
        codes,
        counts: codes.map((code) => counts.get(code)?.length ?? 0),
        text: [...said, ...members.map(({ text }) => text)].join(BETWEEN),
      };
    })
    .sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0));
  const found = practisedDeals({ groups, distinct: buckets.distinct, features: buckets.features });
  if ('why' in found) return found;
  const deals = new Deals();
  const posteriors: Posterior[] = [];
  // By person: her group and her place in it. A map for each of a million persons would not fit.
  const groupOf = new Int32Array(exact.table.rows).fill(-1);
  const placeOf = new Int32Array(exact.table.rows);
  const weights = groups.map(({ members, codes, counts }, at) => {
    const gamma = new Float64Array(members.length * codes.length);
    const weight = found.weights(at);
    deals.deal(counts, members.length, weight, gamma);
    for (const [member, record] of members.entries()) {
      const from = member * codes.length;
      posteriors[record] = posteriorOf(codes.map((code, value) => [code, gamma[from + value]] as const)) as Posterior;
      [groupOf[persons[record]], placeOf[persons[record]]] = [at, from];
    }
    return Float32Array.from(weight, (each) => Math.max(LEAST, each));
  });
  const codesOf = groups.map(({ codes }) => Int32Array.from(codes));
  return {
    posteriors,
    weigh(person, code) {
      const group = groupOf[person];
      const value = group < 0 ? -1 : codesOf[group].indexOf(code);
      return value < 0 ? 1 : weights[group][placeOf[person] + value];
    },
    error: found.practised.error,
  };
}
