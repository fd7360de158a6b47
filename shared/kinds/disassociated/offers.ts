import type { Offers } from '../../kit/offers.ts';

const FOLDED = 'disassociate';

export const disassociatedOffers: Offers = {
  check: {
    help: `A disassociated release (docs/disassociation.md):
  every cluster stands for at least K transactions;
  every itemset of at most M items that occurs in a record or shared chunk occurs in at least K of its sub-records;
  no term stands in two chunks of a cluster, shared chunks included;
  a cluster without a term chunk has sub-records enough to put K transactions together for every combination (Lemma 2).
Of itemsets that are too rare the least are named; whatever holds one of them is too rare as well.`,
    options: {
      m: { type: 'string', value: 'M', help: 'of at most M items (disassociated: default 2)' },
      strict: {
        type: 'boolean',
        default: false,
        help: 'against an attacker who knows the method: a term of a term chunk is in at most K - 1 transactions',
      },
    },
    run: async (...given) => (await import('./check/check.ts')).runClusterCheck(...given),
  },
  look: async (...given) => (await import('./look/look-at-clusters.ts')).lookAtClusters(...given),
  makes: {
    from: 'transactions, cut apart (docs/disassociation.md)',
    methods: [
      {
        name: 'disassociate',
        help: 'transactions cut into chunks whose links are hidden (Terrovitis et al., 2012)',
        onPage: true,
        options: {
          m: {
            type: 'string',
            default: '2',
            value: 'M',
            help: 'an attacker knows at most M items of a person (default 2)',
            field: { label: 'm', help: 'An attacker knows at most m items of a person. Default: 2.', input: 'number' },
          },
          'max-cluster': {
            type: 'string',
            value: 'N',
            help: 'the most transactions of a cluster, at least 2k - 1 (default 50)',
            field: { label: 'Transactions of a cluster', help: 'At most; at least 2k - 1. Default: 50.', input: 'number', group: FOLDED },
          },
          refine: {
            type: 'boolean',
            default: false,
            help: 'terms that are rare in single clusters are published over several together',
            field: { label: 'Publish rare terms over several clusters', help: 'Default: no.', group: FOLDED },
          },
          safe: {
            type: 'boolean',
            default: false,
            help: 'leave out single occurrences until the structure of no cluster gives anything away (no cover problem)',
            field: { label: 'Leave out what the structure of a cluster would give away', help: 'Default: no.', group: FOLDED },
          },
        },
        make: async (...given) => (await import('./make/disassociate.ts')).makeClusters(...given),
      },
    ],
  },
};
