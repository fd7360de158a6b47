import { type Buckets, featureOf, membersOf } from '../attack/naive-bayes.ts';
import { type Posterior, posteriorOf } from '../attack/posterior.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { Deals } from '../joint/deals.ts';
import type { DealtGroup } from '../joint/dependence.ts';
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
      /** Of a record of `dealtOf`. */
      posteriorAt(record: number): Posterior;
      /** Weight of a value for a person of a class, 1 if nothing is known. */
      weigh(person: number, code: number): number;
      readonly error: number;
      /** Practice tells nothing of guesses that are surer than this. */
      readonly most: number;
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
  const groups = inOrderOfContent(buckets, persons, quasiOf(table, exact), column.sensitive.values);
  const found = practisedDeals({ groups, distinct: buckets.distinct, features: buckets.features });
  return 'why' in found
    ? found
    : readingOf(dealtEach(groups, found.weights, persons.length), persons, exact.table.rows, {
        error: found.practised.error,
        most: found.most,
      });
}

/** Groups and members in an order of content, so that the order of lines changes nothing. */
function inOrderOfContent(
  buckets: Buckets,
  persons: readonly number[],
  columns: readonly Column[],
  texts: readonly string[],
): readonly DealtGroup[] {
  return membersOf(buckets)
    .map((own, at) => {
      const members = own
        .map((record) => ({ record, text: columns.map((each) => valueAt(each, persons[record])).join(BETWEEN) }))
        .sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0));
      const counts = Map.groupBy(buckets.values[at], (value) => value);
      const codes = [...counts.keys()].sort((one, other) => (texts[one] < texts[other] ? -1 : 1));
      const said = codes.map((code) => `${counts.get(code)?.length} ${texts[code]}`);
      return {
        group: {
          members: Int32Array.from(members, ({ record }) => record),
          codes: Int32Array.from(codes),
          counts: Int32Array.from(codes, (code) => counts.get(code)?.length ?? 0),
        },
        text: [...said, ...members.map(({ text }) => text)].join(BETWEEN),
      };
    })
    .sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0))
    .map(({ group }) => group);
}

/** Weights and probabilities of all groups, one after the other: a million persons would not fit as objects. */
interface DealtRecords {
  /** First weight of each record, and the group's codes, which its weights follow. */
  readonly starts: Int32Array;
  readonly groupOf: Int32Array;
  readonly groups: readonly DealtGroup[];
  readonly weights: Float32Array;
  readonly chances: Float64Array;
}

function dealtEach(groups: readonly DealtGroup[], weightsOf: (group: number) => Float64Array, records: number): DealtRecords {
  const size = groups.reduce((sum, { members, codes }) => sum + members.length * codes.length, 0);
  const [weights, chances] = [new Float32Array(size), new Float64Array(size)];
  const [starts, groupOf] = [new Int32Array(records), new Int32Array(records)];
  const deals = new Deals();
  let from = 0;
  for (const [at, { members, codes, counts }] of groups.entries()) {
    const weight = weightsOf(at);
    const gamma = new Float64Array(weight.length);
    deals.deal(counts, members.length, weight, gamma);
    for (let member = 0; member < members.length; member += 1) {
      starts[members[member]] = from + member * codes.length;
      groupOf[members[member]] = at;
    }
    for (const [place, each] of weight.entries()) weights[from + place] = Math.max(LEAST, each);
    chances.set(gamma, from);
    from += weight.length;
  }
  return { starts, groupOf, groups, weights, chances };
}

function readingOf(
  { starts, groupOf, groups, weights, chances }: DealtRecords,
  persons: readonly number[],
  rows: number,
  { error, most }: { readonly error: number; readonly most: number },
): Practised {
  const recordOf = new Int32Array(rows).fill(-1);
  for (const [record, person] of persons.entries()) recordOf[person] = record;
  return {
    posteriorAt(record) {
      const { codes, counts, members } = groups[groupOf[record]];
      const own = Array.from(codes, (_, value) => chances[starts[record] + value]);
      const best = own.reduce((at, chance, value) => (chance > own[at] ? value : at), 0);
      const alone = counts[best] / members.length;
      // Whoever would be surer than practice tells is drawn to the counts.
      const drawnTo = own[best] > most && alone < most ? (own[best] - most) / (own[best] - alone) : 0;
      return posteriorOf(
        own.map((chance, value) => [codes[value], (1 - drawnTo) * chance + (drawnTo * counts[value]) / members.length] as const),
      ) as Posterior;
    },
    weigh(person, code) {
      const record = recordOf[person];
      const codes = record < 0 ? [] : groups[groupOf[record]].codes;
      for (let value = 0; value < codes.length; value += 1) if (codes[value] === code) return weights[starts[record] + value];
      return 1;
    },
    most,
    error,
  };
}
