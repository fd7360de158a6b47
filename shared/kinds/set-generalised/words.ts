import type { ReportData } from '../../contracts/report-data.ts';
import type { UnitWords } from '../../kit/kind.ts';
import type { Words } from '../../kit/people/people-text.ts';
import { setAttack } from './attacks.ts';
import type { SetGeneralisedOutcome } from './publish/finish-audit.ts';

export const GENERALISED_ITEMS: UnitWords = {
  many: 'generalised items',
  code: 'groups',
  lost: 'as not removed',
  named: 'those that first stand in transactions',
};

export const WORDS: Words = { person: 'transaction', people: 'transactions', target: 'item', targets: 'items' };

/** Attacks in plain words; tables and options use their names. */
export const plainly = (name: string): string => setAttack(name)?.label ?? name;
export const named = (name: string): string => {
  const plain = plainly(name);
  return plain === name ? name : `${plain} (${name})`;
};

export const GLOSSARY: ReportData['glossary'] = [
  {
    term: 'Generalised item',
    technical: null,
    meaning: 'A set of items published in the place of those that the transaction held: it stands for some of its members.',
  },
  { term: 'Added', technical: null, meaning: 'A member that was not in the original transaction: it stands there for protection.' },
  {
    term: 'Take out',
    technical: 'eliminate',
    meaning: 'The attack says that this member was added to this transaction. What it leaves is its guess of the original.',
  },
  { term: 'Cell', technical: null, meaning: 'One member of a generalised item in one transaction that carries it.' },
  {
    term: 'Right when it takes out',
    technical: 'precision',
    meaning: 'Of what the attack takes out, the share that was added. Beside it stands what as many cells at random would reach.',
  },
  { term: 'Undone', technical: 'recall', meaning: 'Of all that was added, the share that the attack takes out.' },
  {
    term: 'As many at random',
    technical: 'matched',
    meaning: 'Chance with the same number of cells from each generalised item: what the attack has above it comes from what it knows.',
  },
  {
    term: 'Without outside knowledge',
    technical: 'context-only',
    meaning: 'The same attack, looking at the release alone: what is above it comes from knowing which terms belong together.',
  },
  {
    term: 'Items shuffled',
    technical: 'without-order',
    meaning: 'The same attack with the order of items taken away. It is no baseline: it shows whether the order gives something away.',
  },
  {
    term: 'Named with 90 % certainty',
    technical: 'probability',
    meaning:
      'The attack gives the member a probability of at least 0.9 of being an original one. Whether such statements come true is drawn under “Does what it says happen?”.',
  },
  { term: 'Known cells', technical: 'coverage', meaning: 'Cells whose item a source knows. Where few are known an audit cannot judge.' },
  {
    term: 'Broken, truly broken',
    technical: 'privacy constraints',
    meaning:
      'A protected set of items is broken when fewer than k transactions support it after the attack, and truly broken when original transactions hold it and all of them still support it: then the few that are left are the right ones.',
  },
  {
    term: '95 % interval',
    technical: null,
    meaning: 'How the figure would vary over releases of this kind. “Too few to say” stands where a release is too small for one.',
  },
];

export function nextSteps({ conclusion, text, release }: SetGeneralisedOutcome, examples: boolean): string[] {
  const { level, way } = conclusion.verdict;
  return [
    text.next,
    ...(level === 'leaks' && way === 'learned'
      ? [
          ...(examples
            ? ['Look at what betrays what: withhold those neighbours, or hide them too; then protect the items by risk, from the top.']
            : []),
          'Anonymise again with more members to each generalised item or a greater k (unveil anonymise --k), and audit the new release.',
        ]
      : []),
    ...(release.hasOriginal
      ? []
      : ['Audit with the original (--original) before you quote figures: without it they are what the attack expects.']),
    'Audit again as somebody who knows more: word vectors (--embeddings glove), texts of the same field (--corpus).',
    'Let a gate ask it before each publication: --fail-above learned=0.1@confidence=0.9 (docs/risk.md).',
  ];
}
