import * as z from 'zod';
import { many } from '../../contracts/work-blob.ts';
import type { PlainShapes } from '../../kit/plain/blobs.ts';
import { plainKind } from '../../kit/plain/kind-of-plain.ts';
import type { CutRelease } from '../../kit/plain/plain-kind.ts';
import { CLASS_UNIT, type ClassTruth, type ClassUnit, classUnits, exposeClass, judgeGuess } from './attack/expose-class.ts';
import { type RelatedValues, relateValues } from './attack/relate-values.ts';
import type { Relation } from './core/assess/link-findings.ts';
import { assessRelease } from './measure/assess.ts';
import { besidePath, type GivenTable, hierarchyPaths, openGiven } from './read/open.ts';
import { parseRoles } from './read/roles.ts';
import {
  restoreKnown,
  restoreTable,
  STORED_KNOWN,
  STORED_TABLE,
  type StoredKnown,
  type StoredTable,
  storeKnown,
  storeTable,
} from './read/stored-table.ts';
import { CLASSES, GLOSSARY, MEND, WORDS } from './words.ts';

/** A table with the attacker's knowledge. */
interface WholeTable {
  readonly known: StoredKnown;
  readonly external: StoredTable | null;
  readonly other: { readonly table: StoredTable; readonly relation: Relation } | null;
}

const SHAPES: PlainShapes<ClassUnit, ClassTruth, WholeTable, StoredTable, readonly RelatedValues[]> = {
  version: 4,
  unit: CLASS_UNIT,
  truth: z.strictObject({ people: many(z.int()), targets: many(many(z.string())) }),
  whole: z.strictObject({
    known: STORED_KNOWN,
    external: STORED_TABLE.nullable(),
    other: z.strictObject({ table: STORED_TABLE, relation: z.enum(['same-people', 'earlier', 'later', 'other-holder']) }).nullable(),
  }),
  original: STORED_TABLE,
  related: z.array(
    z.strictObject({
      column: z.string(),
      known: many(z.int()),
      groups: many(z.strictObject({ name: z.string().nullable(), codes: many(z.int()) })),
    }),
  ),
};

/** Tables of people: one record for each person, columns with roles. A unit is an equivalence class. */
export const relational = plainKind({
  name: 'relational',
  units: CLASSES,
  words: WORDS,
  shapes: SHAPES,
  onRegister: { name: 'all-together', version: 1 },
  attack: { name: 'homogeneity', version: 1, way: 'learned', knows: 'all quasi-identifiers of a person exactly' },
  glossary: GLOSSARY,
  mend: MEND,
  namedInTurn: async (roles, text) => hierarchyPaths(parseRoles(await text(roles), roles)).map((path) => besidePath(roles, path)),
  open: openGiven,
  cut: ({ table, roles, hierarchies, buckets, original, external, other }: GivenTable) => {
    const stored = storeKnown({ table, roles, hierarchies, buckets });
    const cut: CutRelease<ClassUnit, ClassTruth, WholeTable, StoredTable> = {
      people: Array.from({ length: table.rows }, () => ({ id: null })),
      // Buckets do not publish who has which value: only the original tells.
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
  relate: ({ known }, audit, knowledge) => relateValues(restoreKnown(known), audit, knowledge),
  readsNouns: true,
  assess: ({ known, external, other }, { original, related }, { request }) =>
    Promise.resolve(
      assessRelease(restoreKnown(known), {
        inBuckets: known.buckets !== null,
        claimsK: known.roles.claim.k !== undefined,
        external: external === null ? null : restoreTable(external),
        other: other === null ? null : { table: restoreTable(other.table), relation: other.relation },
        original: original === null ? null : restoreTable(original),
        related: related ?? [],
        request,
      }),
    ),
});
