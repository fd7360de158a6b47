import { type AuditRequest, auditRequest } from '../../contracts/audit-request.ts';
import { type Admission, admission } from '../../contracts/execution.ts';
import { parseContract } from '../../contracts/parse.ts';
import { plannedReassociations } from '../../kinds/disassociated/attack/strategies.ts';
import type { StoredClusters } from '../../kinds/disassociated/read/cluster-store.ts';
import { attackSet } from '../../kinds/set-generalised/attack/attack-set.ts';
import type { PreparedAudit } from '../../kinds/set-generalised/plan/prepare-audit.ts';
import type { PlannedAudit } from '../../kinds/set-generalised/publish/finish-audit.ts';
import type { ReleaseSummary } from '../../kinds/set-generalised/read/store-release.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { SourceVersion } from '../../ports/hit-counter.ts';
import { scoringParameters } from '../audit/run-audit.ts';
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

/** What reading leaves for planning. */
export type ReadOutcome =
  | {
      readonly kind: 'set-generalised';
      readonly release: ReleaseSummary;
      /** The format keeps the published order of items. */
      readonly ordered: boolean;
    }
  | ({ readonly kind: 'disassociated' } & StoredClusters);

/** What planning leaves for the steps on clusters. */
export interface ClusterPlan {
  /** What relates the items, by preference. */
  readonly used: readonly SourceVersion[];
  /** Where the weak attacker's dictionary stands; null where nothing is claimed, and so nobody attacks the structure. */
  readonly nouns: string | null;
}

const KEYS = {
  admission: 'admission.json',
  request: 'request.json',
  labels: 'labels.json',
  read: 'read.json',
  prepared: 'prepared.json',
  sources: 'sources.json',
  embeddings: 'embeddings.json',
  lead: 'lead.json',
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

  writeRead(outcome: ReadOutcome): Promise<boolean> {
    return writeJson(this.store, KEYS.read, outcome);
  }

  read(): Promise<ReadOutcome> {
    return readJson(this.store, KEYS.read);
  }

  async writePlan(prepared: PreparedAudit | ClusterPlan, { sources, embeddings }: PlannedKnowledge): Promise<void> {
    await writeJson(this.store, KEYS.prepared, prepared);
    await writeJson(this.store, KEYS.sources, sources);
    await writeJson(this.store, KEYS.embeddings, embeddings);
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

  prepared(): Promise<PreparedAudit> {
    return readJson(this.store, KEYS.prepared);
  }

  /** When publishing began, the first time: what the results say, however often the step runs. */
  async finishedAt(now: Date): Promise<Date> {
    await this.store.write(KEYS.finished, new TextEncoder().encode(JSON.stringify(now.toISOString())), { ifAbsent: true });
    return new Date(await readJson<string>(this.store, KEYS.finished));
  }

  /** The audit as all steps after planning see it: the attacks follow from the request and the pinned sources. */
  async planned(name: string): Promise<PlannedAudit & { readonly sources: readonly PlannedSource[] }> {
    const [request, prepared, sources] = await Promise.all([this.request(), this.prepared(), this.sources()]);
    const versions = sources.map(({ source }) => source);
    return { request, name, prepared, sources, attacks: attackSet(request, scoringParameters(request, prepared.context, versions)) };
  }

  /** Which attack leads after the fits: one that could not be computed leads no more. */
  writeLead(leading: number): Promise<boolean> {
    return writeJson(this.store, KEYS.lead, leading);
  }

  /** The audit as the steps after the fits see it. */
  async fitted(name: string): Promise<PlannedAudit & { readonly sources: readonly PlannedSource[] }> {
    const audit = await this.planned(name);
    if (audit.attacks.release.length === 0) return audit;
    return { ...audit, attacks: { ...audit.attacks, leading: await readJson<number>(this.store, KEYS.lead) } };
  }

  /** The same of a disassociated release. */
  async plannedClusters() {
    const [request, read, { used, nouns }] = await Promise.all([
      this.request(),
      this.read(),
      readJson<ClusterPlan>(this.store, KEYS.prepared),
    ]);
    if (read.kind !== 'disassociated') throw new Error('this audit is not of a disassociated release');
    return { request, read, nouns, ...plannedReassociations(request, used) };
  }
}
