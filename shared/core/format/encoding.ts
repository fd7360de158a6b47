/** Letters of English, German, French, Spanish, Italian and Portuguese that are not ASCII. */
const LETTERS = /[äöüÄÖÜßéèêëàâçîïôûùœÉÈÊÀÇáíóúñÁÍÓÚÑ¿¡ãõ]/g;
/** Marks that exports hold next to letters. */
const MARKS = /[€°§µ–’“”„«»²³±·\u00a0]/g;
const CANDIDATES = ['windows-1252', 'macintosh', 'utf-16le', 'utf-16be'] as const;

/**
 * The encoding of text that is not UTF-8, by the letters that it would hold: null where it is UTF-8, `unknown` where no candidate makes words.
 * `bytes` may be cut off at their end.
 */
export function guessEncoding(bytes: Uint8Array): string | null {
  const zeros = bytes.subarray(0, 4096).filter((byte) => byte === 0).length;
  if (zeros === 0) {
    const invalid = firstInvalidUtf8(bytes);
    if (invalid < 0 || invalid > bytes.length - 4) return null;
  }
  // Two candidates are left, those with zeros or those without.
  const [best, next] = CANDIDATES.filter((name) => name.startsWith('utf-16') === zeros > 0)
    .map((name) => ({ name, score: scoreOf(new TextDecoder(name).decode(bytes)) }))
    .toSorted((a, b) => b.score - a.score);
  return best.score > 0 && best.score > next.score ? best.name : 'unknown';
}

/** The share of characters beyond ASCII that words of these languages hold, each next to a letter; control characters speak against it. */
function scoreOf(text: string): number {
  const beyond = text.match(/[\u0080-\uffff]/g)?.length ?? 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a wrong encoding shows by them.
  const controls = text.match(/[\u0000-\u0008\u000e-\u001f\u0080-\u009f\ufffd]/g)?.length ?? 0;
  const inWords =
    text.match(/(?<=\p{L})[äöüßéèêëàâçîïôûùœáíóúñãõ](?=\p{Ll}|\b|$)|(?<![\p{L}])[ÄÖÜÉÈÀÇÁÍÓÚÑéâîôûáíóúäöü](?=\p{Ll})/gu)?.length ?? 0;
  const known = (text.match(LETTERS)?.length ?? 0) + (text.match(MARKS)?.length ?? 0);
  if (beyond === 0) return controls === 0 && /[A-Za-z]{2}/.test(text) ? 1 : 0;
  return (inWords * 2 + known - 3 * controls) / beyond;
}

/**
 * The offset of the first byte that is not part of well-formed UTF-8 (no overlong forms, no surrogates, nothing above
 * U+10FFFF), or -1. Only asked once a decoder has refused the bytes, to say where.
 */
export function firstInvalidUtf8(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const length = sequenceLength(lead);
    if (length === 0) return at;
    for (let more = 1; more < length; more += 1) {
      const byte = bytes[at + more] ?? 0;
      if (byte >> 6 !== 0b10) return at;
    }
    if (length > 2 && !secondFits(lead, bytes[at + 1] ?? 0)) return at;
    at += length;
  }
  return -1;
}

function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

function secondFits(lead: number, second: number): boolean {
  if (lead === 0xe0) return second >= 0xa0;
  if (lead === 0xed) return second < 0xa0;
  if (lead === 0xf0) return second >= 0x90;
  return lead !== 0xf4 || second < 0x90;
}
