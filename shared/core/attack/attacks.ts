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

export const attackNamed = (name: string): Attack | undefined => TABLE_ATTACKS.find((attack) => attack.name === name);
