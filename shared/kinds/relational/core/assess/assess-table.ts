import { byAttack, type Finding } from '../../../../core/verdict/finding.ts';
import type { Trial } from '../../../../core/verdict/trial.ts';
import type { BackgroundStatement } from '../attack/background.ts';
import type { Linked } from '../attack/linking.ts';
import type { Concept } from '../attack/similarity.ts';
import type { KnownTable } from '../check/check-table.ts';
import { allTogether } from '../joint/all-together.ts';
import { backgroundOfPersons } from './background-persons.ts';
import { type Exact, exactFindings, withoutExact } from './exact-findings.ts';
import { type External, exactMembers, externalFindings, linkExternal, type OtherRelease, withoutExternal } from './link-findings.ts';
import { otherFindings } from './other-findings.ts';
import { type AttackTold, findingsIn, tell, trialsOf } from './told.ts';
import { type ColumnFindings, columnFindings } from './value-findings.ts';

/** The attacker's knowledge, and the truth that only measures use. */
interface TableKnowledge {
  readonly external: External | null;
  readonly other: OtherRelease | null;
  readonly statements: readonly (BackgroundStatement & { readonly column: string })[];
  /** Groups of related values by sensitive column, from the sources. */
  readonly related: ReadonlyMap<string, { readonly concepts: readonly Concept[]; readonly covered: number }>;
  /** Exact quasi-identifiers if the release is in buckets. */
  readonly buckets: Exact | null;
  readonly seed: string;
}

export interface AssessedTable {
  readonly columns: readonly { readonly column: string; readonly marginal: number; readonly heldOut: ColumnFindings['heldOut'] }[];
  readonly trials: readonly Trial[];
  readonly findings: readonly Finding[];
}

/** Runs all attacks on a table; each result has its baselines or the reason why it is not computable. */
export function assessTable(known: KnownTable, knowledge: TableKnowledge): AssessedTable {
  const { external, other, statements, related, buckets, seed } = knowledge;
  const columns = known.sensitive.map((column) => {
    const { name } = column.sensitive;
    return {
      name,
      found: columnFindings(known, column, {
        statements: statements.filter((each) => each.column === name),
        related: related.get(name) ?? null,
        seed,
      }),
    };
  });
  const links = external === null ? null : linkExternal(known, external.table);
  const exact = buckets ?? (external === null || links === null ? null : exactOf(known, external, links));
  const told = [
    ...columns.flatMap(({ found }) => found.told),
    ...(external === null ? [withoutExternal(known)] : externalFindings(known, external, links)),
    ...(external === null || links === null ? [] : onPersons(known, external, links.linked, { statements, other })),
    ...(exact === null ? withoutExact(known) : exactFindings(known, exact, seed)),
    ...otherFindings(known, other, external, seed),
  ];
  return {
    columns: columns.map(({ name, found }) => ({ column: name, marginal: found.baselines.marginal.right, heldOut: found.heldOut })),
    trials: trialsOf(told),
    findings: findingsIn(told),
  };
}

/** Statements on persons of the register; then all knowledge together, not tried with fewer than two kinds of it. */
function onPersons(
  known: KnownTable,
  external: External,
  linked: Linked,
  { statements, other }: Pick<TableKnowledge, 'statements' | 'other'>,
): AttackTold[] {
  const columns = known.sensitive.map((column) => {
    const about = column.sensitive.name;
    return { column, about, own: statements.filter((each) => each.column === about) };
  });
  const stated = columns.flatMap(({ column, about, own }) => {
    const by = byAttack('learned', 'background-of-persons', `${REGISTER}, and statements on them`, { about });
    return own.length === 0 ? [] : [tell(by, 'not computable', () => backgroundOfPersons(by, known, column, own, external, linked))];
  });
  if (statements.length === 0 || other === null || !['same-people', 'other-holder'].includes(other.relation)) return stated;
  const together = columns.map(({ column, about, own }) => {
    const by = byAttack('learned', 'all-together', `${REGISTER}, statements on them, and a second release`, { about });
    return tell(by, 'not tried', () => allTogether(by, known, column, external, linked, { statements: own, other }));
  });
  return [...stated, ...together];
}

const REGISTER = 'a register of persons who are in the release';

function exactOf(known: KnownTable, external: External, links: NonNullable<ReturnType<typeof linkExternal>>): Exact {
  const { recordOf } = external;
  const truth =
    recordOf === null
      ? null
      : (name: string, person: number): number => {
          const record = recordOf[person];
          const column = known.sensitive.find(({ sensitive }) => sensitive.name === name);
          return record < 0 || column === undefined ? -1 : column.sensitive.codes[record];
        };
  return { table: external.table, members: exactMembers(known, links), truth, buckets: false };
}
