import { type ReleaseReadOptions, readRelease, type SourceFile } from '../../../app/read-release.ts';
import { wholeText } from '../../../app/whole-text.ts';
import { type ParsedDisassociated, parseDisassociated } from '../../../core/format/disassociated.ts';
import { BadInput } from '../../../core/model/bad-input.ts';

/** Reads a disassociated release, whole: a value of JSON cannot be checked before it ends. */
export async function readDisassociated(file: SourceFile, options: ReleaseReadOptions): Promise<ParsedDisassociated> {
  const opened = await readRelease(file, options);
  if (opened.kind !== 'clusters') {
    const message = 'this is no disassociated release: wanted {"clusters":[...]}';
    throw new BadInput(message, { file: file.name, line: 1, column: 1 });
  }
  return parseBytes(opened.bytes, file.name);
}

/** The bytes, decompressed already. */
export const parseBytes = async (bytes: AsyncIterable<Uint8Array>, name: string): Promise<ParsedDisassociated> =>
  parseDisassociated(await wholeText(bytes, name), name);
