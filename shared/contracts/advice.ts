import type { Estimate } from './report-data.ts';

/** `advice.json`: raise with every change of meaning. */
export const ADVICE_VERSION = 2;

/** One attack on a release that was tried. */
export interface AdviceAttack {
  /** Who attacks: by what the request names, or by something else. */
  readonly attacker: string;
  readonly seed: string;
  /** The share of people of whom something hidden is named with the wanted certainty; null: it could not say. */
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
  /** The point that it was made from. */
  readonly base: string | null;
  /** The mean of the attacks by what the request names, with the least and the greatest of them. */
  readonly people: Estimate;
  readonly attacks: readonly AdviceAttack[];
  /** Shares of utility that are lost, each bounded; the first is the one that is drawn. */
  readonly losses: readonly AdviceFigure[];
  readonly counts: readonly AdviceFigure[];
}

export interface Advice {
  readonly version: typeof ADVICE_VERSION;
  readonly verdict: string;
  readonly notices: readonly string[];
  readonly certainty: number;
  /** The share of people that was wanted; null: as small as it gets within the loss. */
  readonly target: number | null;
  /** By the last attacks, on the release that is written. */
  readonly reached: boolean | null;
  /** Each loss may be so many times that of the release as given; null: no limit. */
  readonly mostLoss: number | null;
  readonly chosen: string;
  /** By the last attacks, whose seeds no choice was made by: of the release as given, and of the one that is handed back. */
  readonly last: { readonly given: LastAttacks; readonly chosen: LastAttacks };
  readonly points: readonly AdvicePoint[];
}

export interface LastAttacks {
  readonly people: Estimate;
  readonly attacks: readonly AdviceAttack[];
}

/** A line of `changes.jsonl`. */
export type Change =
  | {
      readonly change: 'generalised item';
      readonly now: readonly string[];
      /** Generalised items as given that its members come from, with how many people each named. */
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

/** The same of a table of people. */
export type TableChange =
  | { readonly change: 'recoded'; readonly was: string; readonly now: string; readonly why: string }
  | {
      readonly change: 'class';
      readonly was: { readonly cells: string; readonly records: number; readonly value: string; readonly probability: number };
      /** Classes that its records are in now, and how surely what is surest there is named; without cells: left out. */
      readonly now: readonly { readonly cells: string | null; readonly records: number; readonly probability: number | null }[];
      readonly why: string;
    };
