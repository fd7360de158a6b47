import { type Claim, uncheckedClaim } from '../../../core/verdict/claim.ts';
import { grouped } from '../../../core/verdict/figure-text.ts';
import { plural } from '../../../kit/publish/text.ts';
import { type CheckedTable, checkTable, type KnownTable, SUPPRESSED_RECORDS } from '../core/check/check-table.ts';
import { type Presence, presenceIn } from '../core/check/presence.ts';
import type { Table } from '../core/model/table.ts';

/** The claim check of a table, used by `unveil check`, `audit` and `certify`. */
export interface CheckedClaims extends CheckedTable {
  readonly presence: Presence | null;
  readonly stated: readonly Claim[];
}

/** `inBuckets`: quasi-identifiers are published unchanged. `open`: the public table for delta-presence; null without one. */
export function checkTableClaims(
  known: KnownTable,
  { claimsK, inBuckets, open }: { readonly claimsK: boolean; readonly inBuckets: boolean; readonly open: Table | null },
): CheckedClaims {
  const checked = checkTable(known);
  const { classes, quasi, sensitive, roles } = known;
  const published = classes.records - classes.suppressed;
  const { delta } = roles.claim;
  const presence = open === null ? null : presenceIn(known, open, delta ?? { min: 0, max: 1 });
  const stated = checked.claims.map(({ rule, column, failing, holds }): Claim => {
    const own = sensitive.find((each) => each.sensitive.name === column)?.sensitive;
    const scope = column === null ? 'of all published records' : 'of the records with a known value';
    const isEmpty = column === null ? quasi.length === 0 || classes.records === 0 : own === undefined || own.known === 0 || published === 0;
    if (isEmpty) return { text: rule, scope, state: 'nothing to check', checked: null, violations: null, example: null };
    const [first] = failing;
    return {
      text: rule,
      scope,
      state: holds === false ? 'broken' : 'held',
      checked: classes.count,
      violations: failing.length,
      example: first === undefined ? null : placeOf(known, first),
    };
  });
  if (inBuckets && claimsK)
    stated.push(
      uncheckedClaim('k-anonymity', 'of all published records', 'buckets publish quasi-identifiers as they were: claim l or t of them'),
    );
  if (delta !== undefined) stated.push(presenceClaim(`${delta.min} to ${delta.max}-presence`, presence));
  return { ...checked, presence, stated };
}

/** Names the class by the number of its first record; quotes no cell. */
function placeOf({ classes }: KnownTable, group: number): string {
  if (group === SUPPRESSED_RECORDS) return plural(classes.suppressed, 'suppressed record');
  const row = classes.members[classes.starts[group]];
  return `the class of record ${grouped(row + 1)} (${plural(classes.sizes[group], 'record')})`;
}

const PEOPLE = 'of the people in the public table';

function presenceClaim(text: string, presence: Presence | null): Claim {
  if (presence === null)
    return uncheckedClaim(text, PEOPLE, 'the public table is needed: unveil check --public, or a register of everybody (--external)');
  const { classes, failing } = presence;
  const first = classes[failing[0] ?? -1];
  return {
    text,
    scope: PEOPLE,
    state: failing.length > 0 ? 'broken' : 'held',
    checked: classes.length,
    violations: failing.length,
    example: first === undefined ? null : `a class of ${grouped(first.public)} people of whom ${grouped(first.private)} are in the release`,
  };
}
