import type { Method, Offers } from '../../kit/offers.ts';
import { type Options, TABLE_ROWS } from '../../kit/option.ts';
import { LOSSES, type TableMethod } from './core/anonymise/methods.ts';

const COST = 'What it may cost';

const MAKING = {
  kind: { type: 'string', value: 'relational', help: 'it is a table of people' },
  ...TABLE_ROWS,
  limit: {
    type: 'string',
    value: 'N|SHARE%',
    help: 'records that may be suppressed (default none; datafly: k - 1)',
    field: {
      label: 'Records that may be left out',
      help: 'A number, or a share such as 1%. Not for mondrian, which leaves nobody out. Default: none; k - 1 for datafly.',
      group: COST,
    },
  },
  suppressed: {
    type: 'string',
    default: 'drop',
    value: 'drop|stars',
    values: ['drop', 'stars'],
    help: 'leave suppressed records out (default), or publish them with * in every quasi-identifier',
    field: {
      label: 'Records that are left out',
      help: 'stars: published with * in each quasi-identifier. Either way nobody finds them.',
      group: COST,
    },
  },
  loss: {
    type: 'string',
    default: 'prec',
    value: 'NAME',
    values: LOSSES,
    help: 'what the lattice search makes least: prec (default), height, distortion, discernibility, class-size, ncp, lm',
    field: { label: 'Loss that lattice makes least', help: 'All of them are in measures.json.', group: COST },
  },
  public: {
    type: 'string',
    value: 'FILE',
    help: 'lattice, for a claim of delta-presence: the public table that this table is a part of, not recoded',
  },
  local: {
    type: 'boolean',
    default: false,
    help: 'lattice: search again for the records that the first search leaves out, on levels of their own (local recoding)',
    field: {
      label: 'Levels of their own for the rest',
      help: 'Method lattice: it loses less, and the release has cells of several levels. Default: no.',
      group: COST,
    },
  },
  aggregate: {
    type: 'string',
    default: 'mean',
    value: 'mean|median',
    values: ['mean', 'median'],
    help: 'microaggregation: what a group publishes instead of its numbers (default mean); ordinals get their median, words their mode',
    field: {
      label: 'Numbers of a group become their',
      help: 'Method microaggregation. Ordinals become their median, words the commonest. Default: mean.',
      group: COST,
    },
  },
  counts: {
    type: 'boolean',
    default: false,
    help: 'how far 1,000 drawn counts on two columns and a value are off, beside the other losses',
    field: { label: 'Say how far counts are off that a reader makes', help: 'It takes longer. Default: no.', group: COST },
  },
  'allow-failing': {
    type: 'boolean',
    default: false,
    help: 'write a release that fails its claim (mu-argus can), and say so in all that is written',
  },
} as const satisfies Options;

/** Those first that a newcomer should try. */
const METHODS: Readonly<Record<TableMethod, string>> = {
  mondrian: 'the table is cut column by column; quick, and loses little',
  lattice: "each column on one level, of all such releases the one of least loss (Incognito's search); any claim",
  datafly: 'columns of most values are generalised first; quick, and loses much',
  samarati: 'the fewest levels in all, by halves',
  mingen: 'every combination of levels is looked at; for few columns',
  'mu-argus': 'combinations of two and three columns only; it can fail its claim',
  microaggregation: 'groups of k near records, each published as its mean or median, words as their mode (MDAV)',
  anatomy: 'quasi-identifiers stay, values are published by bucket; claims a distinct l',
};

export const relationalOffers: Offers = {
  check: {
    help: `A table of people, a record a person: what it reaches of k-anonymity, every form of l-diversity, t-closeness and delta-presence, what it
lost, and the classes that fail what is claimed. --roles, or --quasi, or --kind relational says that a CSV is a table.`,
    options: {
      ...TABLE_ROWS,
      public: { type: 'string', value: 'FILE', help: 'the public table that the release is a part of, recoded alike: for delta-presence' },
      buckets: {
        type: 'string',
        value: 'FILE',
        help: 'the values of a release in buckets, as anatomy writes them (values.csv): its classes are its buckets',
      },
    },
    run: async (...given) => (await import('./check/check.ts')).runTableCheck(...given),
  },
  look: async (...given) => (await import('./look/look-at-people.ts')).lookAtPeople(...given),
  advise: {
    suggest: async (...given) => (await import('./advise/advise-table.ts')).suggestOnTable(...given),
    suggestion: ({ members, named, withhold }) =>
      `${members.join()}: "${withhold}" is named of ${named} people; merge this class with others, or leave it out`,
    nothing: 'Nothing hidden',
    safer: async (...given) => (await import('./advise/advise-table.ts')).saferTable(...given),
  },
  utility: async (...given) => (await import('./measure/compared.ts')).utilityOfTable(...given),
  records: async (path, readers) => {
    const [{ recordIdsOf }, { tableAt }] = await Promise.all([import('./measure/compared.ts'), import('./read/known-table.ts')]);
    return recordIdsOf(await tableAt(path, readers));
  },
  exposed: async (...given) => (await import('./measure/compared.ts')).exposedPeople(...given),
  makes: {
    from: 'tables of people (CSV or JSON Lines, a record a person)',
    methods: (Object.keys(METHODS) as TableMethod[]).map(
      (name): Method => ({
        name,
        help: METHODS[name],
        onPage: true,
        degree: null,
        options: MAKING,
        make: async (...given) => (await import('./make/make-table.ts')).makeTable(name)(...given),
      }),
    ),
  },
};
