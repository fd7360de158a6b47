import { parseContract } from '../../contracts/parse.ts';
import { WORK_VERSION, workStamp } from '../../contracts/work.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { readJson, writeJson } from '../blobs/json-lines.ts';

const STAMP = 'work.json';

/** What steps left for each other was written by another version of unveil, such as before a deployment: reading on would be guessing. */
export class OtherVersion extends Error {
  override readonly name = 'OtherVersion';
}

export const stampWork = (work: BlobStore, kind: string): Promise<boolean> => writeJson(work, STAMP, { version: WORK_VERSION, kind });

/** The kind of the release whose work this is. */
export async function stampedKind(work: BlobStore): Promise<string> {
  // A folder without a stamp is from before there was one.
  const stamp =
    (await work.info(STAMP)) === null ? { version: 1, kind: '' } : parseContract(workStamp, await readJson<unknown>(work, STAMP));
  if (stamp.version === WORK_VERSION) return stamp.kind;
  throw new OtherVersion(
    `this audit was begun by a version of unveil whose steps wrote work ${stamp.version}; this one reads ${WORK_VERSION}: drop the release again`,
  );
}
