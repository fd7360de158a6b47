import type { Words } from '../../app/audit/people/people-text.ts';
import type { ReportData } from '../../contracts/report-data.ts';
import type { UnitWords } from '../kind.ts';

export const TEXTS: UnitWords = { many: 'sanitised texts', code: 'texts', lost: 'as not looked at', named: 'numbers', arePeople: true };

export const WORDS: Words = { person: 'text', people: 'texts', target: 'term', targets: 'terms' };

export const MEND: readonly string[] = [
  'Ask for more (unveil anonymise --t or --k): more terms are hidden, behind nodes further up, or more are taken out.',
  'Look at the terms that betray most in the table of exposures: hide them too, or take them out.',
  'Take a tree whose nodes hide terms of one sort that are about as common: what is rare is guessed last, whatever stands beside it.',
];

export const GLOSSARY: ReportData['glossary'] = [
  {
    term: 'Mark',
    technical: null,
    meaning: 'A term that was hidden: the text has a node of the tree, such as "kind of drug", in its place.',
  },
  {
    term: 'Base text',
    technical: 't-plausibility',
    meaning: 'A text that the published one may come from: one term under each node. Exactly one of them is the original.',
  },
  {
    term: 'Effective base texts',
    technical: 'exp of the entropy',
    meaning: 'How many base texts are left to somebody who knows that some are likelier: as many equally likely ones would be as unsure.',
  },
  {
    term: 'Covered',
    technical: 'K-safety',
    meaning: 'An entity is covered by another one whose terms are all that the text has of its own: the text may be about either.',
  },
  {
    term: 'Confusable',
    technical: 'k-confusability',
    meaning: 'A topic is confusable where others are at least as likely, by the terms that the text still has.',
  },
];
