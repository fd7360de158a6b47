import { BadInput } from '../../core/model/bad-input.ts';
import type { Offers } from '../../kit/offers.ts';
import type { Options } from '../../kit/option.ts';
import { wholeNumber } from '../../kit/option-values.ts';

const UNLINKED = {
  unlinked: { type: 'boolean', default: false, help: 'no pseudonyms: regions of one user at different times cannot be joined by name' },
} as const satisfies Options;

export const placesOffers: Offers = {
  check: {
    help: 'Published regions (docs/places.md), where k stands in the release: K users publish each region (strict); with --original, the positions of everybody: K users are inside it (plain).',
    options: { original: { type: 'string', value: 'FILE', help: 'the positions of everybody' } },
    run: async (...given) => (await import('./check/check.ts')).runPlacesCheck(...given),
  },
  makes: {
    from: 'positions (docs/places.md), cloaked so that K users are in each region',
    methods: [
      {
        name: 'cloak-fixed',
        help: 'cells of one level; who is one of fewer than K there is suppressed',
        options: {
          level: { type: 'string', value: 'L', help: 'of the cells (default: the deepest that suppresses nobody)' },
          ...UNLINKED,
        },
        make: async (...given) => (await import('./make/cloak.ts')).makeRegions('fixed')(...given),
      },
      {
        name: 'cloak-adaptive',
        help: 'the smallest quadrant with K users (Gruteser and Grunwald, 2003)',
        options: UNLINKED,
        make: async (...given) => (await import('./make/cloak.ts')).makeRegions('adaptive')(...given),
      },
      {
        name: 'cloak-strict',
        help: 'the same, and K users publish it',
        options: UNLINKED,
        make: async (...given) => (await import('./make/cloak.ts')).makeRegions('strict')(...given),
      },
    ],
  },
  sample: {
    name: 'places',
    options: {
      places: {
        type: 'string',
        value: 'N',
        help: 'positions of N users in place of transactions, in towns of a square of 1000 x 1000 (docs/places.md)',
      },
      snapshots: { type: 'string', default: '1', value: 'N', help: 'at how many times (default 1)' },
      known: {
        type: 'string',
        value: 'FILE',
        help: 'also writes how many of them are in each cell at first: what an attacker may know, "unveil audit --external FILE"',
      },
      levels: { type: 'string', default: '10', value: 'L', help: 'how often the square is halved (default 10)' },
    },
    async make(users, { seed, values }) {
      const snapshots = wholeNumber(String(values['snapshots']), '--snapshots', 1);
      const levels = wholeNumber(String(values['levels']), '--levels', 0);
      const { DEEPEST_PUBLISHED } = await import('./core/places-file.ts');
      if (levels > DEEPEST_PUBLISHED) throw new BadInput(`--levels is at most ${DEEPEST_PUBLISHED}`);
      const { densityLines, positionLines } = await import('./core/generate.ts');
      const known = values['known'];
      return {
        pieces: positionLines(users, snapshots, levels, seed),
        figures: { users, snapshots },
        text: `${users} users at ${snapshots} times`,
        ...(typeof known === 'string' ? { more: [{ path: known, pieces: densityLines(users, levels, seed) }] } : {}),
      };
    },
  },
};
