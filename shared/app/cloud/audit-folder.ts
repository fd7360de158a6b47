import { type AuditRequest, auditRequest } from '../../contracts/audit-request.ts';
import { type Admission, admission } from '../../contracts/execution.ts';
import { parseContract } from '../../contracts/parse.ts';
import type { Audit, Planned } from '../../kinds/kind.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { SourceVersion } from '../../ports/hit-counter.ts';
import { QUIET } from '../audit/run-audit.ts';
import { readJson, writeJson } from '../blobs/json-lines.ts';

/** A source of an audit as planning pinned it. */
export interface PlannedSource {
  readonly spec: string;
  readonly source: SourceVersion;
  /** Its documents. */
  readonly size: number;
  /** Where a corpus's index stands; null for a live source, whose size is known when it has been asked. */
  readonly index: { readonly key: string; readonly size: number } | null;
}

/** The pack of word vectors that planning pinned. */
export interface PlannedEmbeddings {
  /** What results call them. */
  readonly id: string;
  readonly key: string;
  readonly size: number;
}

/** All that an audit may know beside its release, at the versions it had when it was planned. */
export interface PlannedKnowledge {
  readonly sources: readonly PlannedSource[];
  readonly embeddings: PlannedEmbeddings | null;
}

/** What planning found that later steps go by. */
export interface PlannedAudit extends Planned {
  readonly units: number;
  /** Where the list of common nouns stands; null where no step reads it. */
  readonly nounsKey: string | null;
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

  constructor(store: BlobStore) {
    this.store = store;
  }

  async admit(admitted: Admission, request: AuditRequest): Promise<void> {
    await writeJson(this.store, KEYS.request, request);
    await writeJson(this.store, KEYS.admission, admitted);
  }

  async admission(): Promise<Admission> {
    return parseContract(admission, await readJson(this.store, KEYS.admission));
  }

  async request(): Promise<AuditRequest> {
    return parseContract(auditRequest, await readJson(this.store, KEYS.request));
  }

  writeLabels(labels: ReadonlyMap<string, string>): Promise<boolean> {
    return writeJson(this.store, KEYS.labels, [...labels]);
  }

  /** Codes to terms; undefined where the release is not coded. */
  async labels(): Promise<ReadonlyMap<string, string> | undefined> {
    if ((await this.store.info(KEYS.labels)) === null) return undefined;
    return new Map(await readJson<[string, string][]>(this.store, KEYS.labels));
  }

  /** The audit as every step sees it. */
  async audit(): Promise<Audit> {
    const [request, labels] = await Promise.all([this.request(), this.labels()]);
    return { work: this.store, request, labels, progress: QUIET };
  }

  async writePlan(planned: PlannedAudit, { sources, embeddings }: PlannedKnowledge): Promise<void> {
    await writeJson(this.store, KEYS.sources, sources);
    await writeJson(this.store, KEYS.embeddings, embeddings);
    await writeJson(this.store, KEYS.planned, planned);
  }

  planned(): Promise<PlannedAudit> {
    return readJson(this.store, KEYS.planned);
  }

  embeddings(): Promise<PlannedEmbeddings | null> {
    return readJson(this.store, KEYS.embeddings);
  }

  async sources(): Promise<readonly PlannedSource[]> {
    const planned = await readJson<(Omit<PlannedSource, 'size'> & { size: number | null })[]>(this.store, KEYS.sources);
    return Promise.all(planned.map(async (source) => ({ ...source, size: source.size ?? (await this.#sizeOf(source.spec)) })));
  }

  /** The documents of a live source, once it has said how many there are. */
  writeSize(spec: string, size: number): Promise<boolean> {
    return writeJson(this.store, sizeKey(spec), Number.isNaN(size) ? null : size);
  }

  async #sizeOf(spec: string): Promise<number> {
    if ((await this.store.info(sizeKey(spec))) === null) return Number.NaN;
    return (await readJson<number | null>(this.store, sizeKey(spec))) ?? Number.NaN;
  }

  /** When publishing began, the first time: what the results say, however often the step runs. */
  async finishedAt(now: Date): Promise<Date> {
    await this.store.write(KEYS.finished, new TextEncoder().encode(JSON.stringify(now.toISOString())), { ifAbsent: true });
    return new Date(await readJson<string>(this.store, KEYS.finished));
  }
}
