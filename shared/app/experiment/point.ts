import type { Transaction } from '../../core/model/transaction.ts';
import type { NounGraph } from '../../core/wordnet/noun-graph.ts';
import type { AuditIdentity } from '../../kinds/kind.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import { type AuditPorts, QUIET } from '../audit/run-audit.ts';
import type { PointSettings } from './settings.ts';

/** One value of one point. */
export interface PointValue {
  readonly series: string;
  readonly measure: string;
  readonly value: number | null;
}

/** One setting of a figure, on one dataset. */
export interface PointInput {
  readonly transactions: readonly Transaction[];
  /** Opened when a point needs it. */
  readonly source: () => Promise<HitCounter>;
  readonly settings: PointSettings;
  readonly seed: string;
  /** The setting on the figure's axis, and what the figure shows. */
  readonly vary: string;
  readonly measures: readonly string[];
}

export interface PointPorts {
  readonly memory: () => BlobStore;
  readonly nouns: () => NounGraph;
  /** Word vectors for Word Mover's Distances; null or left out where there are none: these are then not computable. */
  readonly vectors?: () => Promise<Embeddings | null>;
  /** Milliseconds, from whenever. */
  readonly now: () => number;
}

/** Measures a point: makes a release of its kind, attacks it as `unveil audit` does, and says how each attack fares. */
export type Experiment = (point: PointInput, ports: PointPorts) => Promise<readonly PointValue[]>;

/** Points publish nothing: there is nothing to name. */
export const UNNAMED: AuditIdentity = { auditId: 'experiment', requestHash: '', releaseSha256: '', originalSha256: '', unveilVersion: '' };

/** An audit that keeps all in memory and publishes nothing. */
export const silentPorts = ({ memory }: PointPorts): AuditPorts => ({
  work: memory(),
  results: memory(),
  encoders: [],
  clock: { now: () => new Date(0) },
  progress: QUIET,
  render: () => [],
});
