import type { ReportData } from '../../contracts/report-data.ts';
import type { UnitWords } from '../../kit/kind.ts';
import type { Words } from '../../kit/people/people-text.ts';

export const GROUP_WORDS: UnitWords = { many: 'groups', code: 'groups', lost: 'as not looked at', named: 'numbers' };

export const WORDS: Words = { person: 'transaction', people: 'transactions', target: 'sensitive item', targets: 'sensitive items' };

export const MEND: readonly string[] = [
  'Make larger groups: a greater p bounds what a group says outright (unveil anonymise --method cahd --p).',
  'Where an attack names holders beyond count / size, their other items give them away: leave out, or count as sensitive, what goes with a sensitive item.',
  'Items that are not sensitive stay with their transaction, so who is known by several of them is found: if that matters, generalise them too (--method coat, km).',
];

export const GLOSSARY: ReportData['glossary'] = [
  {
    term: 'Sensitive item',
    technical: null,
    meaning: 'It stands in no transaction of the release: of each group is told in how many of its transactions it was.',
  },
  {
    term: 'Quasi-item',
    technical: null,
    meaning: 'Every other item. It stays in its transaction as it was, so others may know it of a person.',
  },
  {
    term: 'Count / size',
    technical: 'degree of privacy',
    meaning: 'What the release says outright: so many of the transactions of the group have the item.',
  },
  {
    term: 'Learned',
    technical: 'naive Bayes over the groups, deFinetti attack',
    meaning:
      'What stands beside a sensitive item in other groups tells who of this group is likelier to have it. Its probabilities are surer than the truth is, so members are ranked by them and none is quoted.',
  },
  {
    term: 'Semantic',
    technical: 'ABA, RGA, MRA',
    meaning:
      'The item goes to the members whose other items are closest to it in meaning: by all of them, by the closer half, by the closest one.',
  },
  {
    term: 'Link',
    technical: null,
    meaning: 'Who knows some items of a person finds the transactions that hold them, and reads off what their groups say.',
  },
];
