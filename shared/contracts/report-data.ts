import * as z from 'zod';
import { LEVELS } from '../core/verdict/verdict.ts';

/**
 * What the report shows, and nothing that it has to work out. Both homes make it; it holds no times, so its bytes depend on the audit alone.
 * One form for every kind of release: verdict, people, sections. A kind needs no page of its own.
 */
const REPORT_VERSION = 3;

const figure = z.number().nullable();

/** A figure with its 95 % interval, where there is one. */
const estimate = z.strictObject({ value: figure, low: figure, high: figure });
export type Estimate = z.output<typeof estimate>;

/** The attack beside what knows less, in one picture: shares that answer the same question. The attack comes first. */
const against = z.strictObject({
  title: z.string(),
  /** The sentence to conclude from it. */
  conclude: z.string(),
  rows: z.array(
    z.strictObject({
      /** What it is, in words, and its name in tables and options. */
      name: z.string(),
      technical: z.string().nullable(),
      value: estimate,
      /** How much the attack is above it; null for itself. */
      lift: estimate.nullable(),
    }),
  ),
});
export type Against = z.output<typeof against>;

/** A cell of a table: words, a number drawn as it is, or a share with its interval, drawn in percent. */
const cell = z.union([z.string(), z.number(), estimate, z.null()]);
export type ReportCell = z.output<typeof cell>;

const common = {
  title: z.string(),
  /** The sentence to conclude, and how to read what stands below it. */
  conclude: z.string().optional(),
  note: z.string().optional(),
  /** Shown on asking only: what a reader can do without. */
  folded: z.boolean().optional(),
};

/** A table of shades: what was said of each row and column, and in which order something was decided. */
export const matrix = z.strictObject({
  kind: z.literal('matrix'),
  ...common,
  columns: z.array(z.string()),
  /** What the ends of the shades, the places and the frames mean; null where there are none. */
  light: z.string(),
  dark: z.string(),
  placed: z.string(),
  framed: z.string().nullable(),
  rows: z.array(
    z.strictObject({
      label: z.string(),
      beside: z.array(z.string()),
      cells: z.array(
        z.strictObject({
          text: z.string(),
          /** 0 is lightest, 1 darkest; null: nothing is known. */
          shade: figure,
          /** Place in the order of decisions, from 1; null where none was made. */
          place: z.int().nullable(),
          framed: z.boolean(),
          /** The whole of it, in words. */
          about: z.string(),
        }),
      ),
    }),
  ),
});

/** Parts of the page, in order: an attack or a kind of release adds its own. */
export const section = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), ...common, paragraphs: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('table'), ...common, head: z.array(z.string()), rows: z.array(z.array(cell)) }),
  /** Lines over a common x axis, such as a reliability diagram; `diagonal` draws y = x beneath. */
  z.strictObject({
    kind: z.literal('lines'),
    ...common,
    x: z.string(),
    y: z.string(),
    diagonal: z.boolean().default(false),
    series: z.array(z.strictObject({ name: z.string(), points: z.array(z.tuple([z.number(), z.number()])) })),
  }),
  /** Shares as bars, each with a mark where there is something to hold it against. */
  z.strictObject({
    kind: z.literal('bars'),
    ...common,
    /** Names of the bars of each group, and of the marks. */
    bars: z.array(z.string()),
    mark: z.string().optional(),
    groups: z.array(z.strictObject({ label: z.string(), values: z.array(estimate), marks: z.array(figure).optional() })),
  }),
  matrix,
  /** A square with cells of any size on it, seen from above: where something is, and how much of it. No picture comes from elsewhere. */
  z.strictObject({
    kind: z.literal('map'),
    ...common,
    /** What the ends of the shades mean. */
    light: z.string(),
    dark: z.string(),
    /** Shares of the square's side, from the south-west; the larger first, so that none hides a smaller one. */
    cells: z.array(
      z.strictObject({
        x: z.number(),
        y: z.number(),
        side: z.number(),
        /** 0 is lightest, 1 darkest; null: nothing is known. */
        shade: figure,
        /** The whole of it, in words. */
        about: z.string(),
      }),
    ),
  }),
]);
export type Section = z.output<typeof section>;
export type MapSection = Extract<Section, { readonly kind: 'map' }>;
export type Matrix = z.output<typeof matrix>;

/** Who is exposed, whatever a person and a target are called in this kind of release. Items are left out of a redacted report. */
const people = z.strictObject({
  words: z.strictObject({ person: z.string(), people: z.string(), target: z.string(), targets: z.string() }),
  /** The sentence for a board. */
  statement: z.string(),
  people: z.int(),
  /** Of these with something hidden. */
  hidden: z.int(),
  /** Right is what the original shows; else what the attack expects. */
  measured: z.boolean(),
  levels: z.array(
    z.strictObject({
      certainty: z.number(),
      people: z.int(),
      share: estimate,
      surestRight: estimate,
      targetsRight: estimate,
      /** By an attacker without outside knowledge; null where there is none. */
      without: z.int().nullable(),
      /** With items of the privacy constraints only; null where none were given. */
      protected: z.int().nullable(),
      protectedWithout: z.int().nullable(),
    }),
  ),
  examples: z.array(
    z.strictObject({
      person: z.string(),
      target: z.string(),
      among: z.array(z.string()),
      probability: z.number(),
      without: figure,
      by: z.string(),
      right: z.boolean().nullable(),
    }),
  ),
  /** The certainty that the two lists go by. */
  risk: z.number(),
  targets: z.array(
    z.strictObject({ target: z.string(), people: z.int(), named: z.int(), right: z.int().nullable(), mean: z.number(), without: figure }),
  ),
  exposed: z.array(
    z.strictObject({
      person: z.string(),
      targets: z.int(),
      named: z.int(),
      probability: z.number(),
      /** The surest target and what betrays it; null where items are left out. */
      surest: z.string().nullable(),
      by: z.string().nullable(),
      right: z.boolean().nullable(),
    }),
  ),
});
export type PeopleReport = z.output<typeof people>;

/** One question of European guidance: the figure that bears on it, what that answers and what not. */
const guidance = z.strictObject({ question: z.string(), figure: z.string(), answers: z.string(), not: z.string() });
export type Guidance = z.output<typeof guidance>;

const labelled = z.array(z.strictObject({ label: z.string(), value: z.string() }));

export const reportData = z.strictObject({
  version: z.literal(REPORT_VERSION),
  name: z.string(),
  kind: z.string(),
  verdict: z.strictObject({
    level: z.enum(LEVELS),
    /** The conclusion in one sentence with one number. */
    headline: z.string(),
    /** The other ways of exposure, a sentence each. */
    ways: z.array(z.string()),
    claims: z.array(z.string()),
    /** What to do now. */
    next: z.string(),
  }),
  facts: labelled,
  against: against.nullable(),
  /** Null where no attack states a probability. */
  people: people.nullable(),
  guidance: z.array(guidance),
  sections: z.array(section),
  notices: z.array(z.strictObject({ code: z.string(), message: z.string() })),
  /** What to do now. */
  next: z.array(z.string()),
  glossary: z.array(z.strictObject({ term: z.string(), technical: z.string().nullable(), meaning: z.string() })),
  /** What was asked of whom. */
  asked: labelled,
  provenance: labelled,
  /** Item text was left out on request. */
  redacted: z.boolean(),
  /** The request, for an audit.json of one's own; null where it is left out. */
  request: z.string().nullable(),
});
export type ReportData = z.output<typeof reportData>;
