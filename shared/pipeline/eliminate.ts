import type { Attack } from '../core/attack/attack.ts';
import { attackNamed, TABLE_ATTACKS } from '../core/attack/attacks.ts';
import type { DistanceTable, TableVerdict } from '../core/attack/table.ts';
import { tableOfRows, type WrittenDistance } from '../core/format/distance-tables.ts';
import { BadInput } from '../core/model/bad-input.ts';

export interface EliminateOptions {
  /** One of the names in docs/attacks.md. */
  readonly attack: string;
  readonly ratio?: number;
  readonly delta?: number;
  readonly seed?: number | string;
}

/** Eliminations of one attack in one table, for the command line. */
export interface EliminateResult {
  readonly attack: string;
  readonly delta: number | null;
  /** Cells `[row, column]` from 0, in the order in which they go. */
  readonly eliminated: readonly (readonly [row: number, column: number])[];
  /** The value that decided each: "never" for a pair never together, null for chance. */
  readonly why: readonly WrittenDistance[];
  /** Stands only where the attack could not be made on this table. */
  readonly notComputable?: string;
}

/** Runs one attack on one distance table: rows of numbers, null for undefined, "never" for a pair never together. */
export function eliminate(distances: readonly (readonly WrittenDistance[])[], options: EliminateOptions): EliminateResult {
  const table = tableOfRows(distances);
  if (table === null) throw new BadInput('a distance table has rows of equal length, of finite numbers, null (undefined) or "never"');
  return eliminateTable(table, checkedAttack(options), options);
}

/** The attack that the options name, or a BadInput that says which there are and what they take. */
export function checkedAttack({ attack: name, ratio, delta }: EliminateOptions): Attack {
  const attack = attackNamed(name);
  if (attack === undefined) {
    throw new BadInput(`there is no attack "${name}" on distance tables; there are: ${TABLE_ATTACKS.map((each) => each.name).join(', ')}`);
  }
  if (ratio !== undefined && !(Number.isFinite(ratio) && ratio >= 0)) throw new BadInput('the ratio is a number, 0 or more');
  if (delta !== undefined && !Number.isFinite(delta)) throw new BadInput('delta is a number');
  if (ratio !== undefined && delta !== undefined)
    throw new BadInput('give a ratio or delta, not both: the ratio scales the threshold that delta replaces');
  return attack;
}

export function eliminateTable(
  table: DistanceTable,
  attack: Attack,
  { ratio, delta, seed }: Omit<EliminateOptions, 'attack'>,
): EliminateResult {
  const verdict = attack.run(table, {
    ...(ratio === undefined ? {} : { ratio }),
    ...(delta === undefined ? {} : { delta }),
    ...(seed === undefined ? {} : { seed }),
  });
  return written(attack.name, verdict);
}

function written(attack: string, verdict: TableVerdict): EliminateResult {
  if (verdict.kind !== 'decided') {
    return { attack, delta: null, eliminated: [], why: [], notComputable: verdict.kind === 'errored' ? verdict.error : verdict.reason };
  }
  return {
    attack,
    delta: verdict.delta,
    eliminated: verdict.eliminations.map(({ row, column }) => [row, column] as const),
    why: verdict.eliminations.map(({ why }) => (why === Number.POSITIVE_INFINITY ? 'never' : why)),
  };
}
