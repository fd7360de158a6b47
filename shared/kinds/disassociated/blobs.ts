import * as z from 'zod';
import { CLAIM, EXPOSURE_SUMS, FINDING } from '../../contracts/verdict.ts';
import { warnings } from '../../contracts/work.ts';
import { many, type WorkBlob, workBlob } from '../../contracts/work-blob.ts';
import { clusterSums, slicePeopleFigures } from '../../kit/people/slice-people.ts';
import { SCORED } from '../../kit/score/pair-table.ts';
import type { SourceVersion } from '../../ports/hit-counter.ts';
import { CLUSTER_OUTCOMES, CLUSTER_RECORDS, JOINT_CLUSTERS } from './contracts.ts';
import type { Rule } from './core/breach/check-release.ts';
import type { KmBreakage } from './core/measure/km-breakage.ts';
import type { PlacementModel } from './core/placement/placement-model.ts';
import type { ClusterSliceFigures } from './measure/measure-clusters.ts';
import type { ReleaseFindings } from './measure/release-findings.ts';

const whole = z.int().min(0);
const texts = many(z.string());

const storedClusters = z.strictObject({
  transactions: whole,
  clusters: whole,
  slices: whole,
  sizesInferred: z.boolean(),
  warnings,
  /** An original was given; it names its clusters. */
  original: z.boolean(),
  measured: z.boolean(),
});
export type StoredClusters = z.output<typeof storedClusters>;
export const READ = workBlob('read', 1, storedClusters);

const used: z.ZodType<readonly SourceVersion[]> = z.array(z.strictObject({ id: z.string(), version: z.string() }));
const clusterPlan = z.strictObject({
  used,
  vectors: z.boolean(),
});
export type ClusterPlan = z.output<typeof clusterPlan>;
export const PREPARED = workBlob('prepared', 1, clusterPlan);

export const ORIGINALS = workBlob('originals', 1, many(texts));

export const MODEL: WorkBlob<PlacementModel> = workBlob(
  'model',
  1,
  z.strictObject({
    measures: texts,
    weights: many(z.number()),
    strength: z.number(),
    termSupport: z.number(),
    practiceClusters: whole,
    choices: whole,
  }),
);

/** Columns (score/stored-lifts). */
export const LIFT_COUNTS = workBlob('lifts', 1, z.instanceof(Uint8Array));

/** Of one slice: for each cluster and attack the partner of each reconstructed transaction; null where nothing could be paired. */
export const PARTNERS = workBlob('partners', 1, many(many(many(z.int()).nullable())));
export type Partners = z.output<typeof PARTNERS.schema>;

/** Of one slice: what it says of people, where an attack states probabilities. */
export const EXPOSED = workBlob('exposed', 1, slicePeopleFigures);

const pieces = {
  pieces: z.number(),
  hits: z.number(),
  places: z.number(),
  correct: z.number(),
  occurrences: z.number(),
  reachable: z.number(),
  reachableHits: z.number(),
  expectedHits: z.number(),
  expectedCorrect: z.number(),
};
export const FIGURES: WorkBlob<ClusterSliceFigures> = workBlob(
  'figures',
  3,
  z.strictObject({
    figures: z
      .array(
        z.strictObject({
          ...pieces,
          several: z.strictObject(pieces),
          overChance: clusterSums,
          unattackable: whole,
          transactions: whole,
          withPiece: whole,
          broken: whole,
          distances: many(z.number()),
          withoutDistance: whole,
        }),
      )
      .nullable(),
    pieces: whole,
    scored: whole,
    places: many(z.number()),
    named: z.array(z.strictObject({ sums: z.array(EXPOSURE_SUMS), doubt: z.array(z.number()) })),
    errored: many(whole),
    unmatched: many(z.tuple([z.string(), whole])),
    lost: many(whole),
  }),
);

const count = z.strictObject({
  breaches: many(
    z.strictObject({
      cluster: whole,
      item: z.string(),
      chunk: whole,
      covered: z.string(),
      against: z.number(),
      trivial: z.boolean(),
      least: z.number(),
      most: z.number(),
    }),
  ),
  quantity: z.number(),
});
export const RELEASE_FINDINGS: WorkBlob<ReleaseFindings> = workBlob(
  'findings',
  2,
  z.strictObject({
    violations: many(
      z.strictObject({
        rule: z.custom<Rule>((rule) => typeof rule === 'string'),
        cluster: whole.nullable(),
        jointCluster: whole.nullable(),
        chunk: whole.nullable(),
        items: texts,
        found: z.number(),
        wanted: z.number(),
      }),
    ).nullable(),
    breaches: z.array(z.strictObject({ attacker: z.enum(['strong', 'moderate', 'weak']), knows: z.string(), count: count.nullable() })),
    worlds: many(
      z.strictObject({
        cluster: whole,
        exact: z.boolean(),
        total: z.number(),
        valid: z.number(),
        itemsets: many(
          z.strictObject({
            items: texts,
            least: z.number(),
            mean: z.number(),
            greatest: z.number(),
            share: z.number(),
            interval: z.tuple([z.number(), z.number()]).nullable(),
          }),
        ).nullable(),
      }),
    ),
    findings: z.array(FINDING),
    claims: z.array(CLAIM),
  }),
);

const breakage: z.ZodType<KmBreakage> = z.strictObject({
  hidden: whole,
  exposed: whole,
  joined: whole,
  wrong: whole,
  invented: whole,
  shown: whole,
});
/** Rare itemsets put together, by attack; null without original or claim. */
export const BREAKAGE = workBlob('breakage', 1, z.array(breakage.nullable()).nullable());

export const BLOBS = [
  READ,
  PREPARED,
  CLUSTER_RECORDS,
  JOINT_CLUSTERS,
  ORIGINALS,
  SCORED,
  LIFT_COUNTS,
  CLUSTER_OUTCOMES,
  MODEL,
  PARTNERS,
  EXPOSED,
  FIGURES,
  RELEASE_FINDINGS,
  BREAKAGE,
];
