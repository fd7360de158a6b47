import type { ReportData } from '../../contracts/report-data.ts';
import type { UnitWords } from '../../kit/kind.ts';
import type { Words } from '../../kit/people/people-text.ts';

export const CLASSES: UnitWords = { many: 'classes', code: 'classes', lost: 'as not looked at', named: 'numbers' };

export const WORDS: Words = { person: 'transaction', people: 'transactions', target: 'item', targets: 'items' };

export const MEND: readonly string[] = [
  'Ask for a greater k: items are published further up the tree, and fewer as themselves (unveil anonymise --method local --k).',
  'Look at the classes that publish items as themselves: all of their people are known to have these.',
  'Give the tree more levels where an item is told by how common it is: what stands under one node should be about as common.',
];

export const GLOSSARY: ReportData['glossary'] = [
  { term: 'Class', technical: null, meaning: 'The transactions that publish the same nodes: nothing in the release tells them apart.' },
  {
    term: 'Node',
    technical: null,
    meaning: 'An item, or what stands above several in the tree: at least one of the items under it was there.',
  },
  { term: 'Bare', technical: 'bare leaf', meaning: 'An item that is published as itself. It is certain for all of its class.' },
  {
    term: 'Frequency',
    technical: 'expectation and maximisation',
    meaning: 'Items that some classes publish as themselves say how common they are, and so what others hide under a node.',
  },
  {
    term: 'Semantic',
    technical: 'MDA, TBA, WBA, GBA, RBA',
    meaning:
      'Of the items under a node those are taken out, or is named, that stand far from, or closest to, what the class publishes most plainly.',
  },
  {
    term: 'Ceiling',
    technical: null,
    meaning: 'What somebody would get right who knew the truth, and had to say the same of all rows of a class.',
  },
];
