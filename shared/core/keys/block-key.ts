import { macUnder } from './hmac.ts';

const KEY_VERSION = 'unveil-counts/1';
const ENCODER = new TextEncoder();

/**
 * Keys of blocks of counts (core/relatedness/count-block): 16 bytes of HMAC-SHA-256 over source, version and the ordered, normalised terms.
 * Terms hold no control characters, so a zero byte parts them, a one byte the members from the context, and a two byte one group from the
 * next.
 */
export function blockKeys(secret: Uint8Array, source: { readonly id: string; readonly version: string }) {
  const mac = macUnder(secret);
  const head = `${KEY_VERSION}\0${source.id}\0${source.version}\0`;
  return (groups: readonly { readonly members: readonly string[]; readonly context: readonly string[] }[]): Uint8Array =>
    mac(ENCODER.encode(head + groups.map(({ members, context }) => `${members.join('\0')}\u0001${context.join('\0')}`).join('\u0002')));
}
