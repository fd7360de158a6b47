import { encodeColumns, packWholes, unpackWholes } from '../../../../core/format/columns.ts';
import { readColumns } from '../../../../kit/blobs/columns.ts';
import { readBytes } from '../../../../kit/blobs/json-lines.ts';
import type { BlobStore } from '../../../../ports/blob-store.ts';
import { STUDY_COUNTS } from '../../blobs.ts';
import type { OpenRelease, StudyCounts } from './open-release.ts';

const KEY = 'study.columns';

/** Leaves the counts of the study to the functions that attack by it: each would ask for some two million pairs again. */
export async function storeStudyCounts(store: BlobStore, { counts }: Pick<OpenRelease, 'counts'>): Promise<void> {
  await store.write(KEY, encodeColumns(counts.flatMap(({ single, profiles }) => [packWholes(single), packWholes(profiles)])));
}

const PACKED = [Uint8Array, Float64Array] as const;

/** `sources`: how many were asked. */
export async function readStudyCounts(store: BlobStore, sources: number): Promise<StudyCounts> {
  const kinds = Array.from({ length: 2 * sources }, () => PACKED);
  const columns = readColumns(STUDY_COUNTS.name, await readBytes(store, KEY), kinds).map(unpackWholes);
  return Array.from({ length: sources }, (_, at) => ({ single: columns[2 * at], profiles: columns[2 * at + 1] }));
}
