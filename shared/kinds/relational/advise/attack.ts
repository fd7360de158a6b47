import { assessTable } from '../../../core/relational/assess/assess-table.ts';
import type { KnownTable } from '../../../core/relational/check/check-table.ts';
import { tallyClasses, type ValueTally } from '../../../core/relational/model/classes.ts';
import type { Table } from '../../../core/relational/model/table.ts';
import type { Finding } from '../../../core/verdict/finding.ts';

/** The worst of all that an audit finds: who is linked, and of whom a value or a group of values is learned. */
export const WORST = 'every attack';
/** What it must not be paid for with: another attacker may not find more than of what was given. */
const ONE_RULED_OUT = 'one value ruled out';
/** They draw, each time by another seed, and need somebody who knows exact quasi-identifiers. */
const DRAWN = ['naive-bayes', 'minimality'] as const;
const READ_OFF = ['homogeneity', 'similarity', 'similarity-of-numbers'] as const;

export interface Attacking {
  readonly certainty: number;
  /** A register of persons, as the request names it. */
  readonly external: Table | null;
}

/** Of whom something is found by this attacker with this certainty, as a share of the people in scope; null: it could not say. */
export function namedBy(attacker: string, known: KnownTable, attacking: Attacking, seed: string): number | null {
  const { certainty } = attacking;
  if (attacker === ONE_RULED_OUT) return named(known, (tally) => most(tally) >= certainty * (tally.known - second(tally)));
  const own = findingsOn(known, attacking, seed).filter(
    ({ attack, confidence, of }) => (attacker === WORST || attack === attacker) && confidence >= certainty - 1e-12 && of > 0,
  );
  return own.length === 0 ? null : own.reduce((worst, { people, of }) => Math.max(worst, people / of), 0);
}

/** Found once for all attackers: by release, register and seed. */
const found = new WeakMap<KnownTable, Map<string, readonly Finding[]>>();

function findingsOn(known: KnownTable, { external }: Attacking, seed: string): readonly Finding[] {
  const own = found.get(known) ?? new Map<string, readonly Finding[]>();
  found.set(known, own);
  const key = `${external === null ? '' : external.rows} ${seed}`;
  const findings =
    own.get(key) ??
    assessTable(known, {
      external: external === null ? null : { table: external, recordOf: null },
      other: null,
      statements: [],
      related: new Map(),
      buckets: null,
      seed,
    }).findings;
  own.set(key, findings);
  return findings;
}

/** Who attacks a table: the first is whose share has to fall. */
export function attackersOf({ sensitive }: KnownTable, { external }: Attacking, attacks: number) {
  const able = READ_OFF.filter((name) =>
    sensitive.some(
      ({ meaning }) => name === 'homogeneity' || (name === 'similarity' ? meaning.hierarchy !== null : meaning.type === 'number'),
    ),
  );
  return [
    { name: WORST, attacks: external === null ? 1 : attacks },
    ...[...able, ONE_RULED_OUT].map((name) => ({ name, attacks: 1 })),
    ...(external === null ? [] : DRAWN.map((name) => ({ name, attacks }))),
  ];
}

/** The share of records with a known value in classes where this is so of the counts of its column, whichever sensitive one it is. */
function named({ classes, sensitive, table }: KnownTable, isSo: (tally: ValueTally) => boolean): number {
  const exposed = new Uint8Array(table.rows);
  for (const { sensitive: column } of sensitive)
    tallyClasses(classes, column, (tally, group) => {
      if (tally.known === 0 || !isSo(tally)) return;
      for (const record of classes.members.subarray(classes.starts[group], classes.starts[group + 1]))
        if (column.missing[column.codes[record] as number] !== 1) exposed[record] = 1;
    });
  return table.rows === 0 ? 0 : exposed.reduce((sum, each) => sum + each, 0) / table.rows;
}

const most = ({ counts, present }: ValueTally): number => present.reduce((greatest, code) => Math.max(greatest, counts[code] as number), 0);

/** The count of the second commonest value: ruling it out says most. */
const second = ({ counts, present }: ValueTally): number => present.map((code) => counts[code] as number).sort((a, b) => b - a)[1] ?? 0;
