import { plainKind } from '../../app/audit/plain/kind-of-plain.ts';
import type { Cut } from '../../app/audit/plain/plain-kind.ts';
import type { OpenedFile } from '../../app/read-release.ts';
import type { AuditRequest } from '../../contracts/audit-request.ts';
import { detectFormat } from '../../core/format/detect.ts';
import type { Relation } from '../../core/relational/assess/other-findings.ts';
import type { Asked, Told } from '../kind.ts';
import { type ClassTruth, type ClassUnit, classUnits, exposeClass, judgeGuess } from './attack/expose-class.ts';
import { type RelatedValues, relateValues } from './attack/relate-values.ts';
import { assessRelease } from './measure/assess.ts';
import { besidePath, type GivenTable, hierarchyPaths, openGiven } from './read/open.ts';
import { parseRoles } from './read/roles.ts';
import { restoreKnown, restoreTable, type StoredKnown, type StoredTable, storeKnown, storeTable } from './read/stored-table.ts';
import { CLASSES, GLOSSARY, MEND, WORDS } from './words.ts';

/** A table with what an attacker has beside it. */
interface WholeTable {
  readonly known: StoredKnown;
  readonly external: StoredTable | null;
  readonly other: { readonly table: StoredTable; readonly relation: Relation } | null;
}

/** Tables of people: a record a person, columns with roles. A unit is a class of records with equal quasi-identifiers. */
export const relational = plainKind<GivenTable, ClassUnit, ClassTruth, WholeTable>({
  name: 'relational',
  units: CLASSES,
  words: WORDS,
  attack: { name: 'homogeneity', version: 1 },
  glossary: GLOSSARY,
  mend: MEND,
  tells,
  suits: () => {},
  beside,
  open: openGiven,
  cut: ({ table, roles, hierarchies, buckets, original, external, other }) => {
    const stored = storeKnown({ table, roles, hierarchies, buckets });
    const cut: Cut<ClassUnit, ClassTruth, WholeTable> = {
      people: Array.from({ length: table.rows }, () => ({ id: null })),
      // In buckets nobody's value is published: only the original tells it.
      units: classUnits(restoreKnown(stored), buckets === null ? table : original, buckets !== null),
      whole: {
        known: stored,
        external: external === null ? null : storeTable(external),
        other: other === null ? null : { table: storeTable(other.table), relation: other.relation },
      },
      original: original === null ? null : storeTable(original),
    };
    return Promise.resolve(cut);
  },
  expose: exposeClass,
  judge: judgeGuess,
  relate: async ({ known }, audit, { counters }) => relateValues(restoreKnown(known), audit, await counters()),
  assess: ({ known, external, other }, { original, related }, { request }) =>
    Promise.resolve(
      assessRelease(restoreKnown(known), {
        inBuckets: known.buckets !== null,
        external: external === null ? null : restoreTable(external),
        other: other === null ? null : { table: restoreTable(other.table), relation: other.relation },
        original: original === null ? null : restoreTable(original as StoredTable),
        related: related as readonly RelatedValues[],
        request,
      }),
    ),
});

/** Every other CSV holds transactions: a table of people is one by the word of who asks. */
function tells({ name, head, table }: Pick<OpenedFile, 'name' | 'head' | 'table'>, { kind, roles, columns }: Asked): Told {
  if (kind !== 'relational' && roles === undefined && columns === undefined)
    return { is: 'no', why: 'a table of people is one by its roles (--roles roles.json, or "kind": "relational")' };
  if (table !== null) return { is: 'no', why: 'workbooks and Parquet are not read as tables of people; save it as CSV' };
  return detectFormat(name, head) === 'csv' || kind === 'relational'
    ? { is: 'yes', why: 'its columns have roles' }
    : { is: 'no', why: 'a table of people is CSV' };
}

async function beside(request: AuditRequest, text: (path: string) => Promise<string>): Promise<string[]> {
  const { roles, columns, buckets, external, otherRelease } = request;
  if (roles === undefined && columns === undefined) return [];
  const hierarchies =
    roles === undefined ? [] : [roles, ...hierarchyPaths(parseRoles(await text(roles), roles)).map((path) => besidePath(roles, path))];
  return [...hierarchies, ...[buckets, external, otherRelease?.file].filter((path) => path !== undefined)];
}
