import { plainKind } from '../../kit/plain/kind-of-plain.ts';
import { assessCounts } from './assess.ts';
import { cutCounts, exposeGroup, judgeGroup, SHAPES } from './attack.ts';
import { type GivenCounts, openCounts } from './open.ts';

/** Published counts of people by conditions. A unit is a group whose value of a sensitive column follows from them. */
export const counts = plainKind({
  name: 'counts',
  units: { many: 'groups given away', code: 'groups', lost: 'as not looked at', named: 'numbers' },
  words: { person: 'person', people: 'people', target: 'value', targets: 'values' },
  shapes: SHAPES,
  attack: { name: 'groups of one value', version: 1, way: 'learned', knows: 'all published counts together' },
  glossary: [
    { term: 'Differencing', technical: null, meaning: 'The difference of two counts, one of which is of part of the people of the other.' },
    {
      term: 'Bounds',
      technical: 'integer feasibility',
      meaning: 'The least and the greatest number of people that all counts together allow.',
    },
    { term: 'Hidden count', technical: 'suppression', meaning: 'A count that is not published, or only as a range such as <3.' },
    {
      term: 'Epsilon',
      technical: 'differential privacy',
      meaning: 'By how much noise hides one person: all counts together change the odds on a person by at most exp(epsilon).',
    },
  ],
  mend: [
    'Add noise to every count, and account for it over all counts (unveil anonymise --method counts-noise --epsilon 1).',
    'Publish fewer columns at once: each combination of conditions is a further count to take a difference of.',
    'Round with a larger base, and round totals on their own (unveil anonymise --method counts-rounded --base 10).',
  ],
  open: openCounts,
  cut: (given: GivenCounts, { request }) => Promise.resolve(cutCounts(given, request)),
  expose: exposeGroup,
  judge: judgeGroup,
  assess: (whole, { original }) => Promise.resolve(assessCounts(whole, original)),
});
