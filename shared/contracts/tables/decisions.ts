import { ATTACK_COLUMNS, defineTable } from '../table.ts';

export const DECISIONS = defineTable(
  'decisions',
  2,
  'One row per attack and cell of the groups that it decided: whether this item was taken out of this transaction, and why.',
  [
    ...ATTACK_COLUMNS,
    ['group_number', 'int', 'Number of the group.'],
    ['table_row', 'int', 'Row of the distance table, from 0: its transactions in the canonical order.'],
    ['table_column', 'int', 'Column of the distance table, from 0.'],
    ['transaction', 'long', 'Transaction in the release, from 1.'],
    ['transaction_id', 'string?', 'Its id, where it has one.'],
    ['item', 'string', 'The member that the cell stands for.'],
    ['distance', 'double?', 'Distance of the item to the row’s context; empty when undefined.'],
    ['state', 'string', '`scored`, `never` (together, under smoothing `infinite`) or `undefined`.'],
    ['confidence', 'double?', 'Probability that the item was added, for attacks that state one.'],
    ['decided', 'boolean', 'True when it was eliminated.'],
    ['place', 'int?', 'When: 0 is the first elimination in the group.'],
    ['why', 'double?', 'The value that decided the elimination; what it measures is the attack’s.'],
    ['correct', 'boolean?', 'Whether the decision agrees with the original: eliminated and added, or kept and original.'],
  ],
);
