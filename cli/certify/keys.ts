import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { readTextFile } from '../read-text-file.ts';

/** A key of the user's own; the private part is for the owner alone, and under a passphrase where one is given. */
export function writeNewKey(file: string, passphrase: string | undefined): string {
  for (const each of [file, `${file}.pub`])
    if (existsSync(each)) throw new BadInput('this exists already; a key is never overwritten', { file: each });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const cipher = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  try {
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }), { mode: 0o600, flag: 'wx' });
    writeFileSync(`${file}.pub`, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' });
  } catch (error) {
    throw new BadInput('this file cannot be written; name another place', { file }, { cause: error });
  }
  return fingerprintOf(publicKey);
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

export const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' }) as Buffer;

/** What two people can read to each other. */
export const fingerprintOf = (key: KeyObject): string => createHash('sha256').update(spkiOf(key)).digest('hex');
