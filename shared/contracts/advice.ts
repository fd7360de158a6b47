import type { Estimate } from './report-data.ts';

/** `advice.json`: raise with every change of meaning. */
export const ADVICE_VERSION = 3;

/** One attack on a release that was tried. */
export interface AdviceAttack {
  /** The attacker: with the knowledge in the request, or with other knowledge. */
  readonly attacker: string;
  readonly seed: string;
  /** Share of people for whom a hidden value is named with the wanted confidence; null if the attack states none. */
  readonly people: number | null;
}

export interface AdviceFigure {
  readonly name: string;
  readonly value: number | null;
}

/** A release that was tried. */
export interface AdvicePoint {
  readonly name: string;
  readonly move: string;
  /** The point it was made from. */
  readonly base: string | null;
  /** Mean of the attacks with the knowledge in the request, with the least and the greatest. */
  readonly people: Estimate;
  readonly attacks: readonly AdviceAttack[];
  /** Shares of utility that are lost, each with a limit; the first one is drawn. */
  readonly losses: readonly AdviceFigure[];
  readonly counts: readonly AdviceFigure[];
}

export interface Advice {
  readonly version: typeof ADVICE_VERSION;
  readonly verdict: string;
  readonly notices: readonly string[];
  readonly certainty: number;
  /** The wanted share of people; null: as small as the loss allows. */
  readonly target: number | null;
  /** By the last attacks, on the release that is written. */
  readonly reached: boolean | null;
  /** Factor by which each loss may exceed that of the given release; null: no limit. */
  readonly mostLoss: number | null;
  readonly chosen: string;
  /** By the last attacks, whose seeds no choice used: on the given release, and on the chosen one. */
  readonly last: { readonly given: LastAttacks; readonly chosen: LastAttacks };
  readonly points: readonly AdvicePoint[];
}

export interface LastAttacks {
  /** With the knowledge in the request. */
  readonly people: Estimate;
  readonly attacks: readonly AdviceAttack[];
  /** Every attacker that is stated, the strongest first: also those that nobody asked for. */
  readonly attackers: readonly LastAttacker[];
}

interface LastAttacker {
  readonly attacker: string;
  /** `asked`: with the knowledge in the request; `chosen by`: the release was chosen by it too; `proof`: nothing was chosen by it. */
  readonly use: 'asked' | 'chosen by' | 'proof';
  readonly people: Estimate;
}

export type Change =
  | {
      readonly change: 'generalised item';
      readonly now: readonly string[];
      /** The given generalised items with its members, and the number of people that each named. */
      readonly was: readonly { readonly members: readonly string[]; readonly named: number; readonly betrayedBy: string | null }[];
      readonly why: string;
    }
  | {
      readonly change: 'withheld';
      /** From 1. */
      readonly transaction: number;
      readonly id: string | null;
      readonly items: readonly string[];
      readonly why: string;
    };

/** The same for a table of people. */
export type TableChange =
  | { readonly change: 'recoded'; readonly was: string; readonly now: string; readonly why: string }
  | {
      readonly change: 'class';
      readonly was: { readonly cells: string; readonly records: number; readonly value: string; readonly probability: number };
      /** New classes of its records, and the probability of the most probable value there; without cells: left out. */
      readonly now: readonly { readonly cells: string | null; readonly records: number; readonly probability: number | null }[];
      readonly why: string;
    };
