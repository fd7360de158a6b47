import { binaryReaders } from './binary-readers.ts';
import type { FuzzReader } from './reader.ts';
import { REQUEST_READERS } from './request-readers.ts';
import { serverReader } from './server-reader.ts';
import { TEXT_READERS } from './text-readers.ts';

/** All readers of what strangers wrote. `folder` is for those that read files. */
export const allReaders = async (folder: string): Promise<readonly FuzzReader[]> => [
  ...TEXT_READERS,
  ...REQUEST_READERS,
  ...(await binaryReaders(folder)),
  serverReader(folder) as FuzzReader,
];
