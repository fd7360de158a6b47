import { byAttack, type Finding } from '../../../../core/verdict/finding.ts';
import type { TargetGuess } from '../../../../core/verdict/guesses.ts';
import { decided, notComputable, type Trial } from '../../../../core/verdict/trial.ts';
import { greatestShare } from '../attack/class-guess.ts';
import { homogeneities, posteriorOf } from '../attack/posterior.ts';
import { matchRows } from '../attack/row-matching.ts';
import type { KnownTable } from '../check/check-table.ts';
import { type OtherRelease, rowsOfBoth } from './link-findings.ts';
import { type AttackTold, alike, surelyOrMeasured } from './told.ts';

/** Possibly new (or gone) rows by class; suppressed records are one class. */
interface FreeRows {
  readonly rows: number;
  readonly size: number;
  /** Counts of values among the free rows, by sensitive column. */
  readonly counts: readonly ReadonlyMap<number, number>[];
}

/**
 * Temporal attack: a person who joined between two releases has a row that some maximum matching leaves free; a person who left had a free row of
 * the earlier release.
 */
export function temporal(known: KnownTable, { table, relation }: OtherRelease): AttackTold | Trial {
  const { columns, linked } = rowsOfBoth(known, table, true);
  if (columns.length === 0) return notComputable('temporal', null, 'the two releases share no column');
  const found = matchRows(linked);
  const there = found.leftFree.reduce((sum, each, group) => sum + each * linked.leftSizes[group], 0);
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
        marginal: first === undefined ? null : greatestShare(first.sensitive),
      },
    },
  );
  const knows = `who has ${what}, the quasi-identifiers of these, and the ${relation} release`;
  const said = (each: (own: FreeRows, cluster: number) => Pick<TargetGuess, 'confidence' | 'baselineConfidence'>): TargetGuess[] =>
    alike(classes.map((own, cluster) => ({ ...each(own, cluster), cluster, weight: own.rows, right: null, baselineRight: null })));
  const linking = surelyOrMeasured(
    byAttack('linked', 'temporal', knows),
    said(({ rows, size }) => ({ confidence: 1 / rows, baselineConfidence: 1 / size })),
    'this release alone',
    trial.reason,
    { least: 0.5, doubt: 0 },
  );
  return { trial, findings: [...linking, ...known.sensitive.flatMap((_, at) => valuesOf(known, at, classes, knows, trial.reason))] };
}

/** Certain only if all free rows of a class have one value; linking bounds the rest. */
function valuesOf(
  known: KnownTable,
  at: number,
  classes: readonly (FreeRows & { readonly group: number })[],
  knows: string,
  reason: string,
): Finding[] {
  const { sensitive } = known.sensitive[at];
  const alone = homogeneities(known.classes, sensitive);
  const said = classes.map(({ counts, rows, group }, cluster): TargetGuess => {
    const posterior = posteriorOf(counts[at] ?? []);
    const less = alone[group]?.shares[0] ?? 0;
    return { cluster, weight: rows, confidence: posterior?.shares[0] ?? null, right: null, baselineConfidence: less, baselineRight: null };
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
    const own = classes.of[row];
    const entry = found.get(own) ?? {
      group: own,
      rows: 0,
      size: own < 0 ? classes.suppressed : classes.sizes[own],
      counts: sensitive.map(() => new Map<number, number>()),
    };
    found.set(own, entry);
    entry.rows += 1;
    for (const [at, each] of sensitive.entries()) {
      const code = each.sensitive.codes[row];
      if (each.sensitive.missing[code] !== 1) added(entry.counts[at], [code, 1]);
    }
  }
  return [...found.values()];
}

const added = (sum: Map<number, number>, [code, count]: readonly [number, number]): Map<number, number> =>
  sum.set(code, (sum.get(code) ?? 0) + count);
