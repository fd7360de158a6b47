import type { ReportData } from '../../contracts/report-data.ts';
import type { UnitWords } from '../../kit/kind.ts';
import type { Words } from '../../kit/people/people-text.ts';

export const CLASSES: UnitWords = { many: 'classes', code: 'classes', lost: 'as not looked at', named: 'numbers' };

export const WORDS: Words = { person: 'transaction', people: 'transactions', target: 'item', targets: 'items' };

export const MEND: readonly string[] = [
  'Anonymise with a greater k, so that fewer items are published as themselves (unveil anonymise --method local).',
  'Look at the classes that publish items as themselves: everybody in them has these items.',
  'Use a tree whose nodes cover items that are about equally common.',
];

export const GLOSSARY: ReportData['glossary'] = [
  { term: 'Class', technical: null, meaning: 'Transactions with the same published nodes. They cannot be distinguished.' },
  {
    term: 'Node',
    technical: null,
    meaning: 'An item, or a group of items in the tree. The transaction had at least one of them.',
  },
  { term: 'Bare', technical: 'bare leaf', meaning: 'An item that is published as itself. It is certain for all of its class.' },
  {
    term: 'Frequency',
    technical: 'expectation and maximisation',
    meaning: 'Items that some classes publish as themselves show how common they are. So others can be guessed under their node.',
  },
  {
    term: 'Semantic',
    technical: 'MDA, TBA, WBA, GBA, RBA',
    meaning: 'Removes the items of a node that are far in meaning from the class’s published items, or names the closest one.',
  },
  {
    term: 'Ceiling',
    technical: null,
    meaning: 'The best possible share for a guess that is the same for all rows of a class.',
  },
];
