import {
  createCipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  pbkdf2Sync,
  randomBytes,
} from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { writeSecret } from '../../shared/adapters/local/cache-secret.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { readTextFile } from '../read-files.ts';
import { bytes, NULL, name, number, sequence } from './der.ts';

/**
 * A key of the user's own; the private part is for the owner alone, and under a passphrase where one is given. Each file appears whole or not at
 * all, and both do or none.
 */
export function writeNewKey(file: string, passphrase: string | undefined): string {
  for (const each of [file, `${file}.pub`])
    if (existsSync(each)) throw new BadInput('this exists already; a key is never overwritten', { file: each });
  if (passphrase === '') throw new BadInput('UNVEIL_PASSPHRASE is empty; give it some words, or unset it for a key without a passphrase');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  const pem = passphrase === undefined ? privateKey.export({ type: 'pkcs8', format: 'pem' }) : sealedPem(pkcs8, passphrase);
  try {
    written(file, pem);
    try {
      written(`${file}.pub`, publicKey.export({ type: 'spki', format: 'pem' }));
    } catch (error) {
      rmSync(file);
      throw error;
    }
  } catch (error) {
    if (error instanceof BadInput || ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    throw new BadInput('this file cannot be written; name another place', { file }, { cause: error });
  }
  return fingerprintOf(publicKey);
}

function written(file: string, pem: string | Buffer): void {
  if (!writeSecret(file, Buffer.from(pem))) throw new BadInput('this exists already; a key is never overwritten', { file });
}

export function readPrivateKey(file: string, passphrase: string | undefined): KeyObject {
  const pem = readTextFile(file);
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, format: 'pem', ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (error) {
    const sealed = pem.includes('ENCRYPTED')
      ? 'this key is under a passphrase; set UNVEIL_PASSPHRASE to it'
      : 'this is no private key in PEM';
    throw new BadInput(sealed, { file }, { cause: error });
  }
  return ed25519(key, file);
}

export function readPublicKey(file: string): KeyObject {
  try {
    return ed25519(createPublicKey(readTextFile(file)), file);
  } catch (error) {
    throw error instanceof BadInput ? error : new BadInput('this is no public key in PEM', { file }, { cause: error });
  }
}

function ed25519(key: KeyObject, file: string): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519')
    throw new BadInput('this is no Ed25519 key; make one with: unveil certify --new-key FILE', { file });
  return key;
}

/** A key as statements hold it: SPKI, in base64. */
export function readKeyIn(base64: string): KeyObject {
  return ed25519(createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' }), 'publicKey');
}

export const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' }) as Buffer;

/** A fingerprint that two people can compare aloud. */
export const fingerprintOf = (key: KeyObject): string => createHash('sha256').update(spkiOf(key)).digest('hex');

/** As OWASP advises for PBKDF2 with SHA-256; OpenSSL, by which Node writes keys, takes 2,048. */
const ROUNDS = 600_000;
const [PBES2, PBKDF2, HMAC_SHA256, AES_256_CBC] = ['2a864886f70d01050d', '2a864886f70d01050c', '2a864886f70d0209', '60864801650304012a'];

/** A private key in PKCS #8 under a passphrase (PBES2), in PEM, as other tools read it. */
function sealedPem(pkcs8: Uint8Array, passphrase: string): string {
  const [salt, nonce] = [randomBytes(16), randomBytes(16)];
  const cipher = createCipheriv('aes-256-cbc', pbkdf2Sync(passphrase, salt, ROUNDS, 32, 'sha256'), nonce);
  const sealed = Buffer.concat([cipher.update(pkcs8), cipher.final()]);
  const derivation = sequence(name(PBKDF2), sequence(bytes(salt), number(ROUNDS), sequence(name(HMAC_SHA256), NULL)));
  const encryption = sequence(name(AES_256_CBC), bytes(nonce));
  const body = sequence(sequence(name(PBES2), sequence(derivation, encryption)), bytes(sealed)).toString('base64');
  return `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${body.replace(/.{64}(?=.)/g, '$&\n')}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
}
