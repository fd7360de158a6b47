import { ATTACK_COLUMNS, defineTable } from '../table.ts';

export const GROUPS = defineTable('groups', 1, 'One row per generalised item and attack.', [
  ...ATTACK_COLUMNS,
  ['group', 'int', 'Number of the group, in the order of the hashes of its members.'],
  ['group_hash', 'string', 'Hash of its members: the same group in another release has the same.'],
  ['members', 'string', 'JSON array of the members, in published order: the columns.'],
  ['first_transaction', 'long', 'First transaction that carries it, from 1.'],
  ['rows', 'int', 'Transactions that carry it.'],
  ['columns', 'int', 'Members.'],
  ['scored_cells', 'int', 'Cells with a distance.'],
  ['status', 'string', '`decided`, `not computable` or `errored`.'],
  ['reason', 'string?', 'Why, when not decided.'],
  ['delta', 'double?', 'Threshold of the attack, where it has one.'],
  ['eliminated', 'int', 'Items it took out.'],
  ['correct', 'int?', 'Of these, added ones.'],
  ['added', 'int?', 'Added items in the group.'],
  ['density', 'double?', 'Original cells divided by all cells.'],
  ['precision', 'double?', 'Correct eliminations divided by eliminations.'],
  ['recall', 'double?', 'Correct eliminations divided by added items.'],
]);
