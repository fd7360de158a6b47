import { CLOUD_BLOBS } from '../../contracts/cloud-work.ts';
import { parseContract } from '../../contracts/parse.ts';
import { SLICE_POINTERS, UNIT_POINTERS, WORK_VERSION, workStamp, workVersion } from '../../contracts/work.ts';
import { readAnyJson, writeJson } from '../../kit/blobs/json-lines.ts';
import type { Kind } from '../../kit/kind.ts';
import { PEOPLE_OF_PARTS, PEOPLE_SUMS } from '../../kit/people/slice-people.ts';
import { type BlobStore, MissingBlob } from '../../ports/blob-store.ts';
import { type Kinds, kindNamed } from './kind-of.ts';

const STAMP = 'work.json';

/** Blobs of the pipeline, common to all kinds. */
const OF_ALL_KINDS = [UNIT_POINTERS, SLICE_POINTERS, PEOPLE_OF_PARTS, PEOPLE_SUMS, ...CLOUD_BLOBS];

/** Intermediate data of another version of unveil, for example before a deployment: it is not read. */
export class OtherVersion extends Error {
  override readonly name = 'OtherVersion';

  constructor(what: string, found: number | undefined, read: number) {
    super(
      `this audit was begun by another version of unveil, which wrote ${what} ${found ?? 'of no version'}; this one reads ${read}: drop the release again`,
    );
  }
}

const versionsOf = ({ blobs }: Pick<Kind, 'blobs'>): Readonly<Record<string, number>> =>
  Object.fromEntries([...OF_ALL_KINDS, ...blobs].map(({ name, version }) => [name, version]));

export const stampWork = (work: BlobStore, kind: Pick<Kind, 'name' | 'blobs'>): Promise<boolean> =>
  writeJson(work, STAMP, { version: WORK_VERSION, kind: kind.name, blobs: versionsOf(kind) });

/** The kind of the release whose work this is; an `OtherVersion` where a blob of it is of another version than this code reads. */
export async function stampedKind(work: BlobStore, kinds: Kinds): Promise<Kind> {
  const found = await readAnyJson(work, STAMP).catch((error: unknown) => {
    // A folder without a stamp is from before there was one.
    throw error instanceof MissingBlob ? new OtherVersion('work', undefined, WORK_VERSION) : error;
  });
  const { version } = parseContract(workVersion, found);
  if (version !== WORK_VERSION) throw new OtherVersion('work', version, WORK_VERSION);
  const stamp = parseContract(workStamp, found);
  const kind = await kindNamed(kinds, stamp.kind);
  for (const [name, version] of Object.entries(versionsOf(kind)))
    if (stamp.blobs[name] !== version) throw new OtherVersion(`"${name}"`, stamp.blobs[name], version);
  return kind;
}
