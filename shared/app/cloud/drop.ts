/** Where campaigns lie, with the files that they name. */
export const CAMPAIGN_FOLDER = 'inbox/campaigns/';

/** What a key of the inbox is: a release by itself, the request of a folder, or nothing to start with. */
export type Drop =
  | { readonly kind: 'release'; readonly name: string; readonly folder: string; readonly file: string; readonly rejectionKey: string }
  | { readonly kind: 'campaign'; readonly name: string; readonly folder: string; readonly file: string; readonly rejectionKey: string }
  | { readonly kind: 'request'; readonly name: string; readonly folder: string; readonly file: string; readonly rejectionKey: string };

const RELEASE = /^inbox\/([^/]+?)(\.(?:txt|jsonl|csv|json|dat))(\.gz)?$/;
const CAMPAIGN = /^inbox\/campaigns\/([^/]+?)\.json$/;
const REQUEST = /^inbox\/([^/]+)\/audit\.json$/;

/**
 * `inbox/NAME.txt|jsonl|csv|json|dat[.gz]` is audited with defaults; `inbox/NAME/audit.json`, dropped last, starts what it describes.
 * `inbox/campaigns/NAME.json` starts many audits, on files below that folder.
 * Everything else waits for its audit.json, or is ours: rejected.json is written beside the drop and must not start anything.
 */
export function dropOf(key: string): Drop | null {
  if (key.endsWith('rejected.json')) return null;
  const campaign = CAMPAIGN.exec(key);
  if (campaign !== null) {
    const [folder, file] = [CAMPAIGN_FOLDER, key.slice(CAMPAIGN_FOLDER.length)];
    return { kind: 'campaign', name: nameFrom(campaign[1]), folder, file, rejectionKey: key.replace(/json$/, 'rejected.json') };
  }
  const request = REQUEST.exec(key);
  if (request !== null) {
    const folder = key.slice(0, -'audit.json'.length);
    return { kind: 'request', name: nameFrom(request[1]), folder, file: 'audit.json', rejectionKey: `${folder}rejected.json` };
  }
  const release = RELEASE.exec(key);
  if (release === null) return null;
  const file = key.slice('inbox/'.length);
  return { kind: 'release', name: nameFrom(release[1]), folder: 'inbox/', file, rejectionKey: `${key}.rejected.json` };
}

const nameFrom = (text = ''): string =>
  text
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 100) || 'audit';
