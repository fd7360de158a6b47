import { type AuditRequest, auditRequest } from '../../contracts/audit-request.ts';
import { ADMISSION_VERSION, type Admission, type DroppedObject } from '../../contracts/execution.ts';
import { portableRequest } from '../../contracts/identity.ts';
import { ContractError, parseContract } from '../../contracts/parse.ts';
import { parseJson } from '../../core/format/json-shape.ts';
import { digestText } from '../../core/keys/digest.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { AUTO, type Kinds } from '../audit/read/kind-of.ts';
import type { Drop } from './drop.ts';
import { mustBeOffered, type Offer } from './offer.ts';

/** The inbox as admission sees it. */
export interface Inbox {
  readonly bucket: string;
  /** The object as it is now, with the SHA-256 of its content; null where there is none. */
  pin(key: string): Promise<DroppedObject | null>;
  /** At most so many bytes of it: more is refused before it is read on. */
  text(object: DroppedObject, most: number): Promise<string>;
}

interface Admitted {
  readonly admission: Admission;
  readonly request: AuditRequest;
}

/** A file that a request names is not there: it may be on its way. */
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

/** A request of more is a mistake. */
const REQUEST_BYTES = 1_000_000;

/**
 * Reads what a drop asks for and names it by its content: the same release with the same original and request, dropped under the same key,
 * is the same audit however often it comes and whatever version the bucket gives it.
 */
export async function admit(drop: Drop, inbox: Inbox, now: Date, offer: Offer): Promise<Admitted> {
  return admitRequest(await requestOf(drop, inbox, offer), drop, inbox, now, { ofCampaign: false, kinds: offer.kinds });
}

/** The same of a request that stands in a campaign. */
export async function admitCampaignAudit(request: AuditRequest, drop: Drop, inbox: Inbox, now: Date, offer: Offer): Promise<Admitted> {
  await mustBePossible(request, drop, offer);
  return admitRequest(request, drop, inbox, now, { ofCampaign: true, kinds: offer.kinds });
}

interface Admitting {
  readonly ofCampaign: boolean;
  readonly kinds: Kinds;
}

async function admitRequest(
  request: AuditRequest,
  drop: Drop,
  inbox: Inbox,
  now: Date,
  { ofCampaign, kinds }: Admitting,
): Promise<Admitted> {
  const release = await pinned(drop, request.release, inbox);
  const original = request.original === undefined ? null : await pinned(drop, request.original, inbox);
  const labels = request.labels === undefined ? null : await pinned(drop, request.labels, inbox);
  const requestHash = digestText(JSON.stringify(portableRequest(request)));
  const beside = await besideOf(drop, request, inbox, kinds);
  const others = Object.values(beside).map(({ sha256 }) => sha256);
  const content = [inbox.bucket, release.key, release.sha256, original?.sha256 ?? '', labels?.sha256 ?? '', requestHash, ...others];
  const at = now.toISOString();
  return {
    request,
    admission: {
      version: ADMISSION_VERSION,
      auditId: digestText(content.join('\n')).slice(0, 40),
      day: at.slice(0, 10),
      admittedAt: at,
      name: request.name ?? drop.name,
      drop: drop.key,
      team: drop.team,
      ofCampaign,
      rejectionKey: drop.rejectionKey,
      release,
      original,
      labels,
      beside,
    },
  };
}

/** Files that a kind of release is given beside release and original, pinned as they are. */
async function besideOf(drop: Drop, request: AuditRequest, inbox: Inbox, kinds: Kinds): Promise<Record<string, DroppedObject>> {
  const text = async (path: string): Promise<string> => inbox.text(await pinned(drop, path, inbox), REQUEST_BYTES);
  const found: Record<string, DroppedObject> = {};
  for (const path of await namedBeside(request, kinds, text)) found[path] = await pinned(drop, path, inbox);
  return found;
}

/** What a request, and the files that it names, name for kinds of releases; `text` reads one of them. */
export async function namedBeside(request: AuditRequest, kinds: Kinds, text: (path: string) => Promise<string>): Promise<string[]> {
  const found: string[] = [];
  for (const { name, load } of kinds)
    if (request.kind === AUTO || request.kind === name) found.push(...((await (await load()).beside?.(request, text)) ?? []));
  return found;
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
  await mustBePossible(request, drop, offer);
  return request;
}

async function mustBePossible(request: AuditRequest, drop: Drop, offer: Offer): Promise<void> {
  refuseFilesOfOthers(request, drop.file);
  try {
    await mustBeOffered(request, offer);
  } catch (error) {
    throw error instanceof BadInput ? new BadInput(error.reason, { file: drop.file }, { cause: error }) : error;
  }
}

async function requestText(drop: Drop, inbox: Inbox): Promise<string> {
  const object = await inbox.pin(`${drop.folder}${drop.file}`);
  if (object === null) throw new BadInput('there is no such file', { file: drop.file });
  return inbox.text(object, REQUEST_BYTES);
}

/** Sets are read by the machine that submits; texts never leave it. */
function refuseFilesOfOthers({ claim, texts, hierarchy }: AuditRequest, file: string): void {
  if (hierarchy !== undefined)
    throw new BadInput('hierarchy: in the cloud, give a release with sets: unveil import RELEASE --hierarchy FILE --out release.jsonl', {
      file,
    });
  if (texts !== undefined) throw new BadInput('texts: they are compared with corpora on your own machine only', { file });
  for (const key of ['privacyConstraints', 'utilityConstraints'] as const) {
    if (typeof claim[key] === 'string') throw new BadInput(`claim.${key}: in the cloud, give the sets themselves, not a file`, { file });
  }
}

/** A path in a request may name nothing beside the folder of the request. */
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
