import { ATTACK_COLUMNS, defineTable } from '../table.ts';

export const EXPOSURES = defineTable(
  'exposures',
  1,
  'One row per person and target: a member of a generalised item and a transaction that carries it, or a piece and the place that it was put to.',
  [
    ...ATTACK_COLUMNS,
    ['person', 'long', 'Number of the person, from 1.'],
    ['person_id', 'string?', 'Its id, where it has one.'],
    ['unit', 'long', 'Number of the generalised item or of the cluster.'],
    ['target', 'string', 'What is named.'],
    ['probability', 'double', 'That it is the person’s.'],
    ['without', 'double?', 'The same by an attacker without outside knowledge.'],
    ['decision', 'string', '`kept` or `taken out` of the transaction; `placed` for a piece.'],
    ['right', 'boolean?', 'Whether it is the person’s, by the original.'],
    ['betrayed_by', 'string?', 'The neighbour that says most of it.'],
    ['protected', 'boolean', 'It stands in a privacy constraint.'],
  ],
);
