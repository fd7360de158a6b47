import type { Words } from '../../app/audit/people/people-text.ts';
import type { ReportData } from '../../contracts/report-data.ts';
import type { UnitWords } from '../kind.ts';

export const REGIONS: UnitWords = { many: 'regions and pseudonyms', code: 'regions', lost: 'as not looked at', named: 'numbers' };

export const WORDS: Words = { person: 'person', people: 'people', target: 'place or name', targets: 'places and names' };

export const MEND: readonly string[] = [
  'Publish larger regions: fewer levels, or more than k users in each (unveil anonymise --method cloak-strict --k K).',
  'Give each snapshot pseudonyms of its own (--unlinked): regions of one person can then not be laid over each other.',
  'Where few live, k users do not hide where they are: hold the regions against a density of your own (--external).',
];

export const GLOSSARY: ReportData['glossary'] = [
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
];
