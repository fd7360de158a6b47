import type { Trial } from '../../findings/finding.ts';
import { byAttack, type Finding } from '../../verdict/finding.ts';
import type { BackgroundStatement } from '../attack/background.ts';
import type { Linked } from '../attack/linking.ts';
import type { Concept } from '../attack/similarity.ts';
import type { KnownTable } from '../check/check-table.ts';
import { allTogether } from '../joint/all-together.ts';
import { backgroundOfPersons } from './background-persons.ts';
import { type Exact, exactFindings, withoutExact } from './exact-findings.ts';
import { type External, exactMembers, externalFindings, linkExternal, withoutExternal } from './link-findings.ts';
import { otherFindings } from './other-findings.ts';
import type { OtherRelease } from './rows-of-both.ts';
import { type AttackTold, findingsIn, tell, trialsOf } from './told.ts';
import { type ColumnFindings, columnFindings } from './value-findings.ts';

/** What an attacker brings to a table, and what measures know of the truth. */
interface TableKnowledge {
  readonly external: External | null;
  readonly other: OtherRelease | null;
  readonly statements: readonly (BackgroundStatement & { readonly column: string })[];
  /** Of each sensitive column what the sources hold together. */
  readonly related: ReadonlyMap<string, { readonly concepts: readonly Concept[]; readonly covered: number }>;
  /** Exact quasi-identifiers that are published beside values in buckets. */
  readonly buckets: Exact | null;
  readonly seed: string;
}

export interface AssessedTable {
  readonly columns: readonly { readonly column: string; readonly marginal: number; readonly heldOut: ColumnFindings['heldOut'] }[];
  /** Each attack with its figure. */
  readonly trials: readonly Trial[];
  readonly findings: readonly Finding[];
}

/** Everything that attacks on a table come to: each beside its baselines, or why it cannot say. */
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
    ...(external === null || links === null ? [] : personStatements(known, statements, external, links.linked)),
    ...(external === null || links === null ? [] : together(known, external, links.linked, { statements, other })),
    ...(exact === null ? withoutExact(known) : exactFindings(known, exact, seed)),
    ...otherFindings(known, other, external, seed),
  ];
  return {
    columns: columns.map(({ name, found }) => ({ column: name, marginal: found.baselines.marginal.right, heldOut: found.heldOut })),
    trials: trialsOf(told),
    findings: findingsIn(told),
  };
}

/** All knowledge at once; silent where there is no more than one kind of it. */
function together(
  known: KnownTable,
  external: External,
  linked: Linked,
  { statements, other }: Pick<TableKnowledge, 'statements' | 'other'>,
): AttackTold[] {
  if (statements.length === 0 || other === null || !['same-people', 'other-holder'].includes(other.relation)) return [];
  return known.sensitive.map((column) => {
    const { name } = column.sensitive;
    const own = statements.filter((each) => each.column === name);
    const by = byAttack(
      'learned',
      'all-together',
      'a register of persons who are in the release, statements on them, and a second release',
      {
        about: name,
      },
    );
    return tell(by, 'not tried', () => allTogether(by, known, column, external, linked, { statements: own, other }));
  });
}

function personStatements(known: KnownTable, statements: TableKnowledge['statements'], external: External, linked: Linked): AttackTold[] {
  return known.sensitive.flatMap((column) => {
    const { name } = column.sensitive;
    const own = statements.filter((each) => each.column === name);
    const by = byAttack('learned', 'background-of-persons', 'a register of persons who are in the release, and statements on them', {
      about: name,
    });
    return own.length === 0 ? [] : [tell(by, 'not computable', () => backgroundOfPersons(by, known, column, own, external, linked))];
  });
}

function exactOf(known: KnownTable, external: External, links: NonNullable<ReturnType<typeof linkExternal>>): Exact {
  const { recordOf } = external;
  const truth =
    recordOf === null
      ? null
      : (name: string, person: number): number => {
          const record = recordOf[person] as number;
          const column = known.sensitive.find(({ sensitive }) => sensitive.name === name);
          return record < 0 || column === undefined ? -1 : (column.sensitive.codes[record] as number);
        };
  return { table: external.table, members: exactMembers(known, external.table, links), truth, buckets: false };
}
