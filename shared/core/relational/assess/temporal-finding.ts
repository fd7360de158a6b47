import { decided, notComputable, type Trial } from '../../findings/finding.ts';
import { byAttack, type Finding } from '../../verdict/finding.ts';
import type { TargetGuess } from '../../verdict/said.ts';
import { homogeneity, type Posterior, posteriorOf } from '../attack/posterior.ts';
import { matchRows } from '../attack/row-matching.ts';
import type { KnownTable } from '../check/check-table.ts';
import { tallyClasses } from '../model/classes.ts';
import { type OtherRelease, rowsOfBoth } from './rows-of-both.ts';
import { alike, surelyOrMeasured } from './surely.ts';
import type { AttackTold } from './told.ts';

/** Rows that may be new (or gone), by class; suppressed records are one class. */
interface FreeRows {
  readonly rows: number;
  readonly size: number;
  /** Free rows with each value, by sensitive column. */
  readonly counts: readonly ReadonlyMap<number, number>[];
}

/**
 * Who joined between two releases has one of the rows of her class that some greatest matching leaves free; who left, one of the free rows of the
 * release that she was in.
 */
export function temporal(known: KnownTable, { table, relation }: OtherRelease): AttackTold | Trial {
  const { columns, linked } = rowsOfBoth(known, table, true);
  if (columns.length === 0) return notComputable('temporal', null, 'the two releases share no column');
  const found = matchRows(linked);
  const there = found.leftFree.reduce((sum, each, group) => sum + each * (linked.leftSizes[group] as number), 0);
  const classes = freeByClass(known, linked.right.of, found.rightFree);
  const here = classes.reduce((sum, { rows }) => sum + rows, 0);
  const certain = classes.filter(({ rows }) => rows === 1).length;
  const what = relation === 'earlier' ? 'joined' : 'left';
  const [first] = known.sensitive;
  const all = posteriorOf(classes.flatMap(({ counts }) => [...(counts[0] ?? [])]).reduce(added, new Map<number, number>()));
  const mean = (of: (each: FreeRows) => number): number | null =>
    here === 0 ? null : classes.reduce((sum, each) => sum + each.rows * of(each), 0) / here;
  const trial = decided(
    'temporal',
    null,
    `${here} rows of this release may be of people who have ${what}, ${certain} of them alone in their class; ${there} rows of the other release can have no partner here`,
    {
      people: here,
      coverage: 1,
      figure: `found among those that ${what}`,
      value: mean(({ rows }) => 1 / rows),
      baseline: { name: 'this release alone', value: mean(({ size }) => 1 / size) },
      details: {
        matched: found.matched,
        free: here,
        freeInOther: there,
        certain,
        surestValue: all?.shares[0] ?? null,
        marginal: first?.sensitive.shares.reduce((most, share) => Math.max(most, share), 0) ?? null,
      },
    },
  );
  const knows = `who has ${what}, the quasi-identifiers of these, and the ${relation} release`;
  const said = (each: (own: FreeRows, cluster: number) => Pick<TargetGuess, 'confidence' | 'lessConfidence'>): TargetGuess[] =>
    alike(classes.map((own, cluster) => ({ ...each(own, cluster), cluster, weight: own.rows, right: null, lessRight: null })));
  const linking = surelyOrMeasured(
    byAttack('linked', 'temporal', knows),
    said(({ rows, size }) => ({ confidence: 1 / rows, lessConfidence: 1 / size })),
    'this release alone',
    trial.reason,
    { least: 0.5, doubt: 0 },
  );
  return { trial, findings: [...linking, ...known.sensitive.flatMap((_, at) => valuesOf(known, at, classes, knows, trial.reason))] };
}

/** All free rows of a class with one value. Less than that is a matter of chance, which linking bounds. */
function valuesOf(
  known: KnownTable,
  at: number,
  classes: readonly (FreeRows & { readonly group: number })[],
  knows: string,
  reason: string,
): Finding[] {
  const { sensitive } = known.sensitive[at] as KnownTable['sensitive'][number];
  const alone: (Posterior | null)[] = [];
  tallyClasses(known.classes, sensitive, (tally) => alone.push(homogeneity(tally)));
  const said = classes.map(({ counts, rows, group }, cluster): TargetGuess => {
    const posterior = posteriorOf(counts[at] ?? []);
    const less = alone[group]?.shares[0] ?? 0;
    return { cluster, weight: rows, confidence: posterior?.shares[0] ?? null, right: null, lessConfidence: less, lessRight: null };
  });
  const findings = surelyOrMeasured(
    byAttack('learned', 'temporal', knows, { about: sensitive.name }),
    said,
    'the class in this release alone',
    reason,
    { doubt: 0 },
  );
  return findings.filter(({ confidence }) => confidence === 1);
}

function freeByClass({ classes, sensitive }: KnownTable, groups: Int32Array, free: Uint8Array): (FreeRows & { readonly group: number })[] {
  const found = new Map<number, { group: number; rows: number; size: number; counts: Map<number, number>[] }>();
  for (const [row, group] of groups.entries()) {
    if (free[group] !== 1) continue;
    const own = classes.of[row] as number;
    const entry = found.get(own) ?? {
      group: own,
      rows: 0,
      size: own < 0 ? classes.suppressed : (classes.sizes[own] as number),
      counts: sensitive.map(() => new Map<number, number>()),
    };
    found.set(own, entry);
    entry.rows += 1;
    for (const [at, each] of sensitive.entries()) {
      const code = each.sensitive.codes[row] as number;
      if (each.sensitive.missing[code] !== 1) added(entry.counts[at] as Map<number, number>, [code, 1]);
    }
  }
  return [...found.values()];
}

const added = (sum: Map<number, number>, [code, count]: readonly [number, number]): Map<number, number> =>
  sum.set(code, (sum.get(code) ?? 0) + count);
