import { percent } from '../../../../core/verdict/figure-text.ts';
import { linkTables } from '../attack/linking.ts';
import { CellReader } from '../model/cell.ts';
import { type Classes, classesOf, sensitiveOf, tallyClasses, type ValueTally } from '../model/classes.ts';
import type { ValueHierarchy } from '../model/hierarchy.ts';
import { type TableClaim, type TableRoles, typeOf } from '../model/roles.ts';
import type { Column, Table } from '../model/table.ts';
import { DISTANCES, type DistanceName } from './closeness.ts';
import { type ClassRule, closenessRule, diversityRule, rulesOf, type SensitiveColumn } from './rules.ts';

/** A table with roles, hierarchies and classes, ready to be checked and attacked. */
export interface KnownTable {
  readonly table: Table;
  readonly roles: TableRoles;
  readonly quasi: readonly Column[];
  readonly sensitive: readonly SensitiveColumn[];
  /** By column. */
  readonly hierarchies: ReadonlyMap<string, ValueHierarchy>;
  readonly classes: Classes;
}

export function knownTable(table: Table, roles: TableRoles, hierarchies: ReadonlyMap<string, ValueHierarchy>, given?: Classes): KnownTable {
  const withRole = (role: string): readonly Column[] => table.columns.filter(({ name }) => roles.columns.get(name)?.role === role);
  const quasi = withRole('quasi');
  const sensitive = withRole('sensitive').map((column) => {
    return {
      sensitive: sensitiveOf(column, roles.missing),
      meaning: {
        type: typeOf(roles, column.name),
        order: roles.columns.get(column.name)?.order ?? null,
        hierarchy: hierarchies.get(column.name) ?? null,
      },
    };
  });
  return { table, roles, quasi, sensitive, hierarchies, classes: given ?? classesOf(quasi, table.rows) };
}

/** Reads the cells of a column by its role and hierarchy. */
export const cellReader = ({ roles, hierarchies }: KnownTable, name: string): CellReader =>
  new CellReader({
    type: typeOf(roles, name),
    hierarchy: hierarchies.get(name) ?? null,
    missing: roles.missing,
    aggregate: roles.columns.get(name)?.aggregate,
  });

export interface Checked {
  readonly rule: string;
  /** The sensitive column; null for rules on quasi-identifiers. */
  readonly column: string | null;
  /** Value of the worst class. Null: no number satisfies the rule (recursive), or no class has a value. */
  readonly reached: number | null;
  /** Null: nothing was claimed. */
  readonly holds: boolean | null;
  readonly failing: readonly number[];
  readonly records: number;
  readonly share: number;
}

export interface CheckedTable {
  readonly facts: readonly Checked[];
  readonly claims: readonly Checked[];
  /** Notices, such as classes without a known sensitive value, which pass. */
  readonly notices: readonly string[];
}

/** Facts about the table and whether its claim holds: one pass over the classes for each sensitive column. */
export function checkTable(known: KnownTable, claim: TableClaim = known.roles.claim): CheckedTable {
  const { classes, sensitive } = known;
  const facts: Checked[] = [];
  const asFact = (checked: Checked): Checked => ({ ...checked, holds: null, failing: [], records: 0, share: 0 });
  const claims: Checked[] = [];
  const notices: string[] = [];
  const sized = checkK(classes, claim.k ?? null);
  facts.push({ ...asFact(sized), rule: 'k-anonymity' });
  if (claim.k !== undefined) claims.push(sized);
  const claimed = rulesOf(claim, sensitive);
  for (const [at, column] of sensitive.entries()) {
    const own = claimed.filter((rule) => rule.column === at);
    const looked = [...factRules(column, at, claim), ...own];
    const found = checkRules(classes, column, looked, looked.length - own.length);
    facts.push(...found.results.slice(0, looked.length - own.length).map(asFact));
    claims.push(...found.results.slice(looked.length - own.length));
    if (found.empty > 0)
      notices.push(
        `${found.empty} ${found.empty === 1 ? 'class has' : 'classes have'} no known value of ${column.sensitive.name}, and ${found.empty === 1 ? 'passes' : 'pass'}`,
      );
  }
  const wildcard = wildcardK(known, claim.k ?? 2);
  if (wildcard !== null)
    notices.push(
      `quasi-identifiers are missing in some records: a missing one is a value of its own here, and any value to sdcMicro, which counts k = ${wildcard.reached} and ${wildcard.below} of ${classes.records} records (${percent(wildcard.below / classes.records)}) below ${claim.k ?? 2}`,
    );
  return { facts, claims, notices };
}

export function checkK(classes: Classes, k: number | null): Checked {
  let least = classes.count === 0 ? null : Infinity;
  const failing: number[] = [];
  let records = 0;
  for (let group = 0; group < classes.count; group += 1) {
    const size = classes.sizes[group];
    least = Math.min(least ?? Infinity, size);
    if (k !== null && size < k) {
      failing.push(group);
      records += size;
    }
  }
  // Records published as stars form a class of their own: there must be none, or at least k.
  const isFew = k !== null && classes.suppressed > 0 && classes.suppressed < k;
  if (isFew) {
    failing.push(SUPPRESSED_RECORDS);
    records += classes.suppressed;
  }
  const rule = k === null ? 'k-anonymity' : `${k}-anonymity`;
  return {
    rule,
    column: null,
    reached: least,
    holds: k === null ? null : failing.length === 0,
    failing,
    records,
    share: isFew ? records / classes.records : shareOf(records, classes),
  };
}

/** Stands for the suppressed records in the list of failing classes. */
export const SUPPRESSED_RECORDS = -1;

const shareOf = (records: number, { records: all, suppressed }: Classes): number => (all === suppressed ? 0 : records / (all - suppressed));

/** Every diversity form and distance that is defined for the column. */
function factRules(column: SensitiveColumn, at: number, claim: TableClaim): readonly ClassRule[] {
  const { hierarchy, type, order } = column.meaning;
  const l = new Set([2, 3, ...(claim.l === undefined ? [] : [claim.l.l])]);
  const able = (distance: DistanceName): boolean => {
    if (distance === 'hierarchical') return hierarchy !== null && hierarchy.top > 0;
    if (distance === 'ordered') return type === 'number' || (type === 'ordinal' && (order ?? hierarchy) !== null);
    if (distance === 'by-value') return type === 'number';
    // The trace distance equals the equal distance.
    return distance !== 'trace';
  };
  const disclosable = claim.l?.disclosable ?? [];
  return [
    diversityRule({ form: 'distinct', l: 1 }, column, at),
    diversityRule({ form: 'entropy', l: 1 }, column, at),
    ...[...l].map((each) => diversityRule({ form: 'recursive', l: each, c: 1 }, column, at)),
    ...(disclosable.length === 0
      ? []
      : [...l].map((each) => diversityRule({ form: 'positive-disclosure', l: each, c: 1, disclosable }, column, at))),
    ...DISTANCES.filter(able).map((distance) => closenessRule({ distance, t: 0 }, column, at)),
  ].map((rule) => ({ ...rule, name: factName(rule.name) }));
}

/** Facts claim nothing: `distinct l-diversity`, `recursive (c, 3)-diversity`, `t-closeness (equal)`. */
const factName = (name: string): string =>
  name
    .replace(/^(distinct|entropy) 1-/, '$1 l-')
    .replace(/\(1, (\d+)\)/, '(c, $1)')
    .replace(/^0-closeness/, 't-closeness');

/** The first `facts` rules are facts, not claims: they are measured only. */
function checkRules(
  classes: Classes,
  { sensitive }: SensitiveColumn,
  rules: readonly ClassRule[],
  facts: number,
): { readonly results: readonly Checked[]; readonly empty: number } {
  const state = rules.map(() => ({ reached: undefined as number | null | undefined, failing: [] as number[], records: 0 }));
  let empty = 0;
  tallyClasses(classes, sensitive, (tally: ValueTally, group) => {
    if (tally.known === 0) {
      empty += 1;
      return;
    }
    for (const [at, rule] of rules.entries()) {
      const own = state[at];
      const reached = rule.reached(tally);
      own.reached = own.reached === undefined ? reached : worst(own.reached, reached, rule.worse);
      if (at < facts || rule.holds(tally)) continue;
      own.failing.push(group);
      own.records += classes.sizes[group];
    }
  });
  const results = rules.map(({ name }, at) => {
    const { reached, failing, records } = state[at];
    return {
      rule: name,
      column: sensitive.name,
      reached: reached ?? null,
      holds: failing.length === 0,
      failing,
      records,
      share: shareOf(records, classes),
    };
  });
  return { results, empty };
}

/** Null is worse than every number. */
function worst(a: number | null, b: number | null, worse: 'greater' | 'less'): number | null {
  if (a === null || b === null) return null;
  return worse === 'greater' ? Math.max(a, b) : Math.min(a, b);
}

/** Maximum number of classes that are compared pairwise. */
const MOST_CLASSES = 20_000;

/** k if a missing quasi-identifier matches any value, as sdcMicro counts; null: nothing is missing, or too many classes. */
function wildcardK({ table, quasi, roles, classes }: KnownTable, k: number): { readonly reached: number; readonly below: number } | null {
  const missing = new Set(roles.missing);
  const has = quasi.some(({ values }) => values.some((value) => missing.has(value)));
  if (!has || classes.count > MOST_CLASSES || table.rows === 0) return null;
  // Read as words, so cells are equal or missing.
  const reader = new CellReader({ type: 'word', hierarchy: null, missing: roles.missing });
  const columns = quasi.map((column) => ({ left: column, right: column, reader }));
  const { leftSizes, rightSizes, partners } = linkTables(columns, table.rows, table.rows);
  let [reached, below] = [Infinity, 0];
  for (const [group, others] of partners.entries()) {
    const records = others.reduce((sum, other) => sum + rightSizes[other], 0);
    reached = Math.min(reached, records);
    if (records < k) below += leftSizes[group];
  }
  return { reached, below };
}
