import type { Offers } from '../../kit/offers.ts';
import type { Options } from '../../kit/option.ts';

const COAT = 'coat';

const COAT_OPTIONS = {
  privacy: {
    type: 'string',
    value: 'FILE',
    help: 'itemsets to protect, one a line; or random:SHARE of the items, or nested:CHAINS (random itemsets of 3 items, each extended to 4, 5 and 6), nested:CHAINS:SIZE',
    field: {
      label: 'What to protect',
      help: 'random:0.05 draws a twentieth of the items. coat needs this, or a file of itemsets.',
      group: COAT,
    },
  },
  utility: {
    type: 'string',
    default: 'all',
    value: 'FILE',
    help: 'sets of items that may stand for one another, one a line; or all (default: one set of all items), wordnet[:THRESHOLD] (items with a similarity above 0.5 to a protected one), or codes:NAME (codes of one block, or chapter, of a system that unveil codes added)',
    field: {
      label: 'What may stand for what',
      help: 'all: any item for any other (default); wordnet:0.5: items that mean alike.',
      group: COAT,
    },
  },
  'max-suppressed': {
    type: 'string',
    default: '0',
    value: 'SHARE',
    help: 'how many of the distinct items may be left out where nothing can be generalised (default 0)',
    field: {
      label: 'Items that may be left out',
      help: 'As a share of the distinct items, where nothing can be generalised. Default: 0.',
      input: 'number',
      group: COAT,
    },
  },
  weight: {
    type: 'string',
    default: 'none',
    value: 'none|wordnet',
    help: 'weigh the loss of a generalised item by how unlike its members are',
  },
  against: {
    type: 'string',
    value: 'SOURCE,...',
    help: 'no plain release, but one of the same constraints and utility of which an attacker with these sources names fewer people, by "unveil advise" (docs/advise.md): wordnet, corpus:NAME, or a path. Takes minutes',
    field: {
      label: 'Made against an attacker with these sources',
      help: 'Of the same constraints and utility, a release of which such an attacker names fewer people. It takes minutes. Default: none.',
      input: 'sources',
      group: COAT,
    },
  },
} as const satisfies Options;

const KM_OPTIONS = {
  m: {
    type: 'string',
    default: '2',
    value: 'M',
    help: 'an attacker knows at most M items of a person (default 2)',
    field: { label: 'm', help: 'An attacker knows at most m items of a person. Default: 2.', input: 'number' },
  },
  hierarchy: {
    type: 'string',
    value: 'FILE',
    help: `.json {"parent": ["child", ...]}, ARX's .csv (item;group;...;root), or degree:N, a balanced tree over the items in order of their number or spelling, or codes:NAME. release.jsonl names the items behind each generalised one, release-names.jsonl the hierarchy's node`,
    field: { label: 'Hierarchy', help: 'degree:4 makes a balanced tree over the items. km needs this, or a file.', group: 'km' },
  },
} as const satisfies Options;

export const setGeneralisedOffers: Offers = {
  check: {
    help: `A set-generalised release: every protected itemset, and every part of it, stands in at least K transactions or in none, alone or in
generalised items. Without --constraints each member of a generalised item is protected, alone; with --m every combination of at
most M published items is counted instead.`,
    options: {
      m: { type: 'string', value: 'M', help: 'count every combination of at most M published items' },
      constraints: { type: 'string', value: 'FILE', help: 'the itemsets that are protected, one a line' },
    },
    run: async (...given) => (await import('./check/check.ts')).runSupportCheck(...given),
  },
  advise: {
    suggestion: ({ members, named, transactions, withhold }) => {
      const by = withhold === null ? '' : `; most is said by "${withhold}": withhold it there, or give its members other partners`;
      return `(${members.join(', ')}): a member is named in ${named} of ${transactions} transactions${by}`;
    },
    nothing: 'No member',
    safer: async (...given) => (await import('./advise/safer-release.ts')).saferRelease(...given),
  },
  utility: async (...given) => (await import('./measure/recomputed-utility.ts')).recomputedUtility(...given),
  makes: {
    from: 'transactions, generalised',
    methods: [
      {
        name: 'coat',
        help: 'constraints say what is protected; items are generalised or left out (Loukides et al., 2011)',
        onPage: true,
        options: COAT_OPTIONS,
        make: async (...given) => (await import('./make/coat.ts')).makeByCoat(...given),
      },
      {
        name: 'km',
        help: 'whole subtrees of a hierarchy are generalised until k^m-anonymity holds (Terrovitis et al., 2008)',
        onPage: true,
        options: KM_OPTIONS,
        make: async (...given) => (await import('./make/km.ts')).makeByKm(...given),
      },
    ],
  },
  sample: {
    name: 'transactions',
    options: {
      transactions: { type: 'string', default: '1000', value: 'N', help: 'how many (default 1000)' },
      vocabulary: {
        type: 'string',
        default: '500',
        value: 'N',
        help: 'distinct items (default 500); all are used when there are places enough',
      },
      density: { type: 'string', default: '0.02', value: 'D', help: 'mean transaction length / distinct items (default 0.02)' },
      topics: { type: 'string', default: '20', value: 'N', help: 'items of a topic go together (default 20)' },
      corpus: {
        type: 'string',
        value: 'FILE',
        help: 'also writes documents about the same topics, JSON Lines {"id","text"}: a source to attack with, "unveil audit --corpus FILE"',
      },
      documents: { type: 'string', default: '20000', value: 'N', help: 'how many of them (default 20000)' },
    },
    make: async (...given) => (await import('./make/sample.ts')).sampleTransactions(...given),
  },
};
