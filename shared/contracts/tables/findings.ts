import { ATTACK_COLUMNS, defineTable } from '../table.ts';

export const FINDINGS = defineTable(
  'findings',
  1,
  'One row per attack, and per column that it is about, on a release that is attacked by its structure: tables of people, groups, places, graphs, logs; and of who is found by a few known items (`scoring`), on set-generalised releases too.',
  [
    ...ATTACK_COLUMNS,
    ['about', 'string?', 'What it is about, such as a sensitive column. Empty: about who is who.'],
    ['status', 'string', '`decided`, `not computable` or `errored`.'],
    ['reason', 'string', 'What it found, in words, or why it cannot say.'],
    ['people', 'long', 'People that it was tried on.'],
    ['coverage', 'double?', 'The share of them that it says something of.'],
    ['figure', 'string?', 'What the figure is.'],
    ['value', 'double?', 'The figure. Empty where it is not computable.'],
    ['low', 'double?', 'Lower end of its 95 % interval; empty where there is none, or too little to say.'],
    ['high', 'double?', 'Upper end.'],
    ['baseline', 'string?', 'What knows less.'],
    ['baseline_value', 'double?', 'The same figure of what knows less.'],
    ['lift', 'double?', 'How much the attack is above it, on the same people.'],
    ['lift_low', 'double?', 'Lower end of the 95 % interval of that.'],
    ['lift_high', 'double?', 'Upper end.'],
    ['details', 'string', 'JSON: what the attack says beside it, and of how many people a value is named at which certainty.'],
  ],
);
