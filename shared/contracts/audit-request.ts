import * as z from 'zod';
import type { Relation } from '../core/relational/assess/rows-of-both.ts';
import { gatePolicy } from './gate-policy.ts';

/** Raise with every change of meaning, and say in docs/formats.md what became of the old one. */
const AUDIT_REQUEST_VERSION = 1;

export const ATTACK_NAMES = [
  'calibrated',
  'calibrated-precise',
  'frequency-only',
  'context-only',
  'without-order',
  'random',
  'blind',
  'mda',
  'tba',
  'wba',
  'gba',
  'gba-normalised',
  'rba',
  'rba-normalised',
  'aba',
  'rga',
  'mra',
  'optimal',
] as const;
/** An attack that a caller of the library gave. */
const ownName = z.templateLiteral(['own:', z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/)]);
export type AttackName = (typeof ATTACK_NAMES)[number] | z.infer<typeof ownName>;

/** Kinds of releases; shared/kinds/registry.ts has the same. */
export const RELEASE_KINDS = [
  'set-generalised',
  'disassociated',
  'relational',
  'groups',
  'local',
  'places',
  'graph',
  'query-log',
  'sanitised-text',
] as const;
export type ReleaseKind = (typeof RELEASE_KINDS)[number];

const RELATIONS = ['same-people', 'earlier', 'later', 'other-holder'] as const satisfies readonly Relation[];

const path = z.string().min(1).max(4096);
const columnNames = z.array(z.string().min(1).max(1000)).max(10_000).default([]);
const item = z.string().min(1).max(10_000);
const share = z.number().min(0).max(1);

/** An attack by name, or with parameters of its own. */
const attack = z.union([
  z.enum(ATTACK_NAMES),
  ownName,
  z.strictObject({ name: z.enum(ATTACK_NAMES), ratio: z.number().positive().optional(), delta: z.number().optional() }),
]);

/**
 * `audit.json`: all of it optional but the release. Paths are relative to the file itself. Unknown keys are errors, so that a mistyped
 * option never becomes a default.
 */
export const auditRequest = z.strictObject({
  /** For editors; it says nothing of the audit. */
  $schema: z.string().max(4096).optional(),
  version: z.literal(AUDIT_REQUEST_VERSION).default(AUDIT_REQUEST_VERSION),
  /** The results' folder; by default the release's file name without its endings. */
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)
    .optional(),
  release: path,
  /** Read by the measures only. */
  original: path.optional(),
  /** Items of the original that appear nowhere in the release were suppressed: accepted, and left out. */
  allowSuppressed: z.boolean().default(false),
  /** Codes to terms: `code<TAB>term` a line. */
  labels: path.optional(),
  /** What labels in the release stand for: ARX's CSV, Amnesia's hierarchy, or JSON; the audit reads them as sets. */
  hierarchy: path.optional(),
  /** Of files that are not UTF-8 and do not say by a mark what they are: `latin1`, `windows-1252`, `utf-16le`. */
  encoding: z.string().min(1).max(40).optional(),
  /** What the release was made from, a file or a folder of documents: a corpus that holds it is one that no attacker has. */
  texts: path.optional(),
  /** Told by its content, where it can be of one kind only. */
  kind: z.enum(['auto', ...RELEASE_KINDS]).default('auto'),
  /** Of a table of people: what its columns are (docs/formats.md), and the claim. */
  roles: path.optional(),
  /** The same where no column has a hierarchy and k is all that is claimed: columns by role, the rest is other. */
  columns: z.strictObject({ identifier: columnNames, quasi: columnNames, sensitive: columnNames }).optional(),
  /** Of a table of people in buckets: how often each value is in which, `bucket,VALUE,count`. */
  buckets: path.optional(),
  /** What an attacker has: of a table of people a table of persons, with some of the quasi-identifiers; of places positions and a density; of sanitised texts contexts or topics. */
  external: path.optional(),
  /** Of a table of people: another release, and what it is to this one. */
  otherRelease: z.strictObject({ file: path, relation: z.enum(RELATIONS) }).optional(),
  /** Of a table of people: "of whom this is so, that value is so many times as likely"; 0 excludes it. */
  statements: z
    .array(
      z.strictObject({
        column: z.string().min(1).max(1000),
        where: z.record(z.string().max(1000), z.string().max(10_000)).default({}),
        value: z.string().max(10_000),
        weight: z.number().min(0).max(1e9),
      }),
    )
    .max(10_000)
    .optional(),
  claim: z
    .strictObject({
      k: z.int().min(2).max(1_000_000).optional(),
      m: z.int().min(1).max(20).optional(),
      /** Itemsets, or the path of a file with one a line. */
      privacyConstraints: z.union([z.array(z.array(item).min(1)).min(1), path]).optional(),
      /** Sets within which items were generalised together: used to infer generalised items that are not marked. */
      utilityConstraints: z.union([z.array(z.array(item).min(2)).min(1), path]).optional(),
    })
    .default({}),
  attacks: z.array(attack).min(1).max(50).optional(),
  /** TBA, WBA, GBA, RBA: the mean times this is the threshold; `delta` gives the threshold itself. */
  ratio: z.number().positive().default(1),
  delta: z.number().optional(),
  /** Attacks on disassociated releases. */
  reassociation: z
    .strictObject({
      /** Anchoring sub-records that a term of a term chunk is put to; by default k - 1. */
      placements: z.int().min(1).max(1_000_000).optional(),
      /** What later record chunks are ranked by, in ABA, RGA and MRA alike. */
      recordChunks: z.enum(['aba', 'rga', 'mra']).default('aba'),
      /** Later chunks are ranked by what earlier ones were put to as well. */
      merging: z.boolean().default(false),
    })
    .prefault({}),
  context: z
    .strictObject({
      select: z.enum(['nearest', 'all', 'conjunctive']).default('nearest'),
      width: z.int().min(1).max(1000).default(2),
      /** `meaningless`: the release says that the order of items carries nothing; `all` is used instead of `nearest`. */
      order: z.enum(['meaningful', 'meaningless']).default('meaningful'),
    })
    .prefault({}),
  /** In order of preference: `wordnet`, `corpus:PATH`, or a live source, which `egress` must allow. */
  sources: z.array(z.string().min(1).max(4096)).min(1).max(20).default(['wordnet']),
  /** `glove`, `corpus:NAME` for the vectors of a corpus, several of these with a + between them, or the path of a file: in GloVe's text format, or made by `unveil corpus vectors`. */
  embeddings: path.optional(),
  smoothing: z.enum(['cautious', 'half', 'infinite']).default('cautious'),
  /** Nothing leaves by default. */
  egress: z.strictObject({ allow: z.array(z.string().min(1).max(200)).max(20).default([]) }).prefault({}),
  seed: z.string().max(200).default('unveil'),
  /** The precision that the calibrated attack decides at. */
  precision: share.default(0.9),
  /** Limits that must all be kept: `learned=0.05@confidence=0.8`, one or a list. The gate is closed unless all are proven to be. */
  gate: gatePolicy.optional(),
  output: z
    .strictObject({
      attacked: z.boolean().default(true),
      json: z.boolean().default(false),
      /** `people` and `exposures` as CSV too, for spreadsheets. */
      csv: z.boolean().default(false),
      /** No item's text is written anywhere. */
      redact: z.boolean().default(false),
    })
    .prefault({}),
});

export type AuditRequest = z.output<typeof auditRequest>;
/** As it is written, with its defaults left out. */
export type AuditRequestInput = z.input<typeof auditRequest>;
