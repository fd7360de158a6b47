import type { ReportData } from '../../../contracts/report-data.ts';
import type { VerdictText } from '../../../contracts/verdict.ts';
import type { Words } from '../../../kit/people/people-text.ts';
import type { Conclusion } from '../../../kit/publish/conclude.ts';
import { clusterAttack } from '../attacks.ts';

/** A person is a reconstructed transaction: an anchoring sub-record with what was put to it. */
export const WORDS: Words = { person: 'transaction', people: 'transactions', target: 'piece', targets: 'pieces' };

export const named = (name: string): string => {
  const label = clusterAttack(name)?.label;
  return label === undefined ? name : `${label} (${name})`;
};

export const GLOSSARY: ReportData['glossary'] = [
  { term: 'Cluster', technical: null, meaning: 'Transactions that were published together, with what each holds taken apart.' },
  {
    term: 'Anchoring sub-record',
    technical: 'first record chunk',
    meaning: 'The part of a transaction that the first chunk shows. A transaction is known by it, and pieces are put back to it.',
  },
  {
    term: 'Piece',
    technical: 'sub-record of a later chunk, or a term',
    meaning: 'What was separated from the anchoring sub-record: nothing in the release says whose it is.',
  },
  {
    term: 'Place',
    technical: null,
    meaning: 'One piece put to one anchoring sub-record. It is right if the transaction behind it holds the piece.',
  },
  {
    term: 'Right places',
    technical: 'precision',
    meaning: 'Of all places, the share that is right. Beside it stands what as many places at random reach.',
  },
  {
    term: 'Put back',
    technical: 'recall',
    meaning: 'Of all that the originals hold of the pieces, the share that was put where it belongs.',
  },
  {
    term: 'Pieces with a right place',
    technical: 'hit rate',
    meaning: 'Pieces with at least one right place. It rises with the number of places, even at random.',
  },
  {
    term: 'Broken',
    technical: null,
    meaning:
      'A transaction with a separated piece of which at least one was put to it rightly. Chance breaks many as well: its share stands beside it.',
  },
  {
    term: 'Exposed, false',
    technical: 'k^m',
    meaning:
      'Exposed: itemsets of up to m items that fewer than k transactions hold and no chunk shows, put together where they belong. False: of those put together, the ones that do not belong.',
  },
  {
    term: 'Named with 90 % certainty',
    technical: 'probability',
    meaning: 'The attack gives the place a probability of at least 0.9 of being right.',
  },
];

export const MEND = 'Disassociate again with a greater k or m (unveil anonymise), and audit that.';

export function nextSteps({ verdict: { level, way } }: Conclusion, { next }: VerdictText): string[] {
  const stronger = 'Audit again with word vectors: --embeddings glove.';
  if (level === 'guarantee broken') return [next, 'Disassociate with --safe (unveil anonymise --method disassociate).'];
  if (level !== 'leaks' || way !== 'learned') return [next, ...(level === 'no leak found' ? [stronger] : [])];
  return [next, 'Hide the neighbours that betray most.', stronger];
}
