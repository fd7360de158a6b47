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
    meaning: 'A set of options that was published in the place of the hidden items. Some of its members are true, the others are decoys.',
  },
  { term: 'Decoy', technical: null, meaning: 'A member that was not in the original transaction. It was added for protection.' },
  {
    term: 'Remove',
    technical: 'eliminate',
    meaning: 'The attack says that this member is a decoy in this transaction. The members that it leaves are its guess of the original.',
  },
  { term: 'Cell', technical: null, meaning: 'One member of a generalised item in one transaction that carries it.' },
  {
    term: 'Right when it removes',
    technical: 'precision',
    meaning: 'The share of decoys among the members that the attack removes. Next to it is the share for guessing at random.',
  },
  { term: 'Undone', technical: 'recall', meaning: 'The share of all decoys that the attack removes.' },
  {
    term: 'Guessing at random',
    technical: 'matched',
    meaning: 'As many cells, drawn at random from each generalised item. The lead over it comes from knowledge.',
  },
  {
    term: 'Without outside knowledge',
    technical: 'context-only',
    meaning: 'The same attack with the release alone. The lead over it comes from knowing which terms belong together.',
  },
  {
    term: 'Items shuffled',
    technical: 'without-order',
    meaning: 'The same attack on shuffled items. It is no baseline: it shows whether the order gives something away.',
  },
  {
    term: 'Named with 90 % confidence',
    technical: 'probability',
    meaning: 'The attack gives the member a probability of at least 0.9, at the lower end of what its kinds of practice say.',
  },
  { term: 'Known cells', technical: 'coverage', meaning: 'Cells whose item a source knows. An audit that knows few cannot judge.' },
  {
    term: 'Broken, truly broken',
    technical: 'privacy constraints',
    meaning:
      'A protected set of items is broken if fewer than k transactions support it after the attack. It is truly broken if all transactions that originally held it are still among them.',
  },
  {
    term: '95 % interval',
    technical: null,
    meaning: 'How the figure would vary over releases of this kind. A release that is too small has none.',
  },
];

export function nextSteps({ conclusion, text, release }: SetGeneralisedOutcome, examples: boolean): string[] {
  const { level, way } = conclusion.verdict;
  return [
    text.next,
    ...(level === 'leaks' && way === 'learned' ? [...(examples ? ['Hide the neighbours that betray most.'] : [])] : []),
    ...(release.hasOriginal ? [] : ['Audit with the original: --original FILE.']),
    'Audit again with word vectors: --embeddings glove.',
    'Set a limit for later releases: --fail-above learned=0.1@confidence=0.9.',
  ];
}
