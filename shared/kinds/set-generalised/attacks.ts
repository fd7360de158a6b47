import { type AttackRow, attackRows } from '../../core/attack/attack.ts';
import { attackNamed, TABLE_ATTACKS } from '../../core/attack/attacks.ts';
import type { DecisionKind } from './core/calibrated/decide.ts';
import type { EvidenceKind } from './core/calibrated/evidence.ts';

/** Everything but what the order of items adds. */
export const WITHOUT_ORDER: readonly EvidenceKind[] = ['outside', 'likeness', 'frequency', 'shape'];
export const ALL_EVIDENCE: readonly EvidenceKind[] = ['near', ...WITHOUT_ORDER];

/** What knows only how common items are has. */
export const FREQUENCY: readonly EvidenceKind[] = ['frequency', 'shape'];

/** It learns from the whole release before it decides on single generalised items. */
export interface LearnedAttack extends AttackRow {
  readonly evidence: readonly EvidenceKind[];
  readonly decision: DecisionKind;
}

const LEARNED = { version: 11, decision: 'cover' } as const;

/** The calibrated attack, in two decisions, with its baselines and its control: the same model on less evidence. */
export const LEARNED_ATTACKS = attackRows<LearnedAttack>()([
  {
    ...LEARNED,
    name: 'calibrated',
    label: 'learns from practice',
    role: 'own',
    byDefault: true,
    knows: 'which items go together and how common they are, by the sources, and the whole release',
    evidence: ALL_EVIDENCE,
  },
  {
    ...LEARNED,
    name: 'calibrated-precise',
    label: 'learns from practice, decides only what is sure',
    role: 'own',
    byDefault: true,
    knows: null,
    evidence: ALL_EVIDENCE,
    decision: 'precise',
  },
  {
    ...LEARNED,
    name: 'frequency-only',
    label: 'knows only how common items are',
    role: 'baseline',
    byDefault: false,
    knows: 'how common items are, by the sources, and the whole release',
    evidence: FREQUENCY,
  },
  {
    ...LEARNED,
    name: 'context-only',
    label: 'without outside knowledge',
    role: 'baseline',
    byDefault: false,
    knows: 'the whole release, and nothing from outside',
    evidence: ['likeness', 'shape'],
  },
  {
    ...LEARNED,
    name: 'without-order',
    label: 'learns from practice, items shuffled',
    role: 'control',
    byDefault: false,
    knows: null,
    evidence: WITHOUT_ORDER,
  },
]);

/** Run with every audit. */
export const CHANCE_ATTACKS = TABLE_ATTACKS.filter(({ role }) => role === 'chance');

/** All attacks on generalised items, from the one that undoes most to the one that undoes least, as far as trials showed; chance is last. */
export const SET_ATTACKS = [...LEARNED_ATTACKS, ...TABLE_ATTACKS.filter(({ role }) => role !== 'chance').toReversed(), ...CHANCE_ATTACKS];

/** Also of a caller's own; undefined for names of other things, such as `matched`. */
export const setAttack = (name: string): AttackRow | undefined => SET_ATTACKS.find((row) => row.name === name) ?? attackNamed(name);

/** It yields findings of its own: it is neither chance, nor does it guess as another attack does. */
export const countsAlone = (name: string): boolean => setAttack(name)?.knows !== null;
