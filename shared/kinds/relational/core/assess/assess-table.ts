import type { Exposure } from '../../../../core/people/exposure.ts';
import { byAttack, type Finding } from '../../../../core/verdict/finding.ts';
import type { Trial } from '../../../../core/verdict/trial.ts';
import type { ColumnStatement, MoveStatement } from '../attack/background.ts';
import { type ClassGuess, conceptGuess, intervalGuess } from '../attack/class-guess.ts';
import type { Linked } from '../attack/linking.ts';
import type { KnownTable } from '../check/check-table.ts';
import { rulesOf, type SensitiveColumn } from '../check/rules.ts';
import { allTogether, type Beside, wholeOf } from '../joint/all-together.ts';
import { exposePersons } from '../joint/expose-persons.ts';
import { type Believed, believed } from '../joint/model.ts';
import { backgroundOfPersons } from './background-persons.ts';
import { exactFindings, withoutExact } from './exact-findings.ts';
import { harmfulOf, harmfulRegion } from './harmful-values.ts';
import {
  type External,
  exactMembers,
  externalFindings,
  linkExternal,
  type OtherRelease,
  valuesAreOf,
  withoutExternal,
} from './link-findings.ts';
import { orderOf, otherFindings } from './other-findings.ts';
import { type Exact, practisedOf } from './practised-columns.ts';
import { conceptsOf, type RelatedConcepts } from './similarity-findings.ts';
import { type AttackTold, findingsIn, tell, trialsOf } from './told.ts';
import { type ColumnFindings, columnFindings } from './value-findings.ts';

/** The attacker's knowledge, and the truth that only measures use. */
export interface TableKnowledge {
  readonly external: External | null;
  readonly other: OtherRelease | null;
  readonly statements: readonly ColumnStatement[];
  readonly moves: readonly MoveStatement[];
  /** Groups of related values by sensitive column, from the sources. */
  readonly related: ReadonlyMap<string, RelatedConcepts>;
  /** Exact quasi-identifiers if the release is in buckets. */
  readonly buckets: Exact | null;
  /** Whether the persons of the register are wanted one by one. */
  readonly listsPersons?: boolean;
  readonly seed: string;
}

export interface AssessedTable {
  readonly columns: readonly { readonly column: string; readonly marginal: number; readonly heldOut: ColumnFindings['heldOut'] }[];
  readonly trials: readonly Trial[];
  readonly findings: readonly Finding[];
  /** Of each person of the register, from everything known at once. */
  readonly persons: readonly Exposure[];
}

/** Runs all attacks on a table; each result has its baselines or the reason why it is not computable. */
export function assessTable(known: KnownTable, knowledge: TableKnowledge): AssessedTable {
  const { external, other, statements, related, buckets, seed } = knowledge;
  const order = orderOf(known, other, seed);
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
  const ofValues = external === null || links === null ? null : valuesAreOf(known, external, links.linked, buckets !== null);
  // Another release says which row is whose, and in buckets that is not whose the value is.
  const knows = buckets === null ? knowledge : { ...knowledge, other: null, moves: [] };
  const onRegister =
    ofValues === null ? [] : onPersons(known, ofValues.external, ofValues.linked, knows, exact, buckets === null ? order : () => null);
  const told = [
    ...columns.flatMap(({ found }) => found.told),
    ...(external === null ? [withoutExternal(known)] : externalFindings(known, external, links, ofValues)),
    ...onRegister.flatMap((each) => each.told),
    ...(exact === null ? withoutExact(known) : exactFindings(known, exact, seed)),
    ...otherFindings(known, other, external, order),
  ];
  return {
    columns: columns.map(({ name, found }) => ({ column: name, marginal: found.baselines.marginal.right, heldOut: found.heldOut })),
    trials: trialsOf(told),
    findings: findingsIn(told),
    persons: onRegister.flatMap(({ persons }) => persons),
  };
}

/** Statements on persons of the register; then all knowledge together, not tried with fewer than two kinds of it. */
function onPersons(
  known: KnownTable,
  external: External,
  linked: Linked,
  { statements, moves, other, related, listsPersons, seed }: TableKnowledge,
  exact: Exact | null,
  order: ReturnType<typeof orderOf>,
): { readonly told: readonly AttackTold[]; readonly persons: readonly Exposure[] }[] {
  return known.sensitive.map((column, at) => {
    const about = column.sensitive.name;
    const own = statements.filter((each) => each.column === about);
    const by = byAttack('learned', 'background-of-persons', `${REGISTER}, and statements on them`, { about });
    const stated =
      own.length === 0 ? [] : [tell(by, 'not computable', () => backgroundOfPersons(by, known, column, own, external, linked))];
    const all = `${REGISTER}, and all other knowledge at once`;
    const together = byAttack('learned', 'all-together', all, { about });
    const regions = byAttack('learned', 'all-together-groups', `${all}, and which values are alike`, { about });
    const beside = (practised = exact === null || exact.buckets ? null : practisedOf(known, column, exact)): Beside => ({
      statements,
      other,
      isOrdered: order()?.leaks === true,
      moves,
      columns: practised === null || 'why' in practised ? null : practised,
      rules: exact === null || exact.buckets ? [] : rulesOf(known.roles.claim, known.sensitive).filter((rule) => rule.column === at),
      regions: regionsOf(known, column, related.get(about) ?? null),
      seed,
    });
    let persons: readonly Exposure[] = [];
    const told = tell(together, 'not tried', () => {
      const knows = beside();
      let model: Believed | null = null;
      const own = (): Believed => (model ??= believed(known, column.sensitive, external.table, linked, wholeOf(knows), seed));
      if (listsPersons) {
        const withoutColumns = (): Believed =>
          believed(known, column.sensitive, external.table, linked, { ...wholeOf(knows), columns: null }, seed);
        const marked = { harmful: harmfulOf(known, column), most: knows.columns?.most ?? 1, without: withoutColumns };
        persons = exposePersons(own(), column.sensitive, external, marked, linked);
      }
      return allTogether([together, regions], known, column, external, linked, knows, own);
    });
    return { told: [...stated, told], persons: told.trial.status === 'errored' ? [] : persons };
  });
}

function regionsOf(known: KnownTable, column: SensitiveColumn, related: RelatedConcepts | null): readonly ClassGuess[] {
  const harmful = harmfulOf(known, column);
  const concepts = [...conceptsOf(column, related), ...(harmful.length > 0 ? [harmfulRegion(column.sensitive, harmful)] : [])];
  const near = column.meaning.type === 'number' ? intervalGuess(column.sensitive) : null;
  return [...(concepts.length > 0 ? [conceptGuess(concepts)] : []), ...(near === null ? [] : [near])];
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
