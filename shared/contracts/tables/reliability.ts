import { ATTACK_COLUMNS, defineTable } from '../table.ts';

export const RELIABILITY = defineTable(
  'reliability',
  1,
  'One row per attack that states probabilities and bin: whether what it says happens as often as it says. The points of the reliability diagram.',
  [
    ...ATTACK_COLUMNS,
    [
      'measured_on',
      'string',
      '`release`: its own cells, with the original; `practice`: tables made for practice that took no part in fitting.',
    ],
    ['bin', 'int', 'From the least probability, from 0: ten bins of about as many cells, cells of equal probability together.'],
    ['cells', 'long', 'Cells in the bin.'],
    ['said', 'double', 'Mean probability that the cell was added, as stated.'],
    ['was', 'double', 'Share of them that was added.'],
  ],
);
