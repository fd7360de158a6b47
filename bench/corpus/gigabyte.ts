import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { ByteBuffer, putVarint } from '../../shared/corpus/byte-buffer.ts';
import { PIECE_WORDS } from '../../shared/corpus/index-builder.ts';
import { IndexWriter } from '../../shared/corpus/index-writer.ts';

const TERMS = 2_000_000;
const PIECES = 2_500_000;
const ALPHABET = 'abcdefghijklmnopqrst';

/**
 * Writes a valid index of a gigabyte without the text it would come from: two million terms whose frequencies fall as in a
 * language. Answers two of its terms.
 */
export function writeGigabyte(path: string): [string, string] {
  const fd = openSync(path, 'w');
  const hash = createHash('sha256');
  const writer = new IndexWriter({
    append(bytes) {
      hash.update(bytes);
      writeSync(fd, bytes);
    },
    digest: () => hash.digest(),
    putHead: (bytes) => writeSync(fd, bytes, 0, bytes.length, 0),
  });
  const encoder = new TextEncoder();
  for (let term = 0; term < TERMS; term += 1) {
    // The rank is scattered over the alphabet: one frequent term among many rare ones.
    const rank = 1 + ((term * 7_919) % TERMS);
    const df = Math.max(1, Math.min(PIECES / 8, Math.floor(35_000_000 / rank)));
    const token = encoder.encode(nameOf(term));
    writer.add({
      token,
      tokenStart: 0,
      tokenEnd: token.length,
      df,
      cf: df,
      pieces: spread(df, term),
      positions: places(df),
      high: new ByteBuffer(0),
      isPair: false,
    });
  }
  writer.finish(
    { normalisation: 'nfkc-lower-1', plurals: 'exact', lang: null, pieceWords: PIECE_WORDS, frequent: [] },
    { pieces: PIECES, documents: PIECES },
  );
  closeSync(fd);
  return [nameOf(TERMS / 2), nameOf(TERMS / 2 + 1)];
}

/** Names in byte order. */
function nameOf(term: number): string {
  let name = '';
  for (let rest = term, at = 0; at < 6; at += 1) {
    name = ALPHABET[rest % ALPHABET.length] + name;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return name;
}

/** Evenly spaced pieces. */
function spread(df: number, term: number): ByteBuffer {
  const buffer = new ByteBuffer(4 * df + 8);
  const gap = Math.max(0, Math.floor(PIECES / df) - 1 - (term % 2));
  for (let index = 0; index < df; index += 1) buffer.length = putVarint(buffer.bytes, buffer.length, 2 * gap);
  return buffer;
}

function places(df: number): ByteBuffer {
  const buffer = new ByteBuffer(df);
  buffer.length = df;
  return buffer;
}
