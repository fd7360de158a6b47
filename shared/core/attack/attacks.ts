import { BadInput } from '../model/bad-input.ts';
import type { Attack } from './attack.ts';
import { blindAttack } from './blind-attack.ts';
import { gba, gbaNormalised } from './gba.ts';
import { mda } from './mda.ts';
import { randomAttack } from './random-attack.ts';
import { rba, rbaNormalised } from './rba.ts';
import { tba } from './tba.ts';
import { wba } from './wba.ts';

/** The attacks on set-generalised releases, from the one that knows least to the one that uses most. */
export const TABLE_ATTACKS: readonly Attack[] = [randomAttack, blindAttack, mda, tba, wba, gba, gbaNormalised, rba, rbaNormalised];

/** Attacks that a caller of the library gave, by their names. */
const OWN = new Map<string, Attack>();

/** Opens the table of attacks to one of the caller's: from now on an audit can name it. */
export function addAttack(attack: Attack): void {
  const known = OWN.get(attack.name);
  if (known !== undefined && known.run !== attack.run)
    throw new BadInput(`there is another attack "${attack.name}"; give this one a name of its own`);
  OWN.set(attack.name, attack);
}

export const attackNamed = (name: string): Attack | undefined => TABLE_ATTACKS.find((attack) => attack.name === name) ?? OWN.get(name);
