import type { AuditRequest } from '../../contracts/audit-request.ts';
import type { Admission } from '../../contracts/execution.ts';
import { portableRequest } from '../../contracts/identity.ts';
import type { ReportData } from '../../contracts/report-data.ts';
import { digestText } from '../../core/keys/digest.ts';
import type { SliceFigures } from '../../kinds/set-generalised/measure/measure-slice.ts';
import { addFigures } from '../../kinds/set-generalised/publish/attack-results.ts';
import { finishAudit } from '../../kinds/set-generalised/publish/finish-audit.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { TableEncoder } from '../../ports/table-encoder.ts';
import { figuresKey } from '../audit/plan/units.ts';
import type { Notice } from '../audit/publish/notice.ts';
import type { AuditIdentity, AuditPorts } from '../audit/run-audit.ts';
import { readJson } from '../blobs/json-lines.ts';
import type { AuditFolder } from './audit-folder.ts';
import { fetchedBy } from './fetched.ts';
import { failuresOf } from './map-run.ts';
import { readSought } from './sought.ts';
import { QUIET } from './steps.ts';

export interface PublishPorts {
  readonly results: BlobStore;
  readonly encoders: readonly TableEncoder[];
  readonly render: (data: ReportData) => Iterable<string>;
  readonly now: Date;
  readonly unveilVersion: string;
  /** The audit's prefix in the work bucket. */
  readonly prefix: string;
}

export interface PublishAnswer {
  readonly lostUnits: number;
  readonly notices: number;
  /** What the request's policy gate says. */
  readonly gate: 'open' | 'closed' | 'none';
}

/** Lost groups named one by one up to here; the rest by their number. */
const NAMED = 20;

/** Says what is missing, then writes all results; `_SUCCESS.json` last. */
export async function publishStep(folder: AuditFolder, ports: PublishPorts): Promise<PublishAnswer> {
  const admitted = await folder.admission();
  const audit = await folder.fitted(admitted.name);
  const figures = await addFigures(audit.attacks.all.length, storedFigures(folder.store, audit.prepared.plan.slices));
  const { lost } = figures;
  const lostUnits = lost.length === 0 ? [] : [lostNotice('groups', lost, await failuresOf(folder.store, 'runs/attack/', ports.prefix))];
  const fetched = await fetchedBy(folder, audit.sources);
  const notices = [...fetched.notices, ...lostUnits];
  const counts = [...(await readSought(folder)), ...fetched.counts];
  const identity = auditIdentity(admitted, audit.request, ports);
  const started = new Date(admitted.admittedAt);
  const outcome = await finishAudit({ ...audit, started, notices, counts, identity }, figures, await resultPorts(folder, admitted, ports));
  const gate = outcome.gate === null ? 'none' : outcome.gate.open ? 'open' : 'closed';
  return { lostUnits: lost.length, notices: outcome.notices.length, gate };
}

async function* storedFigures(store: BlobStore, slices: number): AsyncGenerator<SliceFigures> {
  for (let slice = 0; slice < slices; slice += 1) yield await readJson<SliceFigures>(store, figuresKey(slice));
}

export const auditIdentity = (admitted: Admission, request: AuditRequest, { unveilVersion }: PublishPorts): AuditIdentity => ({
  auditId: admitted.auditId,
  requestHash: digestText(JSON.stringify(portableRequest(request))),
  releaseSha256: admitted.release.sha256,
  originalSha256: admitted.original?.sha256 ?? null,
  unveilVersion,
});

/** The ports of publishing; the time of the results is that of the first time that the step ran. */
export async function resultPorts(folder: AuditFolder, { auditId }: Admission, ports: PublishPorts): Promise<AuditPorts> {
  const finished = await folder.finishedAt(ports.now);
  return {
    work: folder.store,
    results: cloudResults(ports.results, auditId),
    encoders: ports.encoders,
    render: ports.render,
    clock: { now: () => finished },
    progress: QUIET,
  };
}

/** What units are called, and how the lost ones are named. */
const LOST = {
  groups: ['generalised items', 'as not removed', 'those that first stand in transactions'],
  clusters: ['clusters', 'as not put back', 'numbers'],
} as const;

/** `lost`: groups by the first transaction that carries them, clusters by their number. */
export function lostNotice(units: keyof typeof LOST, lost: readonly number[], errors: ReadonlyMap<string, number>): Notice {
  const why = [...errors].map(([name, times]) => `${name} ${times}`).join(', ');
  const named = lost.slice(0, NAMED).join(', ');
  const more = lost.length > NAMED ? ` and ${lost.length - NAMED} more` : '';
  const [what, counted, which] = LOST[units];
  return {
    code: `lost-${units}`,
    message: `${lost.length} ${what} were lost to failures and count ${counted}, which says nothing of their risk: ${which} ${named}${more}${why === '' ? '' : ` (failed batches: ${why})`}`,
  };
}

/**
 * Where the results of one audit stand in the bucket: tables in their partitions, the rest beside them. What is there stays: every run of
 * the step writes the same bytes.
 */
function cloudResults(store: BlobStore, auditId: string): BlobStore {
  const place = (key: string): string => (key.startsWith('table=') ? `results/${key}` : `results/audit_id=${auditId}/${key}`);
  return {
    read: (key, range) => store.read(place(key), range),
    write: (key, body) => store.write(place(key), body, { ifAbsent: true }),
    info: (key) => store.info(place(key)),
    list: (prefix) => store.list(place(prefix)),
    remove: (key) => store.remove(place(key)),
  };
}
