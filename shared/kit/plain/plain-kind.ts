import type { AuditRequest } from '../../contracts/audit-request.ts';
import type { Section } from '../../contracts/report-data.ts';
import type { Exposure } from '../../core/people/exposure.ts';
import type { Claim } from '../../core/verdict/claim.ts';
import type { ByAttack, Finding } from '../../core/verdict/finding.ts';
import type { Trial } from '../../core/verdict/trial.ts';
import type { Evidence } from '../../core/verdict/verdict.ts';
import type { Audit, Kind, Knowledge, Notice } from '../kind.ts';
import type { AnsweredGuidance } from '../people/people-report.ts';
import type { Words } from '../people/people-text.ts';
import type { StoredUnit } from '../plan/unit-writer.ts';
import type { PlainShapes } from './blobs.ts';

/** A statement about one target of one person, made without the truth. */
export type Guess = Omit<Exposure, 'unit' | 'truth'>;

/** A release as it is stored: its people in their order, its units, and what is assessed as a whole. */
export interface CutRelease<Unit, Truth, Whole, Original = unknown> {
  readonly people: Iterable<{ readonly id: string | null }>;
  readonly units: Iterable<StoredUnit<Unit, Truth>>;
  /** Public, as JSON. */
  readonly whole: Whole;
  /** Truth from the original, as JSON; null without one. Only measures read it. */
  readonly original: Original | null;
}

/** Results of the attacks on the whole release. */
export interface Assessed {
  /** For the page. */
  readonly trials: readonly Trial[];
  /** For the verdict: one or more of every attack and check of the kind, also of failed ones and of those that lack an input. */
  readonly findings: readonly Finding[];
  readonly claims: readonly Claim[];
  /** Why nothing can be concluded on a way, the most telling first. */
  readonly obstacles: Evidence['obstacles'];
  readonly nothingHidden: boolean;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** Further sections of the page. A redacted page leaves out the `revealing` ones. */
  readonly sections: readonly Section[];
  readonly revealing: readonly Section[];
  readonly notices: readonly Notice[];
  readonly singlingOut: AnsweredGuidance;
  readonly linking: AnsweredGuidance;
}

/** What an attack finds of each person of a register, beside the people of the release. */
export interface Registered {
  readonly register?: {
    /** By line of the register. */
    readonly ids: readonly string[];
    readonly exposures: readonly Exposure[];
  };
}

/**
 * A kind of release that is attacked by its structure, without scores or models: each unit says by itself what is likely of its people, and
 * attacks on the whole release come to findings. All else of a kind follows (kind-of-plain.ts): a kind is this object.
 */
export interface PlainKind<Given, Unit, Truth, Whole, Original = unknown, Related = unknown>
  extends Pick<Kind<Given>, 'name' | 'units' | 'open' | 'namedInTurn'> {
  readonly words: Words;
  readonly shapes: PlainShapes<Unit, Truth, Whole, Original, Related>;
  readonly attack: { readonly name: string; readonly version: number } & Pick<ByAttack, 'way' | 'knows'>;
  /** The attack whose findings on a register's persons are listed (`Registered`); left out by kinds without a register. */
  readonly onRegister?: { readonly name: string; readonly version: number };
  /** As of `Kind`; what no plain kind has is refused before. Left out where there is nothing else to refuse. */
  validate?(request: AuditRequest): void;
  cut(given: Given, audit: Pick<Audit, 'request' | 'labels'>): Promise<CutRelease<Unit, Truth, Whole, Original>>;
  /** Guesses for a unit's people. `related`: the answer of `relate`; null for kinds that ask no source. */
  expose(unit: Unit, related: Related | null): readonly Guess[];
  /** Whether a guess is right; null if unknown. Only measures call it. */
  judge(truth: Truth, guess: Guess): boolean | null;
  /** Answers of the sources, as JSON. Left out by kinds that ask none. */
  relate?(whole: Whole, audit: Audit, known: Knowledge): Promise<Related | null>;
  /** `relate` reads WordNet's nouns where WordNet is a source. */
  readonly readsNouns?: true;
  assess(
    whole: Whole,
    beside: { readonly original: Original | null; readonly related: Related | null },
    audit: Audit,
  ): Promise<Assessed & Registered>;
  /** The release with what an attack undid of it, row by row, for `attacked.jsonl`. Left out by kinds whose release has no rows of items. */
  attacked?(whole: Whole, related: Related | null, audit: Audit): Iterable<readonly (string | readonly string[])[]>;
  readonly glossary: readonly { readonly term: string; readonly technical: string | null; readonly meaning: string }[];
  /** Advice after a leak. */
  readonly mend: readonly string[];
}
