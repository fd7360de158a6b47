import type { ReportData } from '../../contracts/report-data.ts';
import type { UnitWords } from '../../kit/kind.ts';
import type { Words } from '../../kit/people/people-text.ts';

export const GROUP_WORDS: UnitWords = { many: 'groups', code: 'groups', lost: 'as not looked at', named: 'numbers' };

export const WORDS: Words = { person: 'transaction', people: 'transactions', target: 'sensitive item', targets: 'sensitive items' };

export const MEND: readonly string[] = [
  'Make larger groups, with a greater p (unveil anonymise --method cahd).',
  'Remove the items that occur mostly with a sensitive item, or declare them sensitive.',
  'Generalise the other items too (--method coat or km): a person known by several of them is found.',
];

export const GLOSSARY: ReportData['glossary'] = [
  {
    term: 'Sensitive item',
    technical: null,
    meaning: 'The release has it in no transaction. It gives only the number of transactions of each group that had it.',
  },
  {
    term: 'Quasi-item',
    technical: null,
    meaning: 'Every other item. It stays in its transaction, so others may know it of a person.',
  },
  {
    term: 'Count / size',
    technical: 'degree of privacy',
    meaning: 'The share of a group that has the item, as published.',
  },
  {
    term: 'Learned',
    technical: 'naive Bayes over the groups, deFinetti attack',
    meaning:
      'Learns from other groups which items occur with a sensitive item. It is overconfident, so its probabilities only rank the members.',
  },
  {
    term: 'Semantic',
    technical: 'ABA, RGA, MRA',
    meaning: 'Gives the item to the members whose other items are closest in meaning: all of them, the closer half, the closest one.',
  },
  {
    term: 'Link',
    technical: null,
    meaning: 'An attacker who knows items of a person finds the transactions that hold them, and reads their groups’ counts.',
  },
];
