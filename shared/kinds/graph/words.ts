import type { Words } from '../../app/audit/people/people-text.ts';
import type { ReportData } from '../../contracts/report-data.ts';
import type { UnitWords } from '../kind.ts';

export const CLASSES: UnitWords = { many: 'sorts of surroundings', code: 'surroundings', lost: 'as not looked at', named: 'numbers' };

export const WORDS: Words = { person: 'node', people: 'nodes', target: 'identity', targets: 'identities' };

export const MEND: readonly string[] = [
  'Publish figures of the graph (degrees, counts of triangles) in the place of the graph: added edges hide degrees, and not who is around whom.',
  'Make more nodes share their degree (unveil anonymise --method k-degree, with more k), and look at what is left unique.',
  'Leave out nodes that stay alone in all that an attacker may know of them.',
];

export const GLOSSARY: ReportData['glossary'] = [
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
  { term: 'Content', technical: 'homogeneity', meaning: 'The commonest attribute of those who look alike is the guess for each of them.' },
];
