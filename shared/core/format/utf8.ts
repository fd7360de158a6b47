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
