import type { Estimate } from './report-data.ts';

/** `advice.json`: raise with every change of meaning. */
export const ADVICE_VERSION = 1;

/** `regroup`: partners that the contexts cannot tell apart. `withhold`: a betraying neighbour, or an occurrence. `merge`: larger generalised items. */
export const MOVES = ['as given', 'regroup', 'withhold', 'merge'] as const;
export type Move = (typeof MOVES)[number];

/** A release that was tried, as one attack with a seed of its own found it. */
export interface AdvicePoint {
  readonly name: string;
  readonly move: Move;
  /** The point that it was made from. */
  readonly base: string | null;
  readonly seed: string;
  /** The share of people of whom something hidden is named with the wanted certainty. */
  readonly people: Estimate;
  readonly ncp: number;
  readonly pairCountError: number | null;
  readonly generalisedItems: number;
  readonly withheldOccurrences: number;
}

export interface Advice {
  readonly version: typeof ADVICE_VERSION;
  readonly verdict: string;
  readonly notices: readonly string[];
  readonly certainty: number;
  /** The share of people that was wanted; null: as small as it gets within the loss. */
  readonly target: number | null;
  /** By the last attack, on the release that is written. */
  readonly reached: boolean | null;
  /** NCP and pair-count error may be so many times those of the release as given; null: no limit. */
  readonly mostLoss: number | null;
  readonly chosen: string;
  /** By the last attack, whose seed no choice was made by. */
  readonly confirmed: Estimate;
  readonly points: readonly AdvicePoint[];
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
