import * as z from 'zod';
import type { AuditRequest } from '../../contracts/audit-request.ts';
import { CLAIM } from '../../contracts/verdict.ts';
import { many } from '../../contracts/work-blob.ts';
import type { Claim } from '../../core/verdict/claim.ts';
import type { PlainShapes } from '../../kit/plain/blobs.ts';
import type { CutRelease, Guess } from '../../kit/plain/plain-kind.ts';
import type { StoredUnit } from '../../kit/plan/unit-writer.ts';
import { countClaims, epsilonOf } from './check/claims.ts';
import { type Box, cellsIn } from './core/boxes.ts';
import type { Cells } from './core/cells.ts';
import { hasOpenNoise } from './core/counts-file.ts';
import { attackCounts, COUNT_ATTACKS, type Leak } from './core/leaks.ts';
import { guessThroughNoise, type NoisyGuess } from './core/noise.ts';
import { type GivenCounts, peopleInCells } from './open.ts';

/** A group of whom all have, or probably have, one value. */
interface GroupUnit {
  readonly first: number;
  readonly people: number;
  readonly target: string;
  readonly confidence: number;
  readonly without: number;
}

/** People of the group, and how many of them have the value. Measures alone read it. */
interface GroupTruth {
  readonly first: number;
  readonly having: number;
}

export interface WholeCounts {
  readonly people: number;
  readonly counts: number;
  readonly hidden: number;
  readonly sensitive: readonly string[];
  readonly closed: readonly string[];
  readonly fits: boolean;
  readonly exact: boolean;
  readonly noisy: boolean;
  readonly epsilon: number | null;
  readonly leaks: readonly Said<Leak>[];
  readonly guesses: readonly Said<NoisyGuess>[];
  readonly bounds: readonly (readonly [label: string, low: number, high: number | null])[];
  readonly claims: readonly Claim[];
}

type Said<Each> = Omit<Each, 'box'>;

/** True numbers of people, in the order of leaks and of guesses: in the group, and of these with the value. */
export interface OriginalCounts {
  readonly leaks: readonly (readonly [people: number, having: number])[];
  readonly guesses: readonly (readonly [people: number, having: number])[];
  readonly claims: readonly Claim[];
}

const whole = z.int().min(0);
const text = z.string();
const group = { facts: whole, people: whole, column: text.nullable(), value: text.nullable(), share: z.number(), group: text };
const pairs = many(z.tuple([whole, whole]));
export const SHAPES: PlainShapes<GroupUnit, GroupTruth, WholeCounts, OriginalCounts, never> = {
  version: 1,
  unit: z.strictObject({ first: whole, people: whole, target: text, confidence: z.number(), without: z.number() }),
  truth: z.strictObject({ first: whole, having: whole }),
  whole: z.strictObject({
    people: whole,
    counts: whole,
    hidden: whole,
    sensitive: z.array(text),
    closed: z.array(text),
    fits: z.boolean(),
    exact: z.boolean(),
    noisy: z.boolean(),
    epsilon: z.number().nullable(),
    leaks: many(z.strictObject({ attack: z.enum(COUNT_ATTACKS), sort: z.enum(['alone', 'same', 'hidden']), ...group })),
    guesses: many(z.strictObject({ sort: z.enum(['alone', 'same']), confidence: z.number(), differenced: z.boolean(), ...group })),
    bounds: many(z.tuple([text, whole, whole.nullable()])),
    claims: z.array(CLAIM),
  }),
  original: z.strictObject({ leaks: pairs, guesses: pairs, claims: z.array(CLAIM) }),
};

export function cutCounts(
  { name, file, original }: GivenCounts,
  { claim }: AuditRequest,
): CutRelease<GroupUnit, GroupTruth, WholeCounts, OriginalCounts> {
  const attacked = attackCounts(file, name);
  const { cells, leaks, people, fits, closed, bounds } = attacked;
  const { guesses, done } = guessThroughNoise(file, attacked);
  const truth = original === null ? null : peopleInCells(original, cells);
  const claims = (rows: readonly number[] | null): Claim[] => countClaims(file, cells, fits, claim.k ?? null, rows);
  const units: StoredUnit<GroupUnit, GroupTruth>[] = [];
  let first = 0;
  const learned = hasOpenNoise(file) ? guesses : leaks.filter(({ attack }) => attack === 'bounds');
  for (const each of learned) {
    if (each.sort !== 'same' || first + each.people > people) continue;
    const confidence = 'confidence' in each ? each.confidence : 1;
    const unit = { first, people: each.people, target: `${each.column} ${each.value}`, confidence, without: each.share };
    units.push({ unit, cells: each.people, truth: truth === null ? null : { first, having: trueOf(cells, truth, each)[1] } });
    first += each.people;
  }
  const said = <Each extends { readonly box: Box }>({ box, ...rest }: Each): Omit<Each, 'box'> => rest;
  return {
    people: anonymous(people),
    units,
    whole: {
      people,
      counts: file.rows.length,
      hidden: file.rows.filter(({ count }) => count === null).length,
      sensitive: file.made.sensitive,
      closed,
      fits,
      exact: attacked.exact && done,
      noisy: hasOpenNoise(file),
      epsilon: epsilonOf(file, cells.cells, cells.rows),
      leaks: leaks.map(said),
      guesses: guesses.map(said),
      bounds: bounds.map(({ low, high }, row) => [
        file.rows[row].conditions.flatMap((condition, at) => (condition === null ? [] : [`${file.columns[at]} ${condition}`])).join(', ') ||
          'everybody',
        low,
        Number.isFinite(high) ? high : null,
      ]),
      claims: claims(null),
    },
    original:
      truth === null
        ? null
        : {
            leaks: leaks.map((each) => trueOf(cells, truth, each)),
            guesses: guesses.map((each) => trueOf(cells, truth, each)),
            claims: claims(trueRows(cells, truth)),
          },
  };
}

/** Nobody has a name in a count. */
function* anonymous(people: number): Generator<{ readonly id: null }> {
  for (let person = 0; person < people; person += 1) yield { id: null };
}

function trueOf(cells: Cells, truth: readonly number[], { box, column, value }: Leak | NoisyGuess): [people: number, having: number] {
  const inside = cellsIn(cells, box);
  const at = cells.columns.findIndex(({ name }) => name === column);
  const total = (places: readonly number[]): number => places.reduce((people, place) => people + truth[place], 0);
  const having = at < 0 ? [] : inside.filter((place) => cells.columns[at].pieces[cells.cells[place].pieces[at]].label === value);
  return [total(inside), total(having)];
}

export function trueRows({ cells, rows }: Cells, truth: readonly number[]): number[] {
  const byClass = new Map<number, number>();
  for (const [at, people] of truth.entries()) byClass.set(cells[at].class, (byClass.get(cells[at].class) ?? 0) + people);
  return rows.map((own) => own.reduce((sum, each) => sum + (byClass.get(each) ?? 0), 0));
}

export const exposeGroup = ({ first, people, target, confidence, without }: GroupUnit): Guess[] =>
  Array.from({ length: people }, (_, at) => ({
    person: first + at,
    id: null,
    target,
    probability: confidence,
    without,
    decision: 'told',
    betrayedBy: null,
    isProtected: false,
  }));

export const judgeGroup = ({ first, having }: GroupTruth, { person }: Guess): boolean => person - first < having;
