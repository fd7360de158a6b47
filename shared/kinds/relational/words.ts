import type { ReportData } from '../../contracts/report-data.ts';
import type { UnitWords } from '../../kit/kind.ts';
import type { Words } from '../../kit/people/people-text.ts';

export const CLASSES: UnitWords = { many: 'classes', code: 'classes', lost: 'as not looked at', named: 'numbers' };

export const WORDS: Words = { person: 'record', people: 'records', target: 'value', targets: 'values' };

export const MEND: readonly string[] = [
  'Anonymise again with l-diversity or t-closeness in the claim of roles.json (unveil anonymise --method lattice).',
  'Generalise or suppress the classes that give most away.',
  'Audit again with a register of persons (--external) or another release (--other-release).',
];

export const GLOSSARY: ReportData['glossary'] = [
  {
    term: 'Quasi-identifier',
    technical: null,
    meaning: 'A column that others know of a person too, such as age or postcode. Several together may identify the person.',
  },
  {
    term: 'Class',
    technical: 'equivalence class',
    meaning: 'Records with the same published quasi-identifiers. An attacker who knows those of a person finds the class.',
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
    meaning: 'The same guess from the other records of the class: it works on a person who is not in the release, too.',
  },
  { term: 'Marginal', technical: null, meaning: 'Guessing by the frequencies of the whole table.' },
  {
    term: 'Like values',
    technical: 'similarity attack',
    meaning: 'Values with different names and nearly the same meaning. A class of them reveals what its people have.',
  },
  { term: 'Named with 90 % confidence', technical: 'probability', meaning: 'At least nine in ten records of the class have the value.' },
];
