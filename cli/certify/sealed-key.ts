import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';

/** As OWASP advises for PBKDF2 with SHA-256; OpenSSL, by which Node writes keys, takes 2,048. */
const ROUNDS = 600_000;
const [PBES2, PBKDF2, HMAC_SHA256, AES_256_CBC] = ['2a864886f70d01050d', '2a864886f70d01050c', '2a864886f70d0209', '60864801650304012a'];

/** A private key in PKCS #8 under a passphrase (PBES2), in PEM, as other tools read it. */
export function sealedPem(pkcs8: Uint8Array, passphrase: string): string {
  const [salt, nonce] = [randomBytes(16), randomBytes(16)];
  const cipher = createCipheriv('aes-256-cbc', pbkdf2Sync(passphrase, salt, ROUNDS, 32, 'sha256'), nonce);
  const sealed = Buffer.concat([cipher.update(pkcs8), cipher.final()]);
  const derivation = sequence(name(PBKDF2), sequence(bytes(salt), number(ROUNDS), sequence(name(HMAC_SHA256), element(0x05))));
  const encryption = sequence(name(AES_256_CBC), bytes(nonce));
  const body = sequence(sequence(name(PBES2), sequence(derivation, encryption)), bytes(sealed)).toString('base64');
  return `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${body.replace(/.{64}(?=.)/g, '$&\n')}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
}

/** An element of DER. */
function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => element(0x30, ...parts);
const bytes = (content: Uint8Array): Buffer => element(0x04, content);
const name = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'));
const number = (value: number): Buffer =>
  element(0x02, Buffer.from([value >> 24, value >> 16, value >> 8, value].slice(value < 0x80_0000 ? 1 : 0)));
