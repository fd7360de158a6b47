import { ATTACK_COLUMNS, defineTable } from '../table.ts';

export const PLACEMENTS = defineTable(
  'placements',
  2,
  'One row per place: which separated piece an attack put to which anchoring sub-record.',
  [
    ...ATTACK_COLUMNS,
    ['cluster', 'long', 'Number of the cluster, from 0.'],
    ['piece', 'long', 'Number of the piece within its cluster, from 0: sub-records of later chunks, then terms, in the canonical order.'],
    ['chunk', 'int?', 'Record chunk of the sub-record, from 1; empty for a term of the term chunk.'],
    ['items', 'string', 'JSON array of its items.'],
    ['anchor', 'long', 'Position of the anchoring sub-record in the canonical order, from 0: the line of its cluster in attacked.jsonl.'],
    ['rank', 'long', 'Place among those chosen for the piece, from 0.'],
    [
      'value',
      'double?',
      'What decided it: closeness (NGD with its sign turned, or cosine); for `optimal` the cost with its sign turned; for `calibrated` the logarithm of its share in the joint placement. Empty without a score.',
    ],
    [
      'correct',
      'boolean?',
      'Does the partner of the reconstructed transaction hold the piece? Empty without the original, and where the place counts nowhere: at an empty anchoring sub-record, or of a piece that only transactions with such a one hold.',
    ],
    ['probability', 'double?', 'For `calibrated`: the probability that this place is right. Empty for attacks that state none.'],
    [
      'betrayed_by',
      'string?',
      'For `calibrated`: JSON array of the items of the anchoring sub-record that speak for the place, with their log-odds.',
    ],
  ],
);
