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
import type { AttackFailed } from '../../core/verdict/failure.ts';
import { readAnyJson, readJson, writeJson } from '../../kit/blobs/json-lines.ts';
import type { Audit } from '../../kit/kind.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { QUIET } from '../../ports/progress.ts';

/** Outside knowledge of an audit, at the versions it was planned with. */
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

/** Blobs that the steps of one audit share, except units of work: a folder of the work bucket. */
export class AuditFolder {
  readonly store: BlobStore;

  readonly #failed: AttackFailed | undefined;

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

  async audit(): Promise<Audit> {
    const request = await this.request();
    // Codes to terms.
    const labels = request.labels === undefined ? undefined : new Map(await readJson(this.store, KEYS.labels, LABELS));
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

  /** The number of documents of a live source; NaN if it does not say. */
  writeSize(spec: string, size: number): Promise<boolean> {
    return writeJson(this.store, sizeKey(spec), Number.isNaN(size) ? null : size);
  }

  async #sizeOf(spec: string): Promise<number> {
    if ((await this.store.info(sizeKey(spec))) === null) return Number.NaN;
    return (await readJson(this.store, sizeKey(spec), SOURCE_SIZE)) ?? Number.NaN;
  }

  /** Time of the first run of publishing: later runs write the same time. */
  async finishedAt(now: Date): Promise<Date> {
    await this.store.write(KEYS.finished, new TextEncoder().encode(JSON.stringify(now.toISOString())), { ifAbsent: true });
    return new Date(await readJson(this.store, KEYS.finished, FINISHED));
  }
}
