import { type AuditRequest, auditRequest } from '../../contracts/audit-request.ts';
import { ADMISSION_VERSION, type Admission, type DroppedObject, type HeldSource } from '../../contracts/execution.ts';
import { ContractError, parseContract } from '../../contracts/parse.ts';
import { isLive } from '../../contracts/sources.ts';
import { parseJson } from '../../core/format/json-shape.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { admissionId, filesOf, identityOf, liveVersionOf, namedInTurn } from '../identity/audit-identity.ts';
import type { Drop } from './drop.ts';
import { embeddingsSpec, mustBeOffered, type Offer } from './offer.ts';

/** The inbox as admission sees it. */
export interface Inbox {
  /** The object as it is now, with the SHA-256 of its content; null where there is none. */
  pin(key: string): Promise<DroppedObject | null>;
  /** Refuses an object of more than `most` bytes before reading on. */
  text(object: DroppedObject, most: number): Promise<string>;
}

interface Admitted {
  readonly admission: Admission;
  readonly request: AuditRequest;
}

/** A file of the request is missing: it may still arrive. */
export class MissingFile extends BadInput {
  readonly file: string;

  constructor(file: string, waited = '') {
    super(`there is no such file${waited}`, { file });
    this.file = file;
  }

  after(minutes: number): MissingFile {
    return new MissingFile(this.file, `, and there was none within ${minutes} minutes`);
  }
}

/** A larger request is a mistake. */
const REQUEST_BYTES = 1_000_000;

/** Reads what a drop asks for, and pins the version of every file and source that it names. */
export async function admit(drop: Drop, inbox: Inbox, now: Date, offer: Offer): Promise<Admitted> {
  return admitRequest(await requestOf(drop, inbox, offer), { drop, inbox, now, offer, ofCampaign: false });
}

/** The same for a request of a campaign. */
export const admitCampaignAudit = (request: AuditRequest, drop: Drop, inbox: Inbox, now: Date, offer: Offer): Promise<Admitted> =>
  admitRequest(request, { drop, inbox, now, offer, ofCampaign: true });

interface Admitting {
  readonly drop: Drop;
  readonly inbox: Inbox;
  readonly now: Date;
  readonly offer: Offer;
  readonly ofCampaign: boolean;
}

async function admitRequest(request: AuditRequest, { drop, inbox, now, offer, ofCampaign }: Admitting): Promise<Admitted> {
  const held = await mustBePossible(request, drop, offer);
  const objects: Record<string, DroppedObject> = {};
  for (const path of filesOf(request)) objects[path] = await pinned(drop, path, inbox);
  const text = async (path: string): Promise<string> => inbox.text(await pinned(drop, path, inbox), REQUEST_BYTES);
  const inTurn = await namedInTurn(request, offer.kinds, text);
  for (const path of inTurn) objects[path] = await pinned(drop, path, inbox);
  const at = (path: string): DroppedObject => objects[path];
  const versionOf = (spec: string): string => held[spec].version;

  const { output, embeddings, original, labels } = request;
  const { auditId: identity } = identityOf({
    request,
    digestOf: (path) => at(path).sha256,
    inTurn: inTurn.map((path) => at(path).sha256),
    sources: request.sources.map((spec) => (isLive(spec) ? liveVersionOf(spec, now) : versionOf(spec))),
    vectors: embeddings === undefined ? null : versionOf(embeddingsSpec(embeddings)),
    unveilVersion: offer.unveilVersion,
  });
  const release = at(request.release);
  const admittedAt = now.toISOString();
  return {
    request,
    admission: {
      version: ADMISSION_VERSION,
      auditId: admissionId(identity, { team: drop.team, key: release.key, output }),
      identity,
      day: admittedAt.slice(0, 10),
      admittedAt,
      name: request.name ?? drop.name,
      drop: drop.key,
      team: drop.team,
      ofCampaign,
      rejectionKey: drop.rejectionKey,
      release,
      original: original === undefined ? null : at(original),
      labels: labels === undefined ? null : at(labels),
      beside: objects,
      sources: held,
    },
  };
}

async function requestOf(drop: Drop, inbox: Inbox, offer: Offer): Promise<AuditRequest> {
  const raw = drop.kind === 'release' ? { release: drop.file } : parseJson(await requestText(drop, inbox), drop.file);
  let request: AuditRequest;
  try {
    request = parseContract(auditRequest, typeof raw === 'object' && raw !== null ? { sources: offer.sources, ...raw } : raw);
  } catch (error) {
    if (error instanceof ContractError) throw new BadInput(error.message, { file: drop.file }, { cause: error });
    throw error;
  }
  return request;
}

async function mustBePossible(request: AuditRequest, drop: Drop, offer: Offer): Promise<Record<string, HeldSource>> {
  refuseFilesOfOthers(request, drop.file);
  try {
    return await mustBeOffered(request, offer);
  } catch (error) {
    throw error instanceof BadInput ? new BadInput(error.reason, { file: drop.file }, { cause: error }) : error;
  }
}

async function requestText(drop: Drop, inbox: Inbox): Promise<string> {
  const object = await inbox.pin(`${drop.folder}${drop.file}`);
  if (object === null) throw new BadInput('there is no such file', { file: drop.file });
  return inbox.text(object, REQUEST_BYTES);
}

/** The submitting machine reads these files. Texts never leave it. */
function refuseFilesOfOthers({ claim, texts, hierarchy, passages }: AuditRequest, file: string): void {
  if (passages !== undefined)
    throw new BadInput('passages: documents of yours are read by audits on your own machine only: unveil audit', { file });
  if (hierarchy !== undefined)
    throw new BadInput('hierarchy: in the cloud, give a release with sets: unveil import RELEASE --hierarchy FILE --out release.jsonl', {
      file,
    });
  if (texts !== undefined) throw new BadInput('texts: they are compared with corpora on your own machine only', { file });
  for (const key of ['privacyConstraints', 'utilityConstraints'] as const) {
    if (typeof claim[key] === 'string') throw new BadInput(`claim.${key}: in the cloud, give the sets themselves, not a file`, { file });
  }
}

/** A path must stay in the folder of its request. */
export function insideFolder(path: string, file: string): void {
  if (path.startsWith('/') || path.split('/').some((part) => part === '' || part === '.' || part === '..'))
    throw new BadInput('a path in a request is relative to the folder of the request, and stays in it', { file });
}

async function pinned(drop: Drop, path: string, inbox: Inbox): Promise<DroppedObject> {
  insideFolder(path, drop.file);
  const object = await inbox.pin(`${drop.folder}${path}`);
  if (object === null) throw new MissingFile(path);
  return object;
}
