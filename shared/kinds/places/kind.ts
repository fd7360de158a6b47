import { plainKind } from '../../kit/plain/kind-of-plain.ts';
import { exposePlaces, judgePlace } from './attack/expose.ts';
import { assessPlaces } from './measure/assess.ts';
import { cutPlaces, SHAPES } from './read/cut.ts';
import { type GivenPlaces, openPlaces } from './read/open.ts';

/** Positions that are published as regions. A unit is a snapshot's region with who publishes it, or a pseudonym with who it may be. */
export const places = plainKind({
  name: 'places',
  units: { many: 'regions and pseudonyms', code: 'regions', lost: 'as not looked at', named: 'numbers' },
  words: { person: 'person', people: 'people', target: 'place or name', targets: 'places and names' },
  shapes: SHAPES,
  attack: { name: 'density', version: 1, way: 'learned', knows: 'how many people live where' },
  glossary: [
    { term: 'Region', technical: 'cloaked region', meaning: 'The square that is published in the place of a position.' },
    { term: 'Level', technical: null, meaning: 'How often the whole square was halved along each axis to come to the cell.' },
    {
      term: 'Fixed, adaptive, strict',
      technical: null,
      meaning: 'Cells of one level; the smallest quadrant with k users in it; the same, and k users publish it.',
    },
    {
      term: 'Density',
      technical: 'prior',
      meaning:
        'How many people are in each cell, known from anywhere but the release, such as a census: not all of a region is equally likely.',
    },
    {
      term: 'Regions over time',
      technical: 'continuous attack',
      meaning: 'Who was in all regions of one pseudonym; it needs somebody who knows where everybody was.',
    },
    { term: 'Reach', technical: 'maximum movement', meaning: 'How far one goes from one time to the next: it cuts off parts of regions.' },
  ],
  mend: [
    'Publish larger regions, with more than k users in each (unveil anonymise --method cloak-strict).',
    'Give each snapshot its own pseudonyms (--unlinked), so that regions of one person cannot be intersected.',
    'Compare the regions with your own density (--external): in empty areas k users hide nothing.',
  ],
  open: openPlaces,
  cut: (given: GivenPlaces, { request }) => Promise.resolve(cutPlaces(given, request.seed)),
  expose: exposePlaces,
  judge: judgePlace,
  assess: (whole, { original }, { request }) => Promise.resolve(assessPlaces(whole, original, request)),
});
