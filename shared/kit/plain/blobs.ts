import * as z from 'zod';
import { section } from '../../contracts/report-data.ts';
import { CLAIM, FINDING, OBSTACLE } from '../../contracts/verdict.ts';
import { many, type WorkBlob, workBlob } from '../../contracts/work-blob.ts';
import type { Trial } from '../../core/verdict/trial.ts';
import { slicePeopleFigures } from '../people/slice-people.ts';
import type { RegisterPerson } from '../people/write-register.ts';
import type { Assessed, Guess } from './plain-kind.ts';

const whole = z.int().min(0);

const storedRelease = z.strictObject({ people: whole, units: whole, slices: whole, cells: whole });
export type StoredRelease = z.output<typeof storedRelease>;
export const READ = workBlob('read', 1, storedRelease);

export const EVERYBODY = workBlob('everybody', 1, z.strictObject({ id: z.string().nullable() }));

const guessed = {
  person: whole,
  id: z.string().nullable(),
  target: z.string(),
  probability: z.number(),
  without: z.number().nullable(),
  decision: z.string(),
  betrayedBy: z.string().nullable(),
  isProtected: z.boolean(),
};
const guess: z.ZodType<Guess> = z.strictObject(guessed);
const guesses: z.ZodType<readonly Guess[]> = many(guess);
/** Null: the attack threw. */
const found = z.strictObject({ unit: whole, guesses: guesses.nullable() });
export type Found = z.output<typeof found>;
export const FOUND = workBlob('found', 1, found);

/** Of a register's persons, line by line. */
export const REGISTER: WorkBlob<RegisterPerson> = workBlob(
  'register',
  1,
  z.strictObject({ id: z.string(), exposures: z.array(z.strictObject({ ...guessed, unit: whole, truth: z.boolean().nullable() })) }),
);

const lost: z.ZodType<readonly number[]> = many(whole);
const sliceFigures = z.strictObject({ people: slicePeopleFigures, lost, errored: whole });
export type SliceFigures = z.output<typeof sliceFigures>;
export const FIGURES = workBlob('figures', 1, sliceFigures);

const share = z.number().nullable();
const lift = z.strictObject({ lift: z.number(), low: z.number(), high: z.number() }).nullable();
const trial: z.ZodType<Trial> = z.strictObject({
  attack: z.string(),
  about: z.string().nullable(),
  status: z.enum(['decided', 'not computable', 'errored']),
  reason: z.string(),
  people: whole,
  coverage: share,
  figure: z.string(),
  value: share,
  interval: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  baseline: z.strictObject({ name: z.string(), value: share }).nullable(),
  overMarginal: lift,
  overBaseline: lift,
  disclosedAt: z.array(z.strictObject({ certainty: z.number(), share: z.number(), right: share })),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
const answered = z.strictObject({ figure: z.string(), answers: z.string(), not: z.string() });
export const ASSESSED: WorkBlob<Assessed> = workBlob(
  'findings',
  2,
  z.strictObject({
    trials: z.array(trial),
    findings: z.array(FINDING),
    claims: z.array(CLAIM),
    obstacles: z.array(OBSTACLE),
    nothingHidden: z.boolean(),
    facts: z.array(z.strictObject({ label: z.string(), value: z.string() })),
    sections: z.array(section),
    revealing: z.array(section),
    notices: z.array(z.strictObject({ code: z.string(), message: z.string() })),
    singlingOut: answered,
    linking: answered,
  }),
);

/** Contracts of what a plain kind says of its own release. */
export interface PlainShapes<Unit, Truth, Whole, Original, Related> {
  /** Raised with every change of what one of these means. */
  readonly version: number;
  readonly unit: z.ZodType<Unit>;
  readonly truth: z.ZodType<Truth>;
  readonly whole: z.ZodType<Whole>;
  readonly original: z.ZodType<Original>;
  /** Of kinds that ask sources. */
  readonly related?: z.ZodType<Related>;
}

/** Null: not available without an original or without sources. */
export const plainBlobs = <Unit, Truth, Whole, Original, Related>(shapes: PlainShapes<Unit, Truth, Whole, Original, Related>) => ({
  units: workBlob('units', shapes.version, shapes.unit),
  truths: workBlob('truths', shapes.version, shapes.truth.nullable()),
  whole: workBlob('whole', shapes.version, shapes.whole),
  original: workBlob('original', shapes.version, shapes.original.nullable()),
  related: workBlob('related', shapes.version, (shapes.related ?? z.never()).nullable()),
});
