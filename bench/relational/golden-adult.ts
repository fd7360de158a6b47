// Figures of test/golden/adult.json, computed from the records by the product.

import { recodableOf, requirementOf } from '../../shared/kinds/relational/core/anonymise/recodable.ts';
import { type FoundNode, samarati, searchLattice } from '../../shared/kinds/relational/core/anonymise/search-lattice.ts';
import { risksOf } from '../../shared/kinds/relational/core/attack/linking.ts';
import { baselinesOf, judgedValues, measureValues } from '../../shared/kinds/relational/core/attack/measure-values.ts';
import { homogeneity, type Posterior } from '../../shared/kinds/relational/core/attack/posterior.ts';
import { checkTable, type KnownTable, knownTable } from '../../shared/kinds/relational/core/check/check-table.ts';
import { lossesOf } from '../../shared/kinds/relational/core/loss/losses.ts';
import { tallyClasses } from '../../shared/kinds/relational/core/model/classes.ts';
import { groupRows } from '../../shared/kinds/relational/core/model/grouping.ts';
import type { ValueHierarchy } from '../../shared/kinds/relational/core/model/hierarchy.ts';
import { valuesFromText } from '../../shared/kinds/relational/core/model/hierarchy-sources.ts';
import type { ColumnMeaning, TableClaim } from '../../shared/kinds/relational/core/model/roles.ts';
import { type Column, ColumnBuilder, type Table, valueAt } from '../../shared/kinds/relational/core/model/table.ts';
import { TableReader } from '../../shared/kinds/relational/core/read/table-reader.ts';
import type { Adult } from './adult.ts';

export interface Parts {
  readonly table: Table;
  readonly hierarchies: ReadonlyMap<string, ValueHierarchy>;
}

export function partsOf({ header, records, hierarchies }: Adult): Parts {
  const reader = new TableReader('adult.csv');
  reader.push(new TextEncoder().encode(`${header}\n${records.join('\n')}\n`));
  return {
    table: reader.end(),
    hierarchies: new Map(Object.entries(hierarchies).map(([name, text]) => [name, valuesFromText(text, name)])),
  };
}

/** Adult with roles; `levels` of the quasi-identifiers, and records of classes below `k` suppressed. */
export function releaseOf(
  { table, hierarchies }: Parts,
  quasi: readonly string[],
  sensitive: readonly string[],
  levels: readonly number[],
  k = 1,
): KnownTable {
  const roles = {
    columns: new Map(
      table.columns.map(({ name }): [string, ColumnMeaning] => {
        const role = quasi.includes(name) ? 'quasi' : sensitive.includes(name) ? 'sensitive' : 'other';
        return [
          name,
          { role, type: name === 'age' && role === 'sensitive' ? 'number' : 'word', hierarchy: null, order: null, harmful: null },
        ];
      }),
    ),
    claim: {},
    missing: [],
  };
  const recoded = (gone: ReadonlySet<number>): Table => ({
    rows: table.rows,
    columns: table.columns.map((column) => {
      const at = quasi.indexOf(column.name);
      return at < 0 ? column : labelled(column, hierarchies.get(column.name) as ValueHierarchy, levels[at], gone);
    }),
  });
  const known = knownTable(recoded(new Set()), roles, hierarchies);
  if (k <= 1) return known;
  const small = new Set<number>();
  for (const [row, group] of known.classes.of.entries()) if (known.classes.sizes[group] < k) small.add(row);
  return knownTable(recoded(small), roles, hierarchies);
}

function labelled(column: Column, { indexOf, labels, codes }: ValueHierarchy, level: number, gone: ReadonlySet<number>): Column {
  const builder = new ColumnBuilder(column.name);
  for (let row = 0; row < column.codes.length; row += 1) {
    const place = indexOf.get(valueAt(column, row)) as number;
    builder.push(gone.has(row) ? '*' : (labels[level]?.[codes[level]?.[place] as number] as string));
  }
  return builder.column();
}

/** All figures that the golden file may ask of one release, under its names. */
export function figuresOf(known: KnownTable): Record<string, unknown> {
  const { classes, quasi, hierarchies, roles } = known;
  const published = classes.records - classes.suppressed;
  const risks = risksOf(Array.from(classes.sizes, (size): [number, number] => [size, size]));
  const domains = quasi.map(({ name, values }) => ({
    type: roles.columns.get(name)?.type ?? 'word',
    hierarchy: hierarchies.get(name) ?? null,
    missing: [],
    values,
  }));
  const { height, prec, ncp, lm, discernibility } = lossesOf(quasi, domains, classes, 1);
  const smallest = classes.sizes.reduce((least, size) => Math.min(least, size), Infinity);
  return {
    published,
    suppressed: classes.suppressed,
    classes: classes.count,
    'smallest class': smallest,
    'largest class': classes.sizes.reduce((most, size) => Math.max(most, size), 0),
    'unique records': risks.unique,
    prosecutor: {
      highest: risks.greatest,
      average: risks.mean,
      'records at the highest': classes.sizes.reduce((sum, size) => sum + (size === smallest ? size : 0), 0),
      'records above 0.2': risks.above.find(({ bound }) => bound === 0.2)?.records,
      'records above 0.1': risks.above.find(({ bound }) => bound === 0.1)?.records,
    },
    height,
    prec,
    ncp,
    discernibility,
    lm,
    'mean class size': published / classes.count,
    sensitive: Object.fromEntries(known.sensitive.map((column, at) => [column.sensitive.name, valuesOf(known, at)])),
  };
}

function valuesOf(known: KnownTable, at: number): Record<string, unknown> {
  const { sensitive } = known.sensitive[at];
  const facts = new Map(checkTable(known).facts.map(({ rule, reached }) => [rule, reached]));
  const of = (rule: string): number | null | undefined => facts.get(`${rule} of ${sensitive.name}`);
  const posteriors: (Posterior | null)[] = [];
  tallyClasses(known.classes, sensitive, (tally) => posteriors.push(homogeneity(tally)));
  const attack = measureValues(judgedValues(known.classes, sensitive, posteriors), sensitive);
  const { marginal, withoutOwn } = baselinesOf(known.classes, sensitive, 'unveil');
  return {
    'distinct l': of('distinct l-diversity'),
    'entropy l': of('entropy l-diversity'),
    'recursive: c above': { 'l=2': of('recursive (c, 2)-diversity'), 'l=3': of('recursive (c, 3)-diversity') },
    't, equal distance': of('t-closeness (equal)'),
    't, hierarchical': of('t-closeness (hierarchical)'),
    't, ordered (ranks)': of('t-closeness (ordered)'),
    'kl, greatest': of('t-closeness (kl)'),
    values: sensitive.values.length,
    'guess right': { attack: attack.right, marginal: marginal.right, 'without own record': withoutOwn.right },
    'disclosed at': Object.fromEntries(
      attack.disclosedAt.map(({ certainty, share }) => [certainty === 1 ? '1.0' : String(certainty), share]),
    ),
  };
}

/** An attacker with some columns of the raw records. */
export function knowing({ table }: Parts, columns: readonly string[]): Record<string, number> {
  const { of, count } = groupRows(
    table.rows,
    columns.map((name) => {
      const { codes, values } = table.columns.find((column) => column.name === name) as Column;
      return { codes, size: values.length };
    }),
  );
  const sizes = new Int32Array(count);
  for (const group of of) sizes[group] += 1;
  return { classes: count, unique: sizes.filter((size) => size === 1).length, 'expected right': count / table.rows };
}

/** All nodes of the lattice that satisfy a claim, under the golden file's names. */
export function latticeOf(known: KnownTable, claim: TableClaim, share: number): Record<string, unknown> {
  const { quasi, sensitive, hierarchies, table } = known;
  const trees = quasi.map(({ name }) => hierarchies.get(name) as ValueHierarchy);
  const data = recodableOf(quasi, trees, sensitive, table.rows);
  const requirement = requirementOf(claim, sensitive);
  const limit = Math.floor(share * table.rows);
  const found = searchLattice(data, requirement, { limit, loss: 'prec' });
  const low = samarati(data, requirement, limit);
  const node = ({ levels, loss, suppressed }: FoundNode) => ({ precision: 1 - loss, levels, suppressed });
  return {
    satisfying: found.satisfying,
    minimal: found.minimal.toSorted((a, b) => (a.join() < b.join() ? -1 : 1)),
    'minimal nodes': found.minimal.length,
    'best precision': found.best.map(node),
    'best nodes': found.best.map(({ levels }) => levels),
    'least height': low.height,
    'of that height': low.ofThatHeight,
    samarati: low.best.map(node),
  };
}
