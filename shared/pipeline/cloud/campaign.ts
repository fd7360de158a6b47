import { auditRequest } from '../../contracts/audit-request.ts';
import {
  ADMITTED,
  type Admitted,
  CAMPAIGN_AUDITS,
  CAMPAIGN_PLACE,
  type Campaign,
  type CampaignAudit,
  type CampaignPlace,
  type CampaignRequest,
  campaign,
} from '../../contracts/campaign.ts';
import type { Admission, AuditReference } from '../../contracts/execution.ts';
import { ContractError, parseContract } from '../../contracts/parse.ts';
import { parseJson } from '../../core/format/json-shape.ts';
import { digestText } from '../../core/keys/digest.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { inParallel } from '../../core/pacing/in-parallel.ts';
import { jsonLines, readAllJsonLines, readJson, writeJson } from '../../kit/blobs/json-lines.ts';
import { type BlobStore, MissingBlob } from '../../ports/blob-store.ts';
import type { Inbox } from './admit.ts';
import { type Drop, REJECTED } from './drop.ts';

/** Grids included; more is a mistake. */
const MOST_AUDITS = 10_000;
/** A thousand characters an audit. */
export const MOST_CHARACTERS = MOST_AUDITS * 1_000;
/** Concurrent reads: they are small and wait for the network. */
const WIDTH = 32;

export async function droppedCampaign(drop: Drop, inbox: Inbox, sources: readonly string[]) {
  const object = await inbox.pin(`${drop.folder}${drop.file}`);
  if (object === null) throw new BadInput('there is no such file', { file: drop.file });
  return { object, audits: campaignAudits(await inbox.text(object, MOST_CHARACTERS), drop.file, sources) };
}

/** Null of an error that is not the user's. */
export const asBadInput = (error: unknown): BadInput | null => (error instanceof BadInput ? error : null);

/** The audits of a campaign, grids expanded, each checked as a request: one mistake, and none starts. */
export function campaignAudits(text: string, file: string, sources: readonly string[]): CampaignRequest[] {
  if (text.length > MOST_CHARACTERS) throw new BadInput(`a campaign has at most ${MOST_CHARACTERS} characters`, { file });
  const raw = parseJson(text, file);
  const { defaults, grid, audits } = inFile(file, '', () => parseContract(campaign, raw));
  // Counted before any is made: three axes of a hundred values are a million audits.
  const count = audits.reduce((total, { grid: own }) => total + pointsIn(own ?? grid), 0);
  if (count > MOST_AUDITS) throw new BadInput(`a campaign has at most ${MOST_AUDITS} audits, grids included: these are ${count}`, { file });
  const requests: CampaignRequest[] = [];
  const names = new Map<string, number>();
  for (const [at, { grid: own, ...audit }] of audits.entries()) {
    for (const point of pointsOf(own ?? grid)) {
      const asked = withSettings({ sources, ...defaults, ...audit }, point);
      const request = inFile(file, `audits.${at}`, () => parseContract(auditRequest, asked)) as CampaignRequest;
      const first = names.get(request.name);
      if (first !== undefined) throw new BadInput(`audits.${at}.name: "${request.name}" is the name of audits.${first} too`, { file });
      names.set(request.name, at);
      requests.push(request);
    }
  }
  return requests;
}

function inFile<T>(file: string, where: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new BadInput(where === '' ? error.message : `${where}.${error.message}`, { file }, { cause: error });
  }
}

type Setting = readonly [path: string, value: string | number | boolean];

const pointsIn = (grid: Campaign['grid']): number => Object.values(grid).reduce((points, values) => points * values.length, 1);

/** Every combination of the settings; the last one changes first. Without a grid: one point without settings. */
function pointsOf(grid: Campaign['grid']): Setting[][] {
  return Object.entries(grid).reduce<Setting[][]>(
    (points, [path, values]) => points.flatMap((point) => values.map((value) => [...point, [path, value] as const])),
    [[]],
  );
}

/** The audit at one point of the grid; its name lists the settings. */
function withSettings(audit: Readonly<Record<string, unknown>>, point: readonly Setting[]): Record<string, unknown> {
  const asked = structuredClone(audit) as Record<string, unknown>;
  for (const [path, value] of point) {
    const keys = path.split('.');
    const last = keys.pop() as string;
    let place = asked;
    for (const key of keys) {
      const next = typeof place[key] === 'object' && place[key] !== null ? (place[key] as Record<string, unknown>) : {};
      place[key] = next;
      place = next;
    }
    place[last] = value;
  }
  const suffix = point.map(([path, value]) => `.${path.split('.').at(-1)}-${String(value).replace(/[^A-Za-z0-9.-]+/g, '-')}`).join('');
  return { ...asked, name: `${String(audit['name'])}${suffix}` };
}

/** The same file under the same key is the same campaign. An audit's id is hexadecimal, so none begins with x. */
export const campaignIdOf = (bucket: string, key: string, sha256: string): string =>
  `x${digestText([bucket, key, sha256].join('\n')).slice(0, 39)}`;

export const isCampaignId = (id: string): boolean => id.startsWith('x');

/** One audit of a campaign as a drop of its own: it gets answers under its name. */
export function dropOfAudit({ name, team, folder, file }: Omit<CampaignPlace, 'dropped'>, audit: string): Drop {
  const key = `${folder}${name}/${audit}`;
  return { kind: 'request', key, name: audit, team, folder, file, rejectionKey: `${key}.${REJECTED}` };
}

type EndOf = (auditId: string) => Promise<Pick<CampaignAudit, 'status' | 'reason'>>;

/** Bytes of one request in the file of all. */
interface CampaignEntry {
  readonly start: number;
  readonly end: number;
}

const PLACE = 'campaign.json';
const AUDITS = 'audits.jsonl';
const admittedKey = (at: number): string => `admitted/${String(at).padStart(6, '0')}.json`;

/** Blobs that the steps of a campaign share: a folder of the work bucket. */
export class CampaignWork {
  readonly store: BlobStore;

  constructor(store: BlobStore) {
    this.store = store;
  }

  /** The manifest has a line for each audit: campaign, number and place of its request; no name, no item. */
  async write(reference: AuditReference, place: CampaignPlace, audits: readonly CampaignRequest[]): Promise<void> {
    const lines = audits.map((audit) => new TextEncoder().encode(`${JSON.stringify(audit)}\n`));
    let end = 0;
    const manifest = lines.map(({ length }, at) => {
      const start = end;
      end += length;
      return { campaign: reference, at, entry: { start, end } satisfies CampaignEntry };
    });
    await writeJson(this.store, PLACE, { version: CAMPAIGN_PLACE.version, place });
    await this.store.write(AUDITS, inTurn(lines));
    await this.store.write('manifest.jsonl', jsonLines(manifest));
  }

  async exists(): Promise<boolean> {
    return (await this.store.info(AUDITS)) !== null;
  }

  async place(): Promise<CampaignPlace> {
    return (await readJson(this.store, PLACE, CAMPAIGN_PLACE)).place;
  }

  async audit(entry: CampaignEntry): Promise<CampaignRequest> {
    const [request] = await readAllJsonLines(this.store, AUDITS, CAMPAIGN_AUDITS, entry);
    return request as CampaignRequest;
  }

  writeAdmitted(at: number, admitted: Admitted): Promise<boolean> {
    return writeJson(this.store, admittedKey(at), admitted);
  }

  /** `endOf` tells how an admitted audit stands; the others are `unadmitted`. */
  async outcomes(endOf: EndOf, unadmitted: 'waiting' | 'lost'): Promise<CampaignAudit[]> {
    const audits = await readAllJsonLines(this.store, AUDITS, CAMPAIGN_AUDITS);
    const numbered = audits.map(({ name }, at) => ({ name, at }));
    return inParallel(numbered, WIDTH, async ({ name, at }): Promise<CampaignAudit> => {
      const admitted = await this.#admitted(at);
      if (admitted === null) return { name, auditId: null, status: unadmitted, reason: null };
      if ('rejected' in admitted) return { name, auditId: null, status: 'rejected', reason: admitted.rejected };
      return { name, auditId: admitted.auditId, ...(await endOf(admitted.auditId)) };
    });
  }

  async #admitted(at: number): Promise<Admitted | null> {
    try {
      return await readJson(this.store, admittedKey(at), ADMITTED);
    } catch (error) {
      if (error instanceof MissingBlob) return null;
      throw error;
    }
  }
}

async function* inTurn(lines: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* lines;
}

/**
 * Execution of an audit that a campaign admitted. Step Functions keeps names for 90 days, so an audit that was purged and admitted again needs
 * a new name; campaigns that admit the same audit at once need the same one.
 */
export const campaignExecution = ({ auditId, admittedAt }: Pick<Admission, 'auditId' | 'admittedAt'>): string =>
  `${auditId}-${Date.parse(admittedAt).toString(36)}`;

/** The admission of an execution: its name up to the time of admission. */
export const idOfExecution = (name: string): string => name.split('-', 1)[0] ?? name;
