import { BadInput } from '../../core/model/bad-input.ts';
import type { Transaction } from '../../core/model/transaction.ts';
import type { NounGraph } from '../../core/text/noun-graph.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import { QUIET } from '../../ports/progress.ts';
import type { AuditIdentity, AuditInput, AuditPorts, Kind, Outcome } from '../kind.ts';

export interface PointValue {
  readonly series: string;
  readonly measure: string;
  readonly value: number | null;
}

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

/** Audits a release of a kind, as `unveil audit` does. */
type RunAudit = <Given, Result extends Outcome>(kind: Kind<Given, Result>, input: AuditInput<Given>, ports: AuditPorts) => Promise<Result>;

export interface PointPorts {
  readonly audit: RunAudit;
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
export const silentPorts = ({ memory }: Pick<PointPorts, 'memory'>): AuditPorts => ({
  work: memory(),
  results: memory(),
  encoders: [],
  clock: { now: () => new Date(0) },
  progress: QUIET,
  render: () => [],
});

/** The settings of one point: the file's, the figure's and the value on the axis, in that order. */
export type PointSettings = Readonly<Record<string, string | number>>;

export function numberSetting(settings: PointSettings, name: string): number {
  const value = settings[name];
  if (typeof value !== 'number') throw new BadInput(`the setting "${name}" of an experiment is a number`);
  return value;
}

export function textSetting(settings: PointSettings, name: string): string {
  const value = settings[name];
  if (typeof value !== 'string') throw new BadInput(`the setting "${name}" of an experiment is a text`);
  return value;
}
