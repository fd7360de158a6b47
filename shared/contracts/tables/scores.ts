import { defineTable } from '../table.ts';

export const SCORES = defineTable(
  'scores',
  2,
  'One row per pair of a member and a context item of a group: what the sources know of the two. A pair that no source relates has no row.',
  [
    ['group_number', 'int', 'Number of the group.'],
    ['item', 'string', 'The member.'],
    ['context_item', 'string', 'The context item; several, joined by ` + `, for `conjunctive`.'],
    ['source', 'string', 'The first source that relates the two.'],
    ['source_version', 'string', 'Its version.'],
    ['documents', 'double', 'N: documents of the source.'],
    ['count_item', 'double', 'Documents with the item.'],
    ['count_context', 'double', 'Documents with the context item.'],
    ['count_both', 'double', 'Documents with both.'],
    [
      'distance',
      'double?',
      'Normalised Google distance, smoothed as the request says; empty for `never together` under smoothing `infinite`.',
    ],
    ['state', 'string', '`ok`, `never together` or `unreliable`.'],
    ['flags', 'int', 'Bits of the counts: 1 not expressible, 2 unavailable, 4 approximate, 8 backed off, 16 a simpler form of a term.'],
  ],
);
