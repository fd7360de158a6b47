import { type AuditRequest, auditRequest } from '../../contracts/audit-request.ts';
import { type Campaign, type CampaignAudit, campaign } from '../../contracts/campaign.ts';
import type { AuditReference } from '../../contracts/execution.ts';
import { ContractError, parseContract } from '../../contracts/parse.ts';
import { digestText } from '../../core/keys/digest.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { jsonLines, readJson, writeJson } from '../blobs/json-lines.ts';
import type { Inbox } from './admit.ts';
import type { Drop } from './drop.ts';

/** One audit of a campaign, as a request would name it. */
export type CampaignRequest = AuditRequest & { readonly name: string };

/** After all grids; more is a mistake. */
const MOST_AUDITS = 10_000;

/** A dropped campaign with its object, which names it. */
export async function droppedCampaign(drop: Drop, inbox: Inbox, sources: readonly string[]) {
  const object = await inbox.pin(`${drop.folder}${drop.file}`);
  if (object === null) throw new BadInput('there is no such file', { file: drop.file });
  return { object, audits: campaignAudits(await inbox.text(object), drop.file, sources) };
}

/** The message for who dropped what cannot be used; null of any other failure. */
export const rejectionOf = (error: unknown): string | null => (error instanceof BadInput ? error.describe() : null);

/** The audits of a campaign, grids expanded, each checked as a request of its own: one mistake and nothing of it starts. */
export function campaignAudits(text: string, file: string, sources: readonly string[]): CampaignRequest[] {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    throw new BadInput('this is not JSON', { file }, { cause: error });
  }
  const { defaults, grid, audits } = inFile(file, '', () => parseContract(campaign, raw));
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
      if (requests.length > MOST_AUDITS) throw new BadInput(`a campaign has at most ${MOST_AUDITS} audits, grids included`, { file });
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

/** Every combination of the settings, the last one changing first. Without a grid one point without settings. */
function pointsOf(grid: Campaign['grid']): Setting[][] {
  return Object.entries(grid).reduce<Setting[][]>(
    (points, [path, values]) => points.flatMap((point) => values.map((value) => [...point, [path, value] as const])),
    [[]],
  );
}

/** The audit with the settings of one point, which its name tells. */
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

/** A campaign is named by its file: the same file under the same name is the same campaign. No audit's name begins with x. */
export const campaignIdOf = (bucket: string, key: string, sha256: string): string =>
  `x${digestText([bucket, key, sha256].join('\n')).slice(0, 39)}`;

/** Where the file that made a campaign stands, as its audits' drops need to know. */
export interface CampaignPlace {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
}

interface StoredCampaign {
  readonly place: CampaignPlace;
  readonly audits: readonly CampaignRequest[];
}

/** How an admitted audit stands now. */
export type EndOf = (auditId: string) => Promise<Pick<CampaignAudit, 'status' | 'reason'>>;

type Admitted = { readonly auditId: string } | { readonly rejected: string };

const admittedKey = (at: number): string => `admitted/${String(at).padStart(6, '0')}.json`;

/** What the steps of a campaign leave for each other, in its folder of the work bucket. */
export class CampaignFolder {
  readonly store: BlobStore;

  constructor(store: BlobStore) {
    this.store = store;
  }

  /** Its manifest has a line for each audit: whose, and which; no name, no item. */
  async write(reference: AuditReference, stored: StoredCampaign): Promise<void> {
    await writeJson(this.store, 'campaign.json', stored);
    await this.store.write('manifest.jsonl', jsonLines(stored.audits.map((_, at) => ({ campaign: reference, at }))));
  }

  async exists(): Promise<boolean> {
    return (await this.store.info('campaign.json')) !== null;
  }

  read(): Promise<StoredCampaign> {
    return readJson(this.store, 'campaign.json');
  }

  writeAdmitted(at: number, admitted: Admitted): Promise<boolean> {
    return writeJson(this.store, admittedKey(at), admitted);
  }

  /** How every audit stands: `endOf` looks at its results and the ledger, and one that was not admitted is `unadmitted`. */
  async outcomes(endOf: EndOf, unadmitted: 'waiting' | 'lost'): Promise<CampaignAudit[]> {
    const outcomes: CampaignAudit[] = [];
    for (const [at, { name }] of (await this.read()).audits.entries()) {
      const known = (await this.store.info(admittedKey(at))) !== null;
      const admitted = known ? await readJson<Admitted>(this.store, admittedKey(at)) : null;
      if (admitted === null) outcomes.push({ name, auditId: null, status: unadmitted, reason: null });
      else if ('rejected' in admitted) outcomes.push({ name, auditId: null, status: 'rejected', reason: admitted.rejected });
      else outcomes.push({ name, auditId: admitted.auditId, ...(await endOf(admitted.auditId)) });
    }
    return outcomes;
  }
}
