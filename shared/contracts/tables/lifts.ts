import { ATTACK_COLUMNS, defineTable } from '../table.ts';

export const LIFTS = defineTable(
  'lifts',
  1,
  'One row per attack, yardstick and rate: how much better the attack is than what knows less. Empty without the original.',
  [
    ...ATTACK_COLUMNS,
    [
      'over',
      'string',
      'What the attack is held against: `random`, `blind`, `matched`, `frequency-only`, `context-only`, `without-order`; `best baseline` is the best of these but the last, `best published` the best of the sources’ attacks, chosen anew in each resample.',
    ],
    ['measure', 'string', '`precision` or `f1`.'],
    ['value', 'double?', 'The rate of the attack.'],
    ['over_value', 'double?', 'The rate of what it is held against.'],
    ['lift', 'double?', 'The first less the second, on the same rows.'],
    ['lift_low', 'double?', 'Lower end of its 95 % interval; empty where it is too few to say.'],
    ['lift_high', 'double?', 'Upper end.'],
  ],
);
