import type { Words } from '../../app/audit/people/people-text.ts';
import type { ReportData } from '../../contracts/report-data.ts';
import type { UnitWords } from '../kind.ts';

export const CLUSTERS: UnitWords = { many: 'clusters', code: 'clusters', lost: 'as not looked at', named: 'numbers' };

export const WORDS: Words = { person: 'user', people: 'users', target: 'query', targets: 'queries' };

export const MEND: readonly string[] = [
  'Publish one query for each intent of a cluster in the place of everybody’s own words (unveil anonymise --method query-log --form name).',
  'Make clusters of more users (unveil anonymise --method query-log, with more k).',
];

export const GLOSSARY: ReportData['glossary'] = [
  { term: 'Intent', technical: null, meaning: 'What several queries are after: those that lead to the same pages.' },
  { term: 'Cluster', technical: null, meaning: 'Users who are published with the same intents: what they want does not tell them apart.' },
  {
    term: 'Drawn',
    technical: null,
    meaning: 'A query that was put in for a user who did not have the intent, from the queries of those who do.',
  },
  {
    term: 'Wanted',
    technical: null,
    meaning: 'Of what a cluster is published with more than half of it want: who lacked it got it all the same.',
  },
  {
    term: 'Related, semantic',
    technical: null,
    meaning: 'What goes with what: queries of one user are about things that go together, and a drawn one may not be.',
  },
];
