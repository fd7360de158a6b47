import { type ReadOptions, readRelease, type SourceFile } from '../../../app/read-release.ts';
import { type ParsedDisassociated, parseDisassociated } from '../../../core/format/disassociated.ts';
import { BadInput } from '../../../core/model/bad-input.ts';

/** V8's longest string is a little longer. The release is one JSON value and is held whole. */
const LONGEST = 500_000_000;

/** Reads a disassociated release, whole: a value of JSON cannot be checked before it ends. */
export async function readDisassociated(file: SourceFile, options: ReadOptions): Promise<ParsedDisassociated> {
  const opened = await readRelease(file, options);
  if (opened.kind !== 'disassociated') {
    const message = 'this is no disassociated release: wanted {"clusters":[...]}';
    throw new BadInput(message, { file: file.name, line: 1, column: 1 });
  }
  return parseBytes(opened.bytes, file.name);
}

/** The bytes, decompressed already. */
export async function parseBytes(bytes: AsyncIterable<Uint8Array>, name: string): Promise<ParsedDisassociated> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const pieces: string[] = [];
  let length = 0;
  const take = (text: string): void => {
    length += text.length;
    if (length > LONGEST)
      throw new BadInput(`more than ${LONGEST} characters: a release of this size is to be audited in parts`, { file: name });
    pieces.push(text);
  };
  try {
    for await (const piece of bytes) take(decoder.decode(piece, { stream: true }));
    take(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const line = pieces.reduce((count, piece) => count + piece.split('\n').length - 1, 1);
    throw new BadInput('not UTF-8: the file is damaged, or written in another encoding', { file: name, line });
  }
  return parseDisassociated(pieces.join(''), name);
}
