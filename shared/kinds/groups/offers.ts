import type { Offers } from '../../kit/offers.ts';

export const groupsOffers: Offers = {
  check: {
    help: 'Groups with sensitive items (docs/groups.md): no item stands in more than one of K transactions of a group (K is the p it was made with); with --original nothing else was changed.',
    options: { original: { type: 'string', value: 'FILE', help: 'what it was made from' } },
    run: async (...given) => (await import('./check/check.ts')).runGroupsCheck(...given),
  },
  makes: {
    from: 'transactions, in groups (docs/groups.md)',
    methods: [
      {
        name: 'cahd',
        help: 'groups of which sensitive items are told as a whole (Ghinita et al., 2008)',
        degree: 'p',
        options: {
          sensitive: {
            type: 'string',
            value: 'FILE',
            help: 'the sensitive items, one or more a line; each other item stays with its transaction',
          },
          p: {
            type: 'string',
            value: 'P',
            help: 'in the place of --k: no sensitive item is in more than one of P transactions of a group; at least 2',
          },
          alpha: {
            type: 'string',
            default: '3',
            value: 'N',
            help: 'partners are sought among N times P transactions on either side (default 3)',
          },
        },
        make: async (...given) => (await import('./make/cahd.ts')).makeByCahd(...given),
      },
    ],
  },
};
