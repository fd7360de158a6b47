import type { Offers } from '../../kit/offers.ts';
import type { Options } from '../../kit/option.ts';

const BY = {
  by: { type: 'string', value: 'A,B', help: 'columns to count by: every combination of their values, and every total' },
  learn: { type: 'string', value: 'COLUMN', help: 'of these the one that nobody is to learn' },
} as const satisfies Options;

export const countsOffers: Offers = {
  check: {
    help: 'Published counts (docs/other-methods.md; any CSV whose last column is the count with --kind counts): what their first line says, K people in each; with --original, how far they are from the true ones.',
    options: { original: { type: 'string', value: 'FILE', help: 'the people that were counted, a row each' } },
    run: async (...given) => (await import('./check/check.ts')).runCountsCheck(...given),
  },
  makes: {
    from: 'people, a row each, counted by some of their columns (docs/other-methods.md)',
    methods: [
      {
        name: 'counts-suppressed',
        help: 'counts from 1 to below K are hidden',
        options: BY,
        make: async (...given) => (await import('./make/make-counts.ts')).makeCounts('suppressed')(...given),
      },
      {
        name: 'counts-rounded',
        help: 'every count rounded to the nearest multiple',
        degree: null,
        options: { ...BY, base: { type: 'string', value: 'B', default: '5', help: 'of this number (default 5)' } },
        make: async (...given) => (await import('./make/make-counts.ts')).makeCounts('rounded')(...given),
      },
      {
        name: 'counts-noise',
        help: 'geometric noise on every count: differential privacy',
        degree: null,
        options: { ...BY, epsilon: { type: 'string', value: 'E', default: '1', help: 'of all counts together (default 1)' } },
        make: async (...given) => (await import('./make/make-counts.ts')).makeCounts('noise')(...given),
      },
    ],
  },
};
