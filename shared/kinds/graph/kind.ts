import { plainKind } from '../../kit/plain/kind-of-plain.ts';
import { assessGraph } from './assess.ts';
import { cutGraph, exposeAlike, judgeAlike, SHAPES } from './attack.ts';
import { type GivenGraph, openGraph } from './open.ts';

/** Graphs of people and who is linked with whom. A unit is the nodes whose surroundings look alike. */
export const graph = plainKind({
  name: 'graph',
  units: { many: 'sorts of surroundings', code: 'surroundings', lost: 'as not looked at', named: 'numbers' },
  words: { person: 'node', people: 'nodes', target: 'identity', targets: 'identities' },
  shapes: SHAPES,
  attack: { name: 'surroundings', version: 1, way: 'singled out', knows: 'who is around a person' },
  glossary: [
    { term: 'Degree', technical: null, meaning: 'With how many others a node is linked.' },
    { term: 'k-degree anonymity', technical: null, meaning: 'Every degree is that of at least k nodes.' },
    { term: 'Friend', technical: null, meaning: 'Who knows the degree of a person and of one of their friends.' },
    { term: 'Neighbour degrees', technical: null, meaning: 'Who knows with how many others each friend of a person is linked.' },
    {
      term: 'Neighbourhood',
      technical: '1-neighbourhood isomorphism',
      meaning:
        'Who knows how many friends a person has, and who of them are linked with each other. Beyond 8 friends alike ones are not told apart in full: a lower bound.',
    },
    { term: 'Links', technical: 'link disclosure', meaning: 'Of two people whose degrees are known: how likely they are linked.' },
    {
      term: 'Content',
      technical: 'homogeneity',
      meaning: 'The commonest attribute of those who look alike is the guess for each of them.',
    },
  ],
  mend: [
    'Publish figures of the graph (degrees, triangles) instead of the graph: added edges do not hide neighbours.',
    'Let more nodes share their degree (unveil anonymise --method k-degree, greater k).',
    'Leave out nodes that stay unique.',
  ],
  open: openGraph,
  cut: (given: GivenGraph, { request }) => Promise.resolve(cutGraph(given, request.seed)),
  expose: exposeAlike,
  judge: judgeAlike,
  assess: (whole, { original }, { request }) => Promise.resolve(assessGraph(whole, original, request)),
});
