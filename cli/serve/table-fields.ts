import { TABLE_METHODS, type TableMethod } from '../../shared/core/relational/anonymise/methods.ts';
import { LOSSES } from '../../shared/core/relational/anonymise/node-loss.ts';
import { CHANCE, type FieldGroup, methodField } from './fields.ts';

const MEANING: Readonly<Record<TableMethod, string>> = {
  mondrian: 'mondrian: the table is cut column by column; quick, and loses little',
  lattice: 'lattice: each column on one level, of all such releases the one of least loss; any claim',
  datafly: 'datafly: columns of most values are generalised first; quick, and loses much',
  samarati: 'samarati: the fewest levels in all',
  mingen: 'mingen: every combination of levels is looked at; for few columns',
  'mu-argus': 'mu-argus: combinations of two and three columns only; it can fail its claim',
  anatomy: 'anatomy: quasi-identifiers stay, values are published by bucket; claims a distinct l',
};

/** The best first that a newcomer should try. */
const FIRST: readonly TableMethod[] = ['mondrian', 'lattice'];
const METHODS = [...FIRST, ...TABLE_METHODS.filter((name) => !FIRST.includes(name))];

/** What can be asked of the anonymisers of tables from the page. */
export const tableMethodFields = (): readonly FieldGroup[] => [
  {
    title: 'Method',
    folded: false,
    fields: [
      methodField(METHODS, MEANING, 'How quasi-identifiers are made alike.'),
      {
        option: 'k',
        label: 'k',
        input: 'number',
        help: 'Each record is to be like k - 1 others or more. Left empty: what the roles claim.',
      },
      {
        option: 'l',
        label: 'Different values in each class',
        input: 'text',
        help: 'distinct:3, entropy:3 or recursive:3:2, of each sensitive column. Left empty: what the roles claim.',
      },
      {
        option: 't',
        label: 'How far a class may differ from the whole table',
        input: 'text',
        help: 'A distance and its bound: equal:0.2, ordered:0.2, hierarchical:0.2. Left empty: what the roles claim.',
      },
    ],
  },
  {
    title: 'What it may cost',
    folded: true,
    fields: [
      {
        option: 'limit',
        label: 'Records that may be left out',
        input: 'text',
        help: 'A number, or a share such as 1%. Not for mondrian, which leaves nobody out. Default: none; k - 1 for datafly.',
      },
      {
        option: 'suppressed',
        label: 'Records that are left out',
        input: 'choice',
        choices: [
          { value: '', label: 'are gone (default)' },
          { value: 'stars', label: 'are published with * in each quasi-identifier' },
        ],
        help: 'Either way nobody finds them.',
      },
      {
        option: 'loss',
        label: 'Loss that lattice makes least',
        input: 'choice',
        choices: LOSSES.map((value) => ({ value, label: value })),
        help: 'All of them are in measures.json.',
      },
      { option: 'counts', label: 'Say how far counts are off that a reader makes', input: 'check', help: 'It takes longer. Default: no.' },
    ],
  },
  CHANCE,
];
