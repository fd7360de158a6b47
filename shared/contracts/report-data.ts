import * as z from 'zod';
import { LEVELS } from '../core/verdict/verdict.ts';

/**
 * The report's data, completely computed. Both homes make it. It has no times, so its bytes depend on the audit alone. One form for every kind of release:
 * verdict, people, sections. A kind needs no page of its own.
 */
const REPORT_VERSION = 3;

const figure = z.number().nullable();

/** A figure with its 95 % interval, where there is one. */
const estimate = z.strictObject({ value: figure, low: figure, high: figure });
export type Estimate = z.output<typeof estimate>;

/** The attack and its baselines in one picture: shares that answer the same question, the attack first. */
const against = z.strictObject({
  title: z.string(),
  conclude: z.string(),
  rows: z.array(
    z.strictObject({
      /** In words, and as in tables and options. */
      name: z.string(),
      technical: z.string().nullable(),
      value: estimate,
      /** Lift of the attack over it; null for the attack itself. */
      lift: estimate.nullable(),
    }),
  ),
});
export type Against = z.output<typeof against>;

/** A cell: text, a plain number, or a share with its interval in percent. */
const cell = z.union([z.string(), z.number(), estimate, z.null()]);
export type ReportCell = z.output<typeof cell>;

const common = {
  title: z.string(),
  /** The conclusion, and how to read the content below. */
  conclude: z.string().optional(),
  note: z.string().optional(),
  /** Folded: readers can do without it. */
  folded: z.boolean().optional(),
};

/** A table of shades: the value of each row and column, and the order of decisions. */
export const matrix = z.strictObject({
  kind: z.literal('matrix'),
  ...common,
  columns: z.array(z.string()),
  /** Meaning of the shades' ends, the places and the frames; null if there are none. */
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
          /** 0 is lightest, 1 darkest; null if unknown. */
          shade: figure,
          /** Place in the order of decisions, from 1; null without a decision. */
          place: z.int().nullable(),
          framed: z.boolean(),
          /** The content in words. */
          about: z.string(),
        }),
      ),
    }),
  ),
});

/** Sections of the page, in order: attacks and kinds of release add their own. */
export const section = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), ...common, paragraphs: z.array(z.string()) }),
  z.strictObject({
    kind: z.literal('table'),
    ...common,
    head: z.array(z.string()),
    rows: z.array(z.array(cell)),
    /** The terminal prints it too. */
    terminal: z.literal(true).optional(),
  }),
  /** Lines over a common x axis, such as a reliability diagram; `diagonal` draws y = x beneath. */
  z.strictObject({
    kind: z.literal('lines'),
    ...common,
    x: z.string(),
    y: z.string(),
    diagonal: z.boolean().default(false),
    series: z.array(z.strictObject({ name: z.string(), points: z.array(z.tuple([z.number(), z.number()])) })),
  }),
  /** Shares as bars, with a mark for comparison where there is one. */
  z.strictObject({
    kind: z.literal('bars'),
    ...common,
    /** Names of the bars of each group, and of the marks. */
    bars: z.array(z.string()),
    mark: z.string().optional(),
    groups: z.array(z.strictObject({ label: z.string(), values: z.array(estimate), marks: z.array(figure).optional() })),
  }),
  matrix,
  /** A square map with cells of any size. No picture is loaded. */
  z.strictObject({
    kind: z.literal('map'),
    ...common,
    /** Meaning of the shades' ends. */
    light: z.string(),
    dark: z.string(),
    /** Shares of the square's side, from the south-west; the larger cells first, so that none hides a smaller one. */
    cells: z.array(
      z.strictObject({
        x: z.number(),
        y: z.number(),
        side: z.number(),
        /** 0 is lightest, 1 darkest; null if unknown. */
        shade: figure,
        /** The content in words. */
        about: z.string(),
      }),
    ),
  }),
]);
export type Section = z.output<typeof section>;
export type MapSection = Extract<Section, { readonly kind: 'map' }>;
export type Matrix = z.output<typeof matrix>;

/** The exposed people, in the words of the kind of release. A redacted report leaves items out. */
const people = z.strictObject({
  words: z.strictObject({ person: z.string(), people: z.string(), target: z.string(), targets: z.string() }),
  /** The main sentence. */
  statement: z.string(),
  people: z.int(),
  /** People with a hidden value. */
  hidden: z.int(),
  /** True if "right" is measured with the original, false if it is expected. */
  measured: z.boolean(),
  levels: z.array(
    z.strictObject({
      certainty: z.number(),
      people: z.int(),
      share: estimate,
      surestRight: estimate,
      targetsRight: estimate,
      /** For an attacker without outside knowledge; null if there is none. */
      without: z.int().nullable(),
      /** Only items of the privacy constraints; null without constraints. */
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
  /** Confidence used by the two lists. */
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
      /** The most probable value and the neighbour that gives it away; null if items are left out. */
      surest: z.string().nullable(),
      by: z.string().nullable(),
      right: z.boolean().nullable(),
    }),
  ),
});
export type PeopleReport = z.output<typeof people>;

/** A question of European guidance: the figure for it, what that answers, and what not. */
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
    next: z.string(),
  }),
  facts: labelled,
  against: against.nullable(),
  /** Null if no attack states a probability. */
  people: people.nullable(),
  guidance: z.array(guidance),
  sections: z.array(section),
  notices: z.array(z.strictObject({ code: z.string(), message: z.string() })),
  next: z.array(z.string()),
  glossary: z.array(z.strictObject({ term: z.string(), technical: z.string().nullable(), meaning: z.string() })),
  /** Sources used. */
  asked: labelled,
  provenance: labelled,
  /** True if item text was left out on request. */
  redacted: z.boolean(),
  /** The request, for another audit.json; null if it is left out. */
  request: z.string().nullable(),
});
export type ReportData = z.output<typeof reportData>;
