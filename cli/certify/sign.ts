import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { join } from 'node:path';
import { mustBeUnchanged, SUCCESS } from '../../shared/adapters/local/manifest.ts';
import { canonicalJson } from '../../shared/contracts/canonical-json.ts';
import { ContractError, parseContract } from '../../shared/contracts/parse.ts';
import { type SignedStatement, STATEMENT_VERSION, type Statement, signedStatement } from '../../shared/contracts/statement.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { fileDigest } from '../read-files.ts';
import { fingerprintOf, spkiOf } from './keys.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The signed content names its type, so that no other signature can be reused. */
const signedBytes = ({ statement, pageSha256, publicKey }: Omit<SignedStatement, 'signature'>): Buffer =>
  Buffer.from(`unveil statement\n${canonicalJson({ statement, pageSha256, publicKey })}`);

export function signStatement(statement: Statement, page: string, key: KeyObject): SignedStatement {
  const content = { statement, pageSha256: sha256(page), publicKey: spkiOf(createPublicKey(key)).toString('base64') };
  return { ...content, signature: sign(null, signedBytes(content), key).toString('base64') };
}

/** The one text of `statement.json`. */
export const fileText = (signed: SignedStatement): string => `${JSON.stringify(JSON.parse(canonicalJson(signed)), null, 1)}\n`;

type Verified =
  | { readonly valid: true; readonly signed: SignedStatement; readonly fingerprint: string }
  | { readonly valid: false; readonly why: string };

/**
 * Whether a file is what was signed, to the byte: a key that stands twice, another spelling of a number, or a space more is a change too, since
 * who reads the file might read something else than what is verified.
 */
export function verifyText(text: string, page: string | null): Verified {
  const no = (why: string): Verified => ({ valid: false, why });
  let signed: SignedStatement;
  try {
    const given: unknown = JSON.parse(text);
    const version = versionOf(given);
    if (version < STATEMENT_VERSION)
      return no(
        `it is of version ${version}: its conclusion followed one attack. Verify it with the unveil that signed it, or audit and certify the release again`,
      );
    signed = parseContract(signedStatement, given);
    if (fileText(signed) !== text) return no('the file is not as it was written');
  } catch (error) {
    return no(error instanceof ContractError ? error.message : 'the file is no signed statement');
  }
  const [spki, signature] = [Buffer.from(signed.publicKey, 'base64'), Buffer.from(signed.signature, 'base64')];
  // A base64 text has bits to spare at its end.
  if (spki.toString('base64') !== signed.publicKey || signature.toString('base64') !== signed.signature)
    return no('the file is not as it was written');
  let key: KeyObject;
  try {
    key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  } catch {
    return no('its public key is none');
  }
  if (key.asymmetricKeyType !== 'ed25519') return no('its public key is not of Ed25519');
  if (!verify(null, signedBytes(signed), key, signature)) return no('the signature is not that of this text');
  if (page !== null && sha256(page) !== signed.pageSha256) return no('the page was changed, or belongs to another statement');
  return { valid: true, signed, fingerprint: fingerprintOf(key) };
}

/** Of a text that claims to be a statement of some version; else the present one, so that its form is refused by name. */
function versionOf(given: unknown): number {
  const version = (given as { readonly statement?: { readonly version?: unknown } } | null)?.statement?.version;
  return typeof version === 'number' ? version : STATEMENT_VERSION;
}

/** Files to verify a statement against. */
export interface Artifacts {
  readonly release: string | undefined;
  readonly original: string | undefined;
  /** The folder of the audit's results. */
  readonly results: string | undefined;
}

/** Why they are not what the statement is about; null: those that were given are. */
export async function notAsStated({ inputs, results }: Statement, given: Artifacts): Promise<string | null> {
  for (const role of ['release', 'original'] as const) {
    const file = given[role];
    if (file === undefined) continue;
    const stated = inputs.find((each) => each.role === role)?.sha256;
    if (stated === undefined) return `it is about no ${role}`;
    if ((await fileDigest(file)) !== stated) return `${file} is not the ${role} that was audited`;
  }
  if (given.results === undefined) return null;
  try {
    await mustBeUnchanged(given.results, undefined, results);
    return null;
  } catch (error) {
    if (error instanceof BadInput) return error.describe().replace('; run the audit again', '');
    throw error;
  }
}

/** Checks in addition to the signature. */
export function lookedAt({ release, original, results }: Artifacts): string {
  const seen = [release && 'the release', original && 'the original', results && 'every file of the results'].filter(Boolean);
  return seen.length === 0
    ? 'signature only: no release and no results were looked at (--release FILE --results DIR)'
    : `${seen.join(', ')}: as they were when it was signed${release === undefined || results === undefined ? '; the rest was not looked at' : ''}`;
}

export const manifestDigest = (folder: string): Promise<string> => fileDigest(join(folder, SUCCESS));
