import { plainKind } from '../../app/audit/plain/kind-of-plain.ts';
import { assessGraph } from './assess.ts';
import { cutGraph, exposeAlike, judgeAlike, SHAPES } from './attack.ts';
import { type GivenGraph, openGraph } from './open.ts';
import { CLASSES, GLOSSARY, MEND, WORDS } from './words.ts';

/** Graphs of people and who is linked with whom. A unit is the nodes whose surroundings look alike. */
export const graph = plainKind({
  name: 'graph',
  units: CLASSES,
  words: WORDS,
  shapes: SHAPES,
  attack: { name: 'surroundings', version: 1, way: 'singled out', knows: 'who is around a person' },
  glossary: GLOSSARY,
  mend: MEND,
  suits: () => {},
  open: openGraph,
  cut: (given: GivenGraph, { request }) => Promise.resolve(cutGraph(given, request.seed)),
  expose: exposeAlike,
  judge: judgeAlike,
  assess: (whole, { original }, { request }) => Promise.resolve(assessGraph(whole, original, request)),
});
