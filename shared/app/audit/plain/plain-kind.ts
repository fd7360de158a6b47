import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { Section } from '../../../contracts/report-data.ts';
import type { Trial } from '../../../core/findings/finding.ts';
import type { Exposure } from '../../../core/people/exposure.ts';
import type { Claim } from '../../../core/verdict/claim.ts';
import type { ByAttack, Finding } from '../../../core/verdict/finding.ts';
import type { Evidence } from '../../../core/verdict/verdict.ts';
import type { Audit, Kind, Knowledge } from '../../../kinds/kind.ts';
import type { AnsweredGuidance } from '../people/people-report.ts';
import type { Words } from '../people/people-text.ts';
import type { StoredUnit } from '../plan/unit-writer.ts';
import type { Notice } from '../publish/notice.ts';
import type { PlainShapes } from './blobs.ts';

/** What is said of one target of one person, before anybody looks at the truth. */
export type Guess = Omit<Exposure, 'unit' | 'truth'>;

/** A release as it is stored: its people in their order, its units, and what is assessed as a whole. */
export interface CutRelease<Unit, Truth, Whole, Original = unknown> {
  readonly people: Iterable<{ readonly id: string | null }>;
  readonly units: Iterable<StoredUnit<Unit, Truth>>;
  /** What is known to anybody who has the release, as JSON. */
  readonly whole: Whole;
  /** What the original says of all of it, as JSON; null without one. Measures alone read it. */
  readonly original: Original | null;
}

/** What the attacks on the whole release come to. */
export interface Assessed {
  /** What the page tells of each attack. */
  readonly trials: readonly Trial[];
  /** What the verdict rests on: of every attack and check on the kind's list, also of those that failed or lack an input. */
  readonly findings: readonly Finding[];
  readonly claims: readonly Claim[];
  /** Why nothing can be concluded on a way, the most telling first. */
  readonly obstacles: Evidence['obstacles'];
  /** Nothing is hidden in this file. */
  readonly nothingHidden: boolean;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** What the page shows beside the common parts. Left out of a redacted page where it is `revealing`. */
  readonly sections: readonly Section[];
  readonly revealing: readonly Section[];
  readonly notices: readonly Notice[];
  readonly singlingOut: AnsweredGuidance;
  readonly linking: AnsweredGuidance;
}

/**
 * A kind of release that is attacked by its structure, without scores or models: each unit says by itself what is likely of its people, and
 * attacks on the whole release come to findings. All else of a kind follows (kind-of-plain.ts): a kind is this object.
 */
export interface PlainKind<Given, Unit, Truth, Whole, Original = unknown, Related = unknown>
  extends Pick<Kind<Given>, 'name' | 'units' | 'open' | 'beside'> {
  readonly words: Words;
  readonly shapes: PlainShapes<Unit, Truth, Whole, Original, Related>;
  /** The attack on a unit, and how it exposes people. */
  readonly attack: { readonly name: string; readonly version: number } & Pick<ByAttack, 'way' | 'knows'>;
  /** Refuses what a request asks that this kind does not have. */
  suits(request: AuditRequest): void;
  cut(given: Given, audit: Pick<Audit, 'request' | 'labels'>): Promise<CutRelease<Unit, Truth, Whole, Original>>;
  expose(unit: Unit): readonly Guess[];
  /** Whether a guess is right; null where nobody can tell. Measures alone ask. */
  judge(truth: Truth, guess: Guess): boolean | null;
  /** What the sources know of the release, as JSON. Left out by kinds that ask none. */
  relate?(whole: Whole, audit: Audit, known: Knowledge): Promise<Related | null>;
  /** What is likely of a unit's people beside what `relate` said, in the place of what `expose` did. Left out by kinds whose sources say nothing of units. */
  decide?(unit: Unit, related: Related | null): readonly Guess[];
  /** `related`: what `relate` said; null of kinds that ask none. */
  assess(whole: Whole, beside: { readonly original: Original | null; readonly related: Related | null }, audit: Audit): Promise<Assessed>;
  /** The release with what an attack undid of it, row by row, for `attacked.jsonl`. Left out by kinds whose release has no rows of items. */
  attacked?(whole: Whole, related: Related | null, audit: Audit): Iterable<readonly (string | readonly string[])[]>;
  readonly glossary: readonly { readonly term: string; readonly technical: string | null; readonly meaning: string }[];
  /** What to do where something can be told. */
  readonly mend: readonly string[];
}
