import { plainKind } from '../../app/audit/plain/kind-of-plain.ts';
import { exposePlaces, judgePlace } from './attack/expose.ts';
import { assessPlaces } from './measure/assess.ts';
import { cutPlaces, SHAPES } from './read/cut.ts';
import { type GivenPlaces, openPlaces } from './read/open.ts';
import { GLOSSARY, MEND, REGIONS, WORDS } from './words.ts';

/** Positions that are published as regions. A unit is a snapshot's region with who publishes it, or a pseudonym with who it may be. */
export const places = plainKind({
  name: 'places',
  units: REGIONS,
  words: WORDS,
  shapes: SHAPES,
  attack: { name: 'density', version: 1, way: 'learned', knows: 'how many people live where' },
  glossary: GLOSSARY,
  mend: MEND,
  suits: () => {},
  beside: ({ external, kind, roles, columns }) =>
    Promise.resolve(external === undefined || (kind === 'auto' && (roles ?? columns) !== undefined) ? [] : [external]),
  open: openPlaces,
  cut: (given: GivenPlaces, { request }) => Promise.resolve(cutPlaces(given, request.seed)),
  expose: exposePlaces,
  judge: judgePlace,
  assess: (whole, { original }, { request }) => Promise.resolve(assessPlaces(whole, original, request)),
});
