// CRC-32 (polynomial 0xEDB88320) by eight tables: eight bytes a step.
const TABLES = new Uint32Array(8 * 256);
for (let byte = 0; byte < 256; byte += 1) {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) remainder = remainder & 1 ? 0xedb88320 ^ (remainder >>> 1) : remainder >>> 1;
  TABLES[byte] = remainder;
}
for (let at = 256; at < TABLES.length; at += 1) {
  const before = TABLES[at - 256];
  TABLES[at] = (before >>> 8) ^ TABLES[before & 255];
}

/** Checksum of `bytes[start, end)` as in zip and gzip. `before` is the checksum of the bytes that precede them. */
export function crc32(bytes: Uint8Array, start = 0, end = bytes.length, before = 0): number {
  let crc = ~before;
  let at = start;
  for (; at + 8 <= end; at += 8) {
    crc ^= bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    const near =
      TABLES[1792 + (crc & 255)] ^ TABLES[1536 + ((crc >>> 8) & 255)] ^ TABLES[1280 + ((crc >>> 16) & 255)] ^ TABLES[1024 + (crc >>> 24)];
    crc = near ^ TABLES[768 + bytes[at + 4]] ^ TABLES[512 + bytes[at + 5]] ^ TABLES[256 + bytes[at + 6]] ^ TABLES[bytes[at + 7]];
  }
  for (; at < end; at += 1) crc = (crc >>> 8) ^ TABLES[(crc ^ bytes[at]) & 255];
  return ~crc >>> 0;
}
