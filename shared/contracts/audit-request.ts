import * as z from 'zod';
import { inKeyOrder } from './canonical-json.ts';
import { gatePolicy } from './gate-policy.ts';
import { BEDROCK, fileNameOf, isNamedSource, vectorsName } from './sources.ts';

/** Raise with every change of meaning, and describe the change in docs/formats.md. */
const AUDIT_REQUEST_VERSION = 1;

/** The kinds are in shared/kinds/registry.ts; opening a release refuses other names. */
export const kindName = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);

const RELATIONS = ['same-people', 'earlier', 'later', 'other-holder'] as const;

const path = z.string().min(1).max(4096);
const columnNames = z.array(z.string().min(1).max(1000)).max(10_000).default([]);
const item = z.string().min(1).max(10_000);
const share = z.number().min(0).max(1);
/** Cells of the people whom a statement is about, by column. */
const where = z.record(z.string().max(1000), z.string().max(10_000)).default({});

/** Each kind of release lists its own attacks; `own:NAME` is an attack from a caller of the library. */
const attackName = z.string().regex(/^(?:own:)?[a-z0-9][a-z0-9-]{0,39}$/);
const attack = z.union([
  attackName,
  z.strictObject({ name: attackName, ratio: z.number().positive().optional(), delta: z.number().optional() }),
]);

/**
 * `audit.json`: only the release is required. Paths are relative to the file. Unknown keys are errors, so that a mistyped option never becomes a
 * default.
 */
export const auditRequest = z.strictObject({
  /** For editors; without effect on the audit. */
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
  /** Accepts original items that appear nowhere in the release: they were suppressed, and are left out. */
  allowSuppressed: z.boolean().default(false),
  /** Codes to terms: `code<TAB>term` a line. */
  labels: path.optional(),
  /** Labels in the release (ARX's CSV, Amnesia's hierarchy, or JSON); the audit reads them as sets. */
  hierarchy: path.optional(),
  /** Encoding of files that are not UTF-8 and have no byte order mark: `latin1`, `windows-1252`, `utf-16le`. */
  encoding: z.string().min(1).max(40).optional(),
  /** Texts that the release was made from, a file or a folder of documents: a corpus that contains them is not available to an attacker. */
  texts: path.optional(),
  /** `auto` recognises it by the content, if only one kind is possible. */
  kind: kindName.default('auto'),
  /** For a table of people: roles of its columns (docs/formats.md), and the claim. */
  roles: path.optional(),
  /** The same without hierarchies, for a claim of k only: columns by role; all others are `other`. */
  columns: z.strictObject({ identifier: columnNames, quasi: columnNames, sensitive: columnNames }).optional(),
  /** For a table of people in buckets: the count of each value by bucket, `bucket,VALUE,count`. */
  buckets: path.optional(),
  /**
   * The attacker's file: a register for a table of people, positions and a density for places, contexts of entities or topics for sanitised
   * texts.
   */
  external: path.optional(),
  /** For a table of people: another release, and its relation to this one. */
  otherRelease: z.strictObject({ file: path, relation: z.enum(RELATIONS) }).optional(),
  /** For a table of people: the number of people that the release is a sample of. */
  population: z.int().min(1).max(1e12).optional(),
  /**
   * Statements on a table of people: "for these people this value is `weight` times as likely", 0 excludes it; or that they joined since the earlier
   * release (left before the later one), or stayed.
   */
  statements: z
    .array(
      z.union([
        z.strictObject({ column: z.string().min(1).max(1000), where, value: z.string().max(10_000), weight: z.number().min(0).max(1e9) }),
        z.strictObject({ moved: z.boolean(), where }),
      ]),
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
  /** TBA, WBA, GBA, RBA: the threshold is the mean distance (or gap) times this; `delta` gives the threshold itself. */
  ratio: z.number().positive().default(1),
  delta: z.number().optional(),
  /** Attacks on releases in clusters. */
  reassociation: z
    .strictObject({
      /** Anchoring sub-records for a term of a term chunk; by default k - 1. */
      placements: z.int().min(1).max(1_000_000).optional(),
      /** The strategy for later record chunks, whichever of ABA, RGA and MRA places the terms. */
      recordChunks: z.enum(['aba', 'rga', 'mra']).default('aba'),
      /** Ranks later chunks by earlier placements too. */
      merging: z.boolean().default(false),
    })
    .prefault({}),
  context: z
    .strictObject({
      select: z.enum(['nearest', 'all', 'conjunctive']).default('nearest'),
      width: z.int().min(1).max(1000).default(2),
      /** `meaningless`: the order of items has no meaning; `all` replaces `nearest`. */
      order: z.enum(['meaningful', 'meaningless']).default('meaningful'),
    })
    .prefault({}),
  /** In order of preference: `wordnet`, `corpus:PATH`, or a live source, which `egress` must allow. */
  sources: z.array(z.string().min(1).max(4096)).min(1).max(20).default(['wordnet']),
  /**
   * `glove`, `corpus:NAME` for the vectors of a corpus, several of these with a + between them, or the path of a file: in GloVe's text format, or
   * made by `unveil corpus vectors`.
   */
  embeddings: path.optional(),
  /** A language model that is asked which options fit their record. `egress` must allow `language-model`, unless it is on this machine. */
  languageModel: z
    .strictObject({
      name: z.string().min(1).max(200),
      /** Of the chat-completions form, without `/chat/completions`: `http://127.0.0.1:11434/v1`; or `bedrock`, the only one in the cloud. */
      endpoint: z.union([z.literal(BEDROCK), z.url({ protocol: /^https?$/ }).max(2000)]),
      /** Each row is asked so often, its options in another order each time. */
      repeats: z.int().min(1).max(9).default(2),
    })
    .optional(),
  /** Documents of yours, a file or a folder: passages that hold a row's items go into the prompt of the language model. */
  passages: path.optional(),
  smoothing: z.enum(['cautious', 'half', 'infinite']).default('cautious'),
  /** Nothing leaves by default. */
  egress: z.strictObject({ allow: z.array(z.string().min(1).max(200)).max(20).default([]) }).prefault({}),
  seed: z.string().max(200).default('unveil'),
  /** Precision at which the calibrated attack decides. */
  precision: share.default(0.9),
  /** One limit or several: `learned=0.05@confidence=0.8`. The gate is closed unless all are proven to hold. */
  gate: gatePolicy.optional(),
  output: z
    .strictObject({
      attacked: z.boolean().default(true),
      json: z.boolean().default(false),
      /** Every table as CSV too, for spreadsheets. */
      csv: z.boolean().default(false),
      /** No item's text is written anywhere. */
      redact: z.boolean().default(false),
    })
    .prefault({}),
});

export type AuditRequest = z.output<typeof auditRequest>;
/** The request as written, without defaults. */
export type RequestInput = z.input<typeof auditRequest>;

/** Keys whose value is the path of a file. `otherRelease` and `claim` can name more, and `embeddings` one by its path. */
export const FILE_KEYS = ['release', 'original', 'labels', 'hierarchy', 'texts', 'passages', 'roles', 'buckets', 'external'] as const;

/** The request as reports show it: without folders of this machine, the name of the results and their formats. */
export function portableRequest({ $schema, name, output, otherRelease, languageModel, ...rest }: AuditRequest): unknown {
  const { sources, embeddings, original, labels } = rest;
  return inKeyOrder({
    ...rest,
    ...Object.fromEntries(FILE_KEYS.map((key) => [key, rest[key] === undefined ? undefined : true])),
    release: undefined,
    original: original !== undefined,
    labels: labels !== undefined,
    sources: sources.map((spec) => (isNamedSource(spec) ? spec : fileNameOf(spec))),
    embeddings: embeddings === undefined ? undefined : vectorsName(embeddings),
    otherRelease: otherRelease?.relation,
    languageModel: languageModel === undefined ? undefined : { name: languageModel.name, repeats: languageModel.repeats },
  });
}
