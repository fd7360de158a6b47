import type { ReleaseSummary } from '../read/store-release.ts';

/** Neighbouring blocks of a part: up to 16 million characters, some ten seconds of spreading. */
const PART_BLOCKS = 4;
/** Characters of the release that one bucket of rows is to hold, roughly. */
const BUCKET_CHARACTERS = 4 * 1024 * 1024;

export const partCount = ({ blocks }: ReleaseSummary): number => Math.ceil(blocks.length / PART_BLOCKS);
export const bucketCount = ({ characters }: ReleaseSummary): number => Math.max(1, Math.ceil(characters / BUCKET_CHARACTERS));

/** Numbers of the blocks that a part has. */
export function blocksOfPart({ blocks }: ReleaseSummary, part: number): number[] {
  const from = part * PART_BLOCKS;
  return Array.from({ length: Math.min(PART_BLOCKS, blocks.length - from) }, (_, at) => from + at);
}

/** Buckets part the names of groups, which are hashes, into ranges of equal width: their order is that of the names. */
export const groupBucket = (group: string, buckets: number): number =>
  Math.floor((Number.parseInt(group.slice(0, 8), 16) / 2 ** 32) * buckets);

const numbered = (number: number): string => String(number).padStart(6, '0');
export const rowsPrefix = (part: number): string => `rows/${numbered(part)}`;
export const groupsKey = (bucket: number): string => `groups/${numbered(bucket)}.jsonl`;
/** What the join has to know of a bucket. */
export const listKey = (bucket: number): string => `listed/${numbered(bucket)}.columns`;
export const bucketTruthKey = (bucket: number): string => `truth/${numbered(bucket)}.jsonl`;
/** The truths of groups, by the blob that these stand in. */
export const truthBeside = (groups: string): string => groups.replace('groups/', 'truth/');
