import { BadInput } from '../core/model/bad-input.ts';

/** V8's longest string is a little longer. */
const LONGEST = 500_000_000;

/** All of a file, decompressed already: a value of JSON cannot be checked before it ends. */
export async function wholeText(bytes: AsyncIterable<Uint8Array>, name: string): Promise<string> {
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
  return pieces.join('');
}
