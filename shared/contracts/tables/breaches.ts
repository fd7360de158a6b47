import { defineTable } from '../table.ts';

export const BREACHES = defineTable(
  'breaches',
  1,
  'One row per breach: two items that the structure of a disassociated release ties together.',
  [
    ['attacker', 'string', '`strong`, `moderate` or `weak`: what was known beforehand.'],
    ['cluster', 'long', 'Number of the cluster, from 0.'],
    ['item', 'string', 'An item of a later record chunk.'],
    ['chunk', 'int', 'Its chunk, from 0.'],
    ['covered', 'string', 'An item of an earlier chunk whose holders are known to hold the covering items too.'],
    ['against', 'int', 'That chunk, from 0.'],
    ['trivial', 'boolean', 'True if nothing else in that chunk is as frequent as `item`.'],
    ['least', 'long', 'Transactions that hold both, at least.'],
    ['most', 'long', 'And at most: fewer than k.'],
  ],
);
