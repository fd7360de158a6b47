import type { AuditRequest } from '../../contracts/audit-request.ts';
import type { Admission } from '../../contracts/execution.ts';
import { portableRequest } from '../../contracts/identity.ts';
import type { ReportData } from '../../contracts/report-data.ts';
import { resultsOfAudit, resultsRoot } from '../../contracts/result-tables.ts';
import { digestText } from '../../core/keys/digest.ts';
import type { AuditIdentity, Ending, ResultPorts } from '../../kinds/kind.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { TableEncoder } from '../../ports/table-encoder.ts';
import { finishInParts, isMapped } from '../audit/plan/parts.ts';
import { encodersFor } from '../audit/publish/redacted.ts';
import type { Kinds } from '../audit/read/kind-of.ts';
import type { AuditFolder } from './audit-folder.ts';
import { fetchNotices } from './fetched.ts';
import { stepsOf } from './knowledge.ts';
import { failuresOf } from './map-run.ts';

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
  /** What the request's policy gate says. */
  readonly gate: 'open' | 'closed' | 'none';
}

/** Says what is missing, then writes all results; `_SUCCESS.json` last. */
export async function publishStep(folder: AuditFolder, kinds: Kinds, ports: PublishPorts): Promise<PublishAnswer> {
  const admitted = await folder.admission();
  const [{ kind, steps, sources }, { asks }, request] = await Promise.all([stepsOf(folder, kinds), folder.planned(), folder.request()]);
  const audit = await folder.audit();
  if (kind.cut !== undefined && !isMapped(await kind.cut.count(audit)))
    await finishInParts(kind, audit, steps, encodersFor(request, ports.encoders));
  const ending: Ending = {
    name: admitted.name,
    identity: auditIdentity(admitted, request, ports),
    started: new Date(admitted.admittedAt),
    notices: await fetchNotices(folder, asks ? sources : []),
    failures: () => failuresOf(folder.store, 'runs/attack/', ports.prefix),
    texts: null,
  };
  const {
    lostUnits,
    notices,
    conclusion: { gate },
  } = await steps.publish(ending, await resultPorts(folder, admitted, ports));
  return { lostUnits, notices: notices.length, gate: gate === null ? 'none' : gate.open ? 'open' : 'closed' };
}

const auditIdentity = (admitted: Admission, request: AuditRequest, { unveilVersion }: PublishPorts): AuditIdentity => ({
  auditId: admitted.auditId,
  requestHash: digestText(JSON.stringify(portableRequest(request))),
  releaseSha256: admitted.release.sha256,
  originalSha256: admitted.original?.sha256 ?? null,
  unveilVersion,
});

/** The ports of publishing; the time of the results is that of the first time that the step ran. */
async function resultPorts(folder: AuditFolder, { auditId, team }: Admission, ports: PublishPorts): Promise<ResultPorts> {
  const finished = await folder.finishedAt(ports.now);
  return {
    results: cloudResults(ports.results, team, auditId),
    encoders: encodersFor(await folder.request(), ports.encoders),
    render: ports.render,
    clock: { now: () => finished },
  };
}

/**
 * Where the results of one audit stand in the bucket: tables in their partitions, the rest beside them. What is there stays: every run of
 * the step writes the same bytes.
 */
function cloudResults(store: BlobStore, team: string | null, auditId: string): BlobStore {
  const place = (key: string): string => `${key.startsWith('table=') ? resultsRoot(team) : resultsOfAudit(team, auditId)}${key}`;
  return {
    read: (key, range) => store.read(place(key), range),
    write: (key, body) => store.write(place(key), body, { ifAbsent: true }),
    info: (key) => store.info(place(key)),
    list: (prefix) => store.list(place(prefix)),
    remove: (key) => store.remove(place(key)),
  };
}
