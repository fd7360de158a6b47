import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { BadInput } from '../../core/model/bad-input.ts';

/** File layout: magic, salt, nonce, tag, ciphertext. */
const MAGIC = Buffer.from('unveil-key/1\n');
const SALT = 16;
const NONCE = 12;
const TAG = 16;
/** 2^17 rounds of 8 blocks: about half a second and 128 MB a guess. */
const COST = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/** The key of a score cache, encrypted with a passphrase (scrypt, AES-256-GCM) for `cache export --with-key`. */
export function sealSecret(secret: Uint8Array, passphrase: string): Uint8Array {
  const salt = randomBytes(SALT);
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase.normalize('NFKC'), salt, 32, COST), nonce).setAAD(MAGIC);
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([MAGIC, salt, nonce, cipher.getAuthTag(), sealed]);
}

export function openSecret(sealed: Uint8Array, passphrase: string, file: string): Uint8Array {
  const bytes = Buffer.from(sealed);
  const head = MAGIC.length;
  if (bytes.length <= head + SALT + NONCE + TAG || !bytes.subarray(0, head).equals(MAGIC)) {
    throw new BadInput('this is not a key that "unveil cache export --with-key" wrote', { file });
  }
  const salt = bytes.subarray(head, head + SALT);
  const nonce = bytes.subarray(head + SALT, head + SALT + NONCE);
  const tag = bytes.subarray(head + SALT + NONCE, head + SALT + NONCE + TAG);
  const decipher = createDecipheriv('aes-256-gcm', scryptSync(passphrase.normalize('NFKC'), salt, 32, COST), nonce).setAAD(MAGIC);
  decipher.setAuthTag(tag);
  try {
    return new Uint8Array(Buffer.concat([decipher.update(bytes.subarray(head + SALT + NONCE + TAG)), decipher.final()]));
  } catch (error) {
    throw new BadInput('the passphrase is not the one this key was written with, or the file is damaged', { file }, { cause: error });
  }
}
