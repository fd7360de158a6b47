import type { Offers } from '../../kit/offers.ts';

export const localOffers: Offers = {
  check: {
    help: 'A locally generalised release (docs/local.md): each published set of nodes stands on K transactions; with --original it is what the items generalise to.',
    options: { original: { type: 'string', value: 'FILE', help: 'what it was made from' } },
    run: async (...given) => (await import('./check/check.ts')).runLocalCheck(...given),
  },
  makes: {
    from: 'transactions, part by part (docs/local.md)',
    methods: [
      {
        name: 'local',
        help: 'items under nodes of a tree, part by part (He and Naughton, 2009)',
        options: { hierarchy: { type: 'string', value: 'FILE', help: 'as in km' } },
        make: async (...given) => (await import('./make/generalise-tree.ts')).makeLocal(...given),
      },
    ],
  },
};
