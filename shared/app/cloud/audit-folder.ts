import { type AuditRequest, auditRequest } from '../../contracts/audit-request.ts';
import {
  FINISHED,
  LABELS,
  PLANNED_EMBEDDINGS,
  PLANNED_SOURCES,
  type PlannedEmbeddings,
  type PlannedSource,
  SOURCE_SIZE,
  STORED_PLAN,
  type StoredPlan,
} from '../../contracts/cloud-work.ts';
import { type Admission, admission } from '../../contracts/execution.ts';
import { parseContract } from '../../contracts/parse.ts';
import type { AttackFailed } from '../../core/findings/failure.ts';
import type { Audit } from '../../kinds/kind.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { QUIET } from '../audit/run-audit.ts';
import { readAnyJson, readJson, writeJson } from '../blobs/json-lines.ts';

/** All that an audit may know beside its release, at the versions it had when it was planned. */
export interface PlannedKnowledge {
  readonly sources: readonly PlannedSource[];
  readonly embeddings: PlannedEmbeddings | null;
}

const KEYS = {
  admission: 'admission.json',
  request: 'request.json',
  labels: 'labels.json',
  planned: 'planned.json',
  sources: 'sources.json',
  embeddings: 'embeddings.json',
  finished: 'finished.json',
};

const sizeKey = (spec: string): string => `sizes/${spec}.json`;

/** What the steps of one audit leave for each other beside the units of work, in the audit's folder of the work bucket. */
export class AuditFolder {
  readonly store: BlobStore;

  readonly #failed: AttackFailed | undefined;

  /** `failed`: who is told of attacks that fail. */
  constructor(store: BlobStore, failed?: AttackFailed) {
    this.store = store;
    this.#failed = failed;
  }

  async admit(admitted: Admission, request: AuditRequest): Promise<void> {
    await writeJson(this.store, KEYS.request, request);
    await writeJson(this.store, KEYS.admission, admitted);
  }

  async admission(): Promise<Admission> {
    return parseContract(admission, await readAnyJson(this.store, KEYS.admission));
  }

  async request(): Promise<AuditRequest> {
    return parseContract(auditRequest, await readAnyJson(this.store, KEYS.request));
  }

  writeLabels(labels: ReadonlyMap<string, string>): Promise<boolean> {
    return writeJson(this.store, KEYS.labels, [...labels]);
  }

  /** Codes to terms; undefined where the release is not coded. */
  async labels(): Promise<ReadonlyMap<string, string> | undefined> {
    if ((await this.store.info(KEYS.labels)) === null) return undefined;
    return new Map(await readJson(this.store, KEYS.labels, LABELS));
  }

  /** The audit as every step sees it. */
  async audit(): Promise<Audit> {
    const [request, labels] = await Promise.all([this.request(), this.labels()]);
    return { work: this.store, request, labels, progress: QUIET, failed: this.#failed };
  }

  async writePlan(planned: StoredPlan, { sources, embeddings }: PlannedKnowledge): Promise<void> {
    await writeJson(this.store, KEYS.sources, sources);
    await writeJson(this.store, KEYS.embeddings, embeddings);
    await writeJson(this.store, KEYS.planned, planned);
  }

  planned(): Promise<StoredPlan> {
    return readJson(this.store, KEYS.planned, STORED_PLAN);
  }

  embeddings(): Promise<PlannedEmbeddings | null> {
    return readJson(this.store, KEYS.embeddings, PLANNED_EMBEDDINGS);
  }

  async sources(): Promise<readonly PlannedSource[]> {
    const planned = await readJson(this.store, KEYS.sources, PLANNED_SOURCES);
    return Promise.all(planned.map(async (source) => ({ ...source, size: source.size ?? (await this.#sizeOf(source.spec)) })));
  }

  /** The documents of a live source, once it has said how many there are. */
  writeSize(spec: string, size: number): Promise<boolean> {
    return writeJson(this.store, sizeKey(spec), Number.isNaN(size) ? null : size);
  }

  async #sizeOf(spec: string): Promise<number> {
    if ((await this.store.info(sizeKey(spec))) === null) return Number.NaN;
    return (await readJson(this.store, sizeKey(spec), SOURCE_SIZE)) ?? Number.NaN;
  }

  /** When publishing began, the first time: what the results say, however often the step runs. */
  async finishedAt(now: Date): Promise<Date> {
    await this.store.write(KEYS.finished, new TextEncoder().encode(JSON.stringify(now.toISOString())), { ifAbsent: true });
    return new Date(await readJson(this.store, KEYS.finished, FINISHED));
  }
}
