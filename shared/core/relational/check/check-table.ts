import { percent } from '../../findings/figure-text.ts';
import { type Classes, classesOf, sensitiveOf, tallyClasses, type ValueTally } from '../model/classes.ts';
import type { ValueHierarchy } from '../model/hierarchy.ts';
import type { TableClaim, TableRoles } from '../model/roles.ts';
import type { Column, Table } from '../model/table.ts';
import { DISTANCES, type DistanceName } from './closeness.ts';
import { type ClassRule, closenessRule, diversityRule, rulesOf, type SensitiveColumn } from './rules.ts';
import { wildcardK } from './wildcards.ts';

/** A table with what is known of it, ready to be checked and attacked. */
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
    const meaning = roles.columns.get(column.name);
    return {
      sensitive: sensitiveOf(column, roles.missing),
      meaning: {
        type: meaning?.type ?? 'word',
        order: meaning?.order ?? null,
        hierarchy: hierarchies.get(column.name) ?? null,
      },
    };
  });
  return { table, roles, quasi, sensitive, hierarchies, classes: given ?? classesOf(quasi, table.rows) };
}

/** One thing that was looked at in all classes. */
export interface Checked {
  readonly rule: string;
  /** The sensitive column; null for what is about quasi-identifiers alone. */
  readonly column: string | null;
  /** What the table reaches: that of its worst class. Null: no number would do (recursive), or no class has a value. */
  readonly reached: number | null;
  /** Null where nothing was claimed. */
  readonly holds: boolean | null;
  readonly failing: readonly number[];
  /** Records in failing classes, and of all published. */
  readonly records: number;
  readonly share: number;
}

export interface CheckedTable {
  readonly facts: readonly Checked[];
  readonly claims: readonly Checked[];
  /** Classes without a known value in a sensitive column: they pass. */
  readonly notices: readonly string[];
}

/** What the table is, and whether its claim holds: one pass over the classes for each sensitive column. */
export function checkTable(known: KnownTable, claim: TableClaim = known.roles.claim): CheckedTable {
  const { classes, sensitive } = known;
  const facts: Checked[] = [];
  const claims: Checked[] = [];
  const notices: string[] = [];
  const sized = checkK(classes, claim.k ?? null);
  facts.push({ ...sized, rule: 'k-anonymity', holds: null, failing: [], records: 0, share: 0 });
  if (claim.k !== undefined) claims.push(sized);
  const claimed = rulesOf(claim, sensitive);
  for (const [at, column] of sensitive.entries()) {
    const own = claimed.filter((rule) => rule.column === at);
    const looked = [...factRules(column, at, claim), ...own];
    const found = checkRules(classes, column, looked, looked.length - own.length);
    facts.push(
      ...found.results.slice(0, looked.length - own.length).map((each) => ({ ...each, holds: null, failing: [], records: 0, share: 0 })),
    );
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
    const size = classes.sizes[group] as number;
    least = Math.min(least ?? Infinity, size);
    if (k !== null && size < k) {
      failing.push(group);
      records += size;
    }
  }
  // Published as stars they may be anybody, and so they are as good as a class: none of them, or k.
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

/** Among failing classes: the records that were suppressed. */
export const SUPPRESSED_RECORDS = -1;

const shareOf = (records: number, { records: all, suppressed }: Classes): number => (all === suppressed ? 0 : records / (all - suppressed));

/** Every form and distance that the column has the knowledge for. */
function factRules(column: SensitiveColumn, at: number, claim: TableClaim): readonly ClassRule[] {
  const { hierarchy, type, order } = column.meaning;
  const l = new Set([2, 3, ...(claim.l === undefined ? [] : [claim.l.l])]);
  const able = (distance: DistanceName): boolean => {
    if (distance === 'hierarchical') return hierarchy !== null && hierarchy.top > 0;
    if (distance === 'ordered') return type === 'number' || (type === 'ordinal' && (order ?? hierarchy) !== null);
    if (distance === 'by-value') return type === 'number';
    // The trace distance is the equal one by another name.
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

/** The first `facts` of the rules claim nothing: whether classes hold them is not asked. */
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
      const own = state[at] as (typeof state)[number];
      const reached = rule.reached(tally);
      own.reached = own.reached === undefined ? reached : worst(own.reached, reached, rule.worse);
      if (at < facts || rule.holds(tally)) continue;
      own.failing.push(group);
      own.records += classes.sizes[group] as number;
    }
  });
  const results = rules.map(({ name }, at) => {
    const { reached, failing, records } = state[at] as (typeof state)[number];
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

/** Null is beyond every number: the class holds for none. */
function worst(a: number | null, b: number | null, worse: 'greater' | 'less'): number | null {
  if (a === null || b === null) return null;
  return worse === 'greater' ? Math.max(a, b) : Math.min(a, b);
}
