import { BadInput } from '../../../../core/model/bad-input.ts';
import { seeded, shuffle } from '../../../../core/random/random.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { ClassRule } from '../check/rules.ts';
import { flatHierarchy, type ValueHierarchy } from '../model/hierarchy.ts';
import { columnAt, columnOfShared, type Table } from '../model/table.ts';
import { anatomy } from './anatomy.ts';
import { chosenNode, noNode } from './choose-node.ts';
import { codeEnds, refuseEnds } from './code-ends.ts';
import { countRecords, failingRecords, rollUp } from './frequencies.ts';
import { keepsPresence } from './keep-presence.ts';
import { ADDITIVE, recodeLocally } from './local-recoding.ts';
import type { LossName, TableMethod } from './methods.ts';
import { type Aggregate, microaggregate } from './microaggregate.ts';
import { type CuttableColumn, Judge, mondrian } from './mondrian.ts';
import { muArgus } from './mu-argus.ts';
import { type Recodable, type Requirement, recodableOf, requirementOf } from './recodable.ts';

export interface MakeOptions {
  readonly method: TableMethod;
  /** Maximum number of suppressed records; null: none, or k - 1 for Datafly. */
  readonly limit: number | null;
  readonly loss: LossName;
  /** Microaggregation only: what a group publishes instead of its numbers. */
  readonly aggregate?: Aggregate;
  /** Lattice only: what the search leaves out is searched again, on levels of its own. */
  readonly local?: boolean;
  readonly seed: string;
  /** `keep` preserves the record order, which reveals identities: for experiments only. */
  readonly order: 'shuffle' | 'keep';
  /** `drop` leaves suppressed records out; `stars` publishes them with `*` in every quasi-identifier. */
  readonly suppressed: 'drop' | 'stars';
  /** The public table of a claim of delta-presence, not recoded. */
  readonly open?: Table | undefined;
  /** Rules for every class in addition to the claim. */
  readonly beyond?: readonly ClassRule[];
}

export interface MadeTable {
  /** Published quasi-identifiers and unchanged columns; no identifiers. */
  readonly table: Table;
  /** The original's record behind each published one, from 0. */
  readonly origin: Int32Array;
  readonly suppressed: readonly number[];
  /** Anatomy only: the bucket of each published record. */
  readonly buckets: Int32Array | null;
  readonly details: Readonly<Record<string, number | string>>;
}

/** A published column: for each record the index of its text. */
interface Cells {
  readonly texts: readonly string[];
  readonly of: Int32Array;
}

/** Result of a recoding method. */
interface Recoding {
  readonly cells: (column: number) => Cells;
  readonly suppressed: readonly number[];
  readonly details: Readonly<Record<string, number | string>>;
}

/** They do not generalise numbers by a hierarchy. */
const BY_ORDER: readonly TableMethod[] = ['mondrian', 'microaggregation', 'anatomy'];

export function makeTableRelease(given: KnownTable, options: MakeOptions): MadeTable {
  if (BY_ORDER.includes(options.method)) refuseEnds(given, options.method);
  const known = codeEnds(given);
  const { quasi, sensitive, roles, table } = known;
  if (quasi.length === 0) throw new BadInput('no column is a quasi-identifier: there is nothing to generalise');
  const claimed = requirementOf(roles.claim, sensitive);
  const requirement = { ...claimed, rules: [...claimed.rules, ...(options.beyond ?? [])] };
  if (options.method === 'anatomy') return bucketed(known, options);
  const { delta } = roles.claim;
  if (
    delta !== undefined &&
    (options.method !== 'lattice' || options.local === true || (options.limit ?? 0) > 0 || options.open === undefined)
  )
    throw new BadInput(
      'delta-presence is a goal of the method lattice without --limit and --local; --public names the public table, not recoded',
    );
  if (requirement.k < 2 && requirement.rules.length === 0 && delta === undefined)
    throw new BadInput('nothing is required: claim a "k" of at least 2, an "l", a "t", an "alpha", a "confidence" or a "ke"');
  if (options.local === true && (options.method !== 'lattice' || !ADDITIVE.includes(options.loss)))
    throw new BadInput(`--local is for the method lattice, with --loss ${ADDITIVE.join(', ')}`);
  if (requirement.k > table.rows) throw new BadInput(`k = ${requirement.k} is more than the ${table.rows} records there are`);
  const recoding =
    options.method === 'mondrian'
      ? byMondrian(known, requirement)
      : options.method === 'microaggregation'
        ? byCentres(known, requirement, options.aggregate ?? 'mean')
        : byLevels(known, requirement, options);
  return published(known, recoding, requirement.k, options);
}

function byLevels(known: KnownTable, requirement: Requirement, { method, limit, loss, local = false, open }: MakeOptions): Recoding {
  const { quasi, sensitive, hierarchies, table, roles } = known;
  // Without a hierarchy a value is published or suppressed.
  const trees = quasi.map(({ name, values }): ValueHierarchy => {
    const others = open?.columns.find((column) => column.name === name)?.values ?? [];
    return hierarchies.get(name) ?? flatHierarchy([...new Set([...values, ...others])]);
  });
  const weights = quasi.map(({ name }) => roles.columns.get(name)?.weight ?? 1);
  const data = recodableOf(quasi, trees, sensitive, table.rows, weights);
  const most = limit ?? (method === 'datafly' ? requirement.k - 1 : 0);
  if (method === 'mu-argus') {
    const { levels, suppressed } = muArgus(data, requirement.k);
    return {
      cells: (column) => {
        const cells = labelsOf(data, levels, column);
        return withStars(
          cells,
          suppressed.filter(([, at]) => at === column).map(([record]) => record),
        );
      },
      suppressed: [],
      details: { levels: levels.join(','), suppressedCells: suppressed.length },
    };
  }
  if (local) return inParts(data, requirement, most, loss);
  const { delta } = roles.claim;
  const accept = delta === undefined || open === undefined ? undefined : keepsPresence(data, open, delta);
  const found = chosenNode(data, requirement, { method, limit: most, loss, accept });
  const frequencies = rollUp(data, countRecords(data, requirement), [...data.columns.keys()], found.levels);
  const failing = new Set<string>();
  failingRecords(data, frequencies, requirement, table.rows, (group) => failing.add(frequencies.cells.map((cells) => cells[group]).join()));
  const suppressed: number[] = [];
  if (failing.size > 0) {
    const codes = data.columns.map(({ hierarchy }, at) => hierarchy.codes[found.levels[at]]);
    for (let record = 0; record < table.rows; record += 1) {
      const key = data.columns.map(({ leaf }, at) => codes[at]?.[leaf[record]]).join();
      if (failing.has(key)) suppressed.push(record);
    }
  }
  return {
    cells: (column) => labelsOf(data, found.levels, column),
    suppressed,
    details: { levels: found.levels.join(','), ...found.details },
  };
}

function inParts(data: Recodable, requirement: Requirement, limit: number, loss: LossName): Recoding {
  const found = recodeLocally(data, requirement, limit, loss);
  if (found === null) throw noNode(data, requirement, limit);
  return {
    cells: (column) => {
      const texts: string[] = [];
      const of = new Int32Array(data.rows);
      for (const { records, levels } of found.parts) {
        const own = labelsOf(data, levels, column);
        for (const record of records) of[record] = texts.length + own.of[record];
        texts.push(...own.texts);
      }
      // Suppressed records take no part in what is published.
      return { texts, of };
    },
    suppressed: found.suppressed,
    details: { parts: found.parts.length, levels: found.parts.map(({ levels }) => levels.join(',')).join(' ') },
  };
}

function labelsOf({ columns }: Recodable, levels: readonly number[], column: number): Cells {
  const { hierarchy, leaf } = columns[column];
  const level = levels[column];
  const codes = hierarchy.codes[level];
  return { texts: hierarchy.labels[level], of: leaf.map((value) => codes[value]) };
}

function withStars({ texts, of }: Cells, records: Iterable<number>): Cells {
  const starred = of.slice();
  for (const record of records) starred[record] = texts.length;
  return { texts: [...texts, '*'], of: starred };
}

/** Quasi-identifiers for Mondrian: numbers and ordinals are cut by order, words by their hierarchy. */
export const cuttable = ({ quasi, roles, hierarchies }: KnownTable): CuttableColumn[] =>
  quasi.map((column) => {
    const meaning = roles.columns.get(column.name);
    const type = meaning?.type ?? 'word';
    const hierarchy = hierarchies.get(column.name) ?? null;
    const order = meaning?.order ?? (type === 'ordinal' ? (hierarchy?.values ?? null) : null);
    return { column, type, hierarchy: type === 'word' ? hierarchy : null, order, weight: meaning?.weight ?? 1 };
  });

function byMondrian(known: KnownTable, requirement: Requirement): Recoding {
  const { sensitive, table } = known;
  const { classes, cells } = mondrian(cuttable(known), sensitive, table.rows, requirement);
  const classOf = new Int32Array(table.rows);
  for (const [at, part] of classes.entries()) for (const record of part) classOf[record] = at;
  return {
    cells: (column) => ({ texts: cells.map((row) => row[column]), of: classOf }),
    suppressed: [],
    details: { classes: classes.length },
  };
}

function byCentres(known: KnownTable, requirement: Requirement, aggregate: Aggregate): Recoding {
  const { sensitive, table } = known;
  const columns = cuttable(known).map(({ column, type, order, weight = 1 }) => ({ column, type, order, weight }));
  const judge = new Judge(sensitive, requirement);
  const { groups, cells, lost } = microaggregate(columns, table.rows, requirement.k, aggregate, (group) => judge.holds(group));
  const groupOf = new Int32Array(table.rows);
  for (const [at, group] of groups.entries()) for (const record of group) groupOf[record] = at;
  return {
    cells: (column) => ({ texts: cells.map((row) => row[column]), of: groupOf }),
    suppressed: [],
    details: { groups: groups.length, aggregate, lostSpread: lost },
  };
}

/** Anatomy: quasi-identifiers unchanged, values by bucket. It supports distinct l-diversity of one column. */
function bucketed(known: KnownTable, { seed, order }: MakeOptions): MadeTable {
  const [column, ...more] = known.sensitive;
  if (column === undefined || more.length > 0) throw new BadInput('anatomy puts the values of exactly one sensitive column into buckets');
  const { l, t, alpha, confidence, ke } = known.roles.claim;
  if (l === undefined || l.form !== 'distinct' || [t, alpha, confidence, ke].some((each) => each !== undefined))
    throw new BadInput('anatomy makes buckets of l different values: claim a distinct l, and nothing else of values');
  const buckets = anatomy(column.sensitive, l.l, order === 'keep' ? null : seed);
  const bucketOf = new Int32Array(known.table.rows);
  for (const [at, records] of buckets.entries()) for (const record of records) bucketOf[record] = at;
  const asTheyWere = (column: number): Cells => {
    const { values, codes } = known.quasi[column];
    return { texts: values, of: codes };
  };
  const made = published(known, { cells: asTheyWere, suppressed: [], details: {} }, 1, { order, seed, suppressed: 'drop' });
  return { ...made, buckets: made.origin.map((record) => bucketOf[record]), details: { buckets: buckets.length } };
}

function published(
  { table, quasi, roles }: KnownTable,
  { cells, suppressed, details }: Recoding,
  k: number,
  { order, seed, suppressed: how }: Pick<MakeOptions, 'order' | 'seed' | 'suppressed'>,
): MadeTable {
  const gone = new Uint8Array(table.rows);
  for (const record of suppressed) gone[record] = 1;
  const recoded = quasi.map((_, at) => cells(at));
  const starred = how === 'stars' ? enoughStars(gone, recoded, k) : null;
  let kept = Int32Array.from({ length: table.rows }, (_, record) => record);
  if (starred === null) kept = kept.filter((record) => gone[record] === 0);
  if (kept.length === 0) throw new BadInput('every record would be suppressed: there is nothing to publish');
  if (order === 'shuffle') shuffle(kept, seeded(seed, 'records', kept.length));
  const columns = table.columns
    .filter(({ name }) => roles.columns.get(name)?.role !== 'identifier')
    .map((column) => {
      const own = recoded[quasi.indexOf(column)];
      if (own === undefined) return columnAt(column, kept);
      const { texts, of } =
        starred === null
          ? own
          : withStars(
              own,
              starred.keys().filter((record) => starred[record] === 1),
            );
      return columnOfShared(
        column.name,
        texts,
        kept.map((record) => of[record]),
      );
    });
  return {
    table: { rows: kept.length, columns },
    origin: kept,
    suppressed: starred === null ? suppressed : [],
    buckets: null,
    details: { ...details, suppressed: starred === null ? suppressed.length : starred.reduce((total, each) => total + each, 0) },
  };
}

/**
 * Published suppressed records form a class of their own, so there must be none or at least k: the smallest classes are suppressed too until k is
 * reached.
 */
function enoughStars(gone: Uint8Array, recoded: readonly Cells[], k: number): Uint8Array {
  let stars = gone.reduce((total, each) => total + each, 0);
  if (stars === 0 || stars >= k) return gone;
  const starred = gone.slice();
  const left = gone.keys().filter((record) => gone[record] === 0);
  const classes = Map.groupBy(left, (record) => JSON.stringify(recoded.map(({ texts, of }) => texts[of[record]])));
  // The sort is stable: ties go to the class that starts first.
  for (const members of [...classes.values()].sort((a, b) => a.length - b.length)) {
    if (stars >= k) break;
    for (const record of members) starred[record] = 1;
    stars += members.length;
  }
  return starred;
}
