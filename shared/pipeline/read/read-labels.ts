import { LabelsReader } from '../../core/format/labels.ts';
import { openBytes } from '../../kit/read/open-bytes.ts';
import type { ReleaseReadOptions, SourceFile } from '../../kit/read/read-release.ts';

/** The terms of a coded release's items, from a file of code, tab, term; gzipped or not. */
export async function readLabels(
  file: SourceFile,
  { gunzip, unzipLimits, encoding }: ReleaseReadOptions,
): Promise<ReadonlyMap<string, string>> {
  const { bytes } = await openBytes(file, gunzip, { limits: unzipLimits, encoding });
  const reader = new LabelsReader(file.name);
  for await (const piece of bytes) reader.push(piece);
  return reader.end();
}
