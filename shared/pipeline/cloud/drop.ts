import { CANARY, CANARY_TEAM } from '../../contracts/stack-names.ts';
import { folderName } from '../../core/text/folder-name.ts';

/** A key of the inbox that starts something: a release, the request of a folder, or a campaign. */
export interface Drop {
  readonly kind: 'release' | 'request' | 'campaign';
  /** Names its answers. */
  readonly key: string;
  readonly name: string;
  /** Null if the stack has no teams. A request names files of its team's folder only. */
  readonly team: string | null;
  /** Paths of the request are relative to it, and stay in it. */
  readonly folder: string;
  readonly file: string;
  readonly rejectionKey: string;
}

export type Dropped =
  | { readonly kind: 'drop'; readonly drop: Drop }
  /** A file of the drop that `starter` starts. */
  | { readonly kind: 'part'; readonly starter: string }
  | { readonly kind: 'unusable'; readonly reason: string }
  /** Such as a folder that the console makes. */
  | { readonly kind: 'nothing' };

const INBOX = 'inbox/';
const CAMPAIGNS = 'campaigns/';
const RELEASE = /^[^/]+?\.(?:txt|jsonl|csv|json|dat)(?:\.gz)?$/i;
const BINARY_TABLE = /\.(?:parquet|xlsx)$/i;
const CAMPAIGN = /^campaigns\/([^/]+)\.json$/i;
const REQUEST = /^([^/]+)\/audit\.json$/i;

/** Written next to a drop that cannot be used. */
export const REJECTED = 'rejected.json';

export const homeOf = (team: string | null): string => (team === null ? INBOX : `${INBOX}${team}/`);

/** Campaigns, and the files that they name. */
export const campaignFolder = (team: string | null): string => `${homeOf(team)}${CAMPAIGNS}`;

/**
 * `NAME.txt|jsonl|csv|json|dat[.gz]` is audited with defaults, `NAME/audit.json` starts what it describes, and `campaigns/NAME.json` starts many
 * audits: below `inbox/`, or `inbox/TEAM/` if the stack has teams.
 */
export function dropAt(key: string, teams: readonly string[] = []): Dropped {
  if (!key.startsWith(INBOX) || key.endsWith('/')) return { kind: 'nothing' };
  if (key.endsWith(REJECTED))
    return { kind: 'unusable', reason: `${REJECTED} is what an answer is called, and starts nothing: give the file another name` };
  const [first = '', ...rest] = key.slice(INBOX.length).split('/');
  if (key === CANARY) return lookWithin(key, CANARY_TEAM);
  if (teams.length === 0) return lookWithin(key, null);
  if (rest.length > 0 && teams.includes(first)) return lookWithin(key, first);
  return { kind: 'unusable', reason: `this stack has teams: drop it below inbox/TEAM/, where TEAM is one of ${teams.join(', ')}` };
}

function lookWithin(key: string, team: string | null): Dropped {
  const home = homeOf(team);
  const path = key.slice(home.length);
  const drop = (kind: Drop['kind'], name: string, folder: string, rejectionKey: string): Dropped => ({
    kind: 'drop',
    drop: { kind, key, name: folderName(name), team, folder, file: key.slice(folder.length), rejectionKey },
  });
  if (path.toLowerCase() === `${CAMPAIGNS}audit.json`)
    return { kind: 'unusable', reason: `no audit can be called campaigns, and no campaign audit: ${home}${CAMPAIGNS} holds campaigns` };
  const campaign = CAMPAIGN.exec(path)?.[1];
  if (campaign !== undefined) return drop('campaign', campaign, campaignFolder(team), `${key.slice(0, -'json'.length)}${REJECTED}`);
  if (path.startsWith(CAMPAIGNS)) return { kind: 'part', starter: `${home}${CAMPAIGNS}NAME.json` };
  const request = REQUEST.exec(path)?.[1];
  if (request !== undefined) {
    const folder = key.slice(0, -'audit.json'.length);
    return drop('request', request, folder, `${folder}${REJECTED}`);
  }
  const [folder = '', ...within] = path.split('/');
  if (/(?:^|\/)audit\.json$/i.test(path))
    return { kind: 'unusable', reason: `an audit.json stands in a folder of its own, one deep: ${home}NAME/audit.json` };
  if (within.length > 0) return { kind: 'part', starter: `${home}${folder}/audit.json` };
  if (RELEASE.test(path)) return drop('release', path.replace(/\.[^.]+(?:\.gz)?$/i, ''), home, `${key}.${REJECTED}`);
  if (BINARY_TABLE.test(path))
    return { kind: 'unusable', reason: 'a binary table is read on your own machine: unveil import FILE --out release.jsonl' };
  return {
    kind: 'unusable',
    reason: 'a release ends in .txt, .jsonl, .csv, .json or .dat, each also with .gz; other files stand in a folder, with an audit.json',
  };
}

export function dropOf(key: string, teams: readonly string[] = []): Drop | null {
  const dropped = dropAt(key, teams);
  return dropped.kind === 'drop' ? dropped.drop : null;
}
