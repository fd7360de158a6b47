import type { ReportData } from '../../contracts/report-data.ts';
import type { UnitWords } from '../../kit/kind.ts';
import type { Words } from '../../kit/people/people-text.ts';

export const CLASSES: UnitWords = { many: 'classes', code: 'classes', lost: 'as not looked at', named: 'numbers' };

export const WORDS: Words = { person: 'record', people: 'records', target: 'value', targets: 'values' };

export const MEND: readonly string[] = [
  'Anonymise again with more than k: l-diversity or t-closeness bounds what a class tells (unveil anonymise --method lattice, with a claim in roles.json).',
  'Look at the classes that give most away: generalise what singles them out, or suppress their records.',
  'Audit again as somebody who knows more: a register of persons (--external), another release (otherRelease in audit.json).',
];

export const GLOSSARY: ReportData['glossary'] = [
  {
    term: 'Quasi-identifier',
    technical: null,
    meaning: 'A column that others know of a person too, such as age or postcode: alone it names nobody, together they may.',
  },
  {
    term: 'Class',
    technical: 'equivalence class',
    meaning: 'The records that have the same published quasi-identifiers: who knows them of a person finds this class, and no less.',
  },
  { term: 'k', technical: 'k-anonymity', meaning: 'The size of the smallest class.' },
  {
    term: 'Reading off the class',
    technical: 'homogeneity',
    meaning: 'The commonest value of a class is the best guess for everybody in it.',
  },
  {
    term: 'Without own record',
    technical: null,
    meaning: 'The same guess from the other records of the class: what the release tells of a person whether they are in it or not.',
  },
  { term: 'Marginal', technical: null, meaning: 'The guess of somebody who knows only how frequent each value is in the whole table.' },
  {
    term: 'Like values',
    technical: 'similarity attack',
    meaning: 'Values that differ in name and mean much the same: a class of them tells what its people have.',
  },
  { term: 'Named with 90 % certainty', technical: 'probability', meaning: 'At least nine in ten records of the class have the value.' },
];
