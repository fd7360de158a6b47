import type { Offers } from '../../kit/offers.ts';

export const graphOffers: Offers = {
  check: {
    help: 'A graph (docs/graphs.md; an edge a line with --kind graph): every degree is that of K nodes; with --original all of its edges are there.',
    options: { original: { type: 'string', value: 'FILE', help: 'the graph that it was made from' } },
    run: async (...given) => (await import('./check/check.ts')).runGraphCheck(...given),
  },
  makes: {
    from: 'graphs (docs/graphs.md; JSON Lines, or an edge a line)',
    methods: [
      {
        name: 'k-degree',
        help: 'edges added until every degree is that of K nodes (Liu and Terzi, 2008)',
        options: { names: { type: 'boolean', default: false, help: 'nodes keep their names' } },
        make: async (...given) => (await import('./make/k-degree.ts')).makeByDegrees(...given),
      },
    ],
  },
};
