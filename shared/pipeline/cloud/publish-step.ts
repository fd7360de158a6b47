import type { AuditRequest } from '../../contracts/audit-request.ts';
import type { Admission } from '../../contracts/execution.ts';
import type { ReportData } from '../../contracts/report-data.ts';
import { resultKey } from '../../contracts/result-tables.ts';
import type { AuditIdentity, Ending, ResultPorts } from '../../kit/kind.ts';
import { finishInParts, isMapped } from '../../kit/plan/parts.ts';
import { encodersFor } from '../../kit/publish/redacted.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { TableEncoder } from '../../ports/table-encoder.ts';
import type { Kinds } from '../audit/kind-of.ts';
import { requestHashOf } from '../identity/audit-identity.ts';
import type { AuditFolder } from './audit-folder.ts';
import { failuresOf } from './failure-cause.ts';
import { fetchNotices } from './fetched.ts';
import { stepsOf } from './knowledge.ts';
import { modelNotices } from './model-turn.ts';

interface PublishPorts {
  readonly results: BlobStore;
  readonly encoders: readonly TableEncoder[];
  readonly render: (data: ReportData) => Iterable<string>;
  readonly now: Date;
  readonly unveilVersion: string;
  /** The audit's prefix in the work bucket. */
  readonly prefix: string;
}

interface PublishAnswer {
  readonly lostUnits: number;
  readonly notices: number;
  readonly gate: 'open' | 'closed' | 'none';
}

export async function publishStep(folder: AuditFolder, kinds: Kinds, ports: PublishPorts): Promise<PublishAnswer> {
  const admitted = await folder.admission();
  const [{ kind, steps, sources, audit }, { asks }] = await Promise.all([stepsOf(folder, kinds), folder.planned()]);
  const { request } = audit;
  const encoders = encodersFor(request, ports.encoders);
  if (kind.cut !== undefined && !isMapped(await kind.cut.count(audit))) await finishInParts(kind, audit, steps, encoders);
  const ending: Ending = {
    name: admitted.name,
    identity: publishedIdentity(admitted, request, ports),
    started: new Date(admitted.admittedAt),
    notices: [...(await fetchNotices(folder, asks ? sources : [])), ...(await modelNotices(folder, request))],
    failures: () => failuresOf(folder.store, ['runs/score/', 'runs/attack/'], ports.prefix),
    texts: null,
  };
  const {
    lostUnits,
    notices,
    conclusion: { gate },
  } = await steps.publish(ending, await resultPorts(folder, admitted, { ...ports, encoders }));
  return { lostUnits, notices: notices.length, gate: gate === null ? 'none' : gate.open ? 'open' : 'closed' };
}

const publishedIdentity = (admitted: Admission, request: AuditRequest, { unveilVersion }: PublishPorts): AuditIdentity => ({
  // An audit that an earlier version admitted has one name only.
  auditId: admitted.identity ?? admitted.auditId,
  requestHash: requestHashOf(request),
  releaseSha256: admitted.release.sha256,
  originalSha256: admitted.original?.sha256 ?? null,
  unveilVersion,
});

async function resultPorts(folder: AuditFolder, { auditId, team }: Admission, ports: PublishPorts): Promise<ResultPorts> {
  const finished = await folder.finishedAt(ports.now);
  return {
    results: cloudResults(ports.results, team, auditId),
    encoders: ports.encoders,
    render: ports.render,
    clock: { now: () => finished },
  };
}

/** The results of one admission, by the keys that they have at home. A blob that exists stays: every run of the step writes the same bytes. */
function cloudResults(store: BlobStore, team: string | null, auditId: string): BlobStore {
  const place = (key: string): string => resultKey(team, auditId, key);
  return {
    read: (key, range) => store.read(place(key), range),
    write: (key, body) => store.write(place(key), body, { ifAbsent: true }),
    info: (key) => store.info(place(key)),
    list: (prefix) => store.list(place(prefix)),
    remove: (key) => store.remove(place(key)),
  };
}
