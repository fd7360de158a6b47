import type { Finding } from '../../../core/verdict/finding.ts';
import { assessTable, type TableKnowledge } from '../core/assess/assess-table.ts';
import type { KnownTable } from '../core/check/check-table.ts';
import { tallyClasses, type ValueTally } from '../core/model/classes.ts';
import type { Table } from '../core/model/table.ts';

/** The worst share over all findings of an audit: people linked, or a value or group of values learned. */
export const WORST = 'every attack';
/** Side condition: this attacker may not find more than on the given release. */
const ONE_RULED_OUT = 'one value ruled out';
/** Random attackers: a new seed for each draw. They need exact quasi-identifiers. */
const DRAWN = ['naive-bayes', 'minimality'] as const;
const READ_OFF = ['homogeneity', 'similarity', 'similarity-of-numbers'] as const;

export interface Attacking {
  readonly certainty: number;
  /** What the request says that the attacker knows. */
  readonly knowledge: AttackerKnowledge;
}

export type AttackerKnowledge = Pick<TableKnowledge, 'other' | 'statements' | 'moves'> & { readonly external: Table | null };

/** Share of the people in scope whom this attacker exposes at this confidence; null: not computable. */
export function namedBy(attacker: string, known: KnownTable, attacking: Attacking, seed: string): number | null {
  const { certainty } = attacking;
  if (attacker === ONE_RULED_OUT) return named(known, (tally) => most(tally) >= certainty * (tally.known - second(tally)));
  const own = findingsOn(known, attacking, seed).filter(
    ({ attack, confidence, of }) => (attacker === WORST || attack === attacker) && confidence >= certainty - 1e-12 && of > 0,
  );
  return own.length === 0 ? null : own.reduce((worst, { people, of }) => Math.max(worst, people / of), 0);
}

/** Cache of findings, shared by all attackers: by release and seed. One audit's advice has one attacker's knowledge. */
const found = new WeakMap<KnownTable, Map<string, readonly Finding[]>>();

function findingsOn(known: KnownTable, { knowledge: { external, ...rest } }: Attacking, seed: string): readonly Finding[] {
  const own = found.get(known) ?? new Map<string, readonly Finding[]>();
  found.set(known, own);
  const findings =
    own.get(seed) ??
    assessTable(known, {
      ...rest,
      external: external === null ? null : { table: external, recordOf: null },
      related: new Map(),
      buckets: null,
      seed,
    }).findings;
  own.set(seed, findings);
  return findings;
}

/** The attackers on a table. Advice lowers the share of the first. */
export function attackersOf({ sensitive }: KnownTable, { knowledge: { external } }: Attacking, attacks: number) {
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

/** Largest share, over the sensitive columns, of records whose class satisfies the condition on its counts. */
function named({ classes, sensitive, table }: KnownTable, isSo: (tally: ValueTally) => boolean): number {
  const exposed = new Uint8Array(table.rows);
  for (const { sensitive: column } of sensitive)
    tallyClasses(classes, column, (tally, group) => {
      if (tally.known === 0 || !isSo(tally)) return;
      for (const record of classes.members.subarray(classes.starts[group], classes.starts[group + 1]))
        if (column.missing[column.codes[record]] !== 1) exposed[record] = 1;
    });
  return table.rows === 0 ? 0 : exposed.reduce((sum, each) => sum + each, 0) / table.rows;
}

const most = ({ counts, present }: ValueTally): number => present.reduce((greatest, code) => Math.max(greatest, counts[code]), 0);

/** Count of the second most frequent value: ruling it out reveals most. */
const second = ({ counts, present }: ValueTally): number => present.map((code) => counts[code]).sort((a, b) => b - a)[1] ?? 0;
