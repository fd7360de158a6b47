import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { readTextFile } from '../read-files.ts';
import { bytes, derElement, Element, NULL, name, number, sequence } from './der.ts';

const [SIGNED_DATA, TST_INFO] = ['2a864886f70d010702', '2a864886f70d0109100104'];
const [CONTENT_TYPE, MESSAGE_DIGEST] = ['2a864886f70d010903', '2a864886f70d010904'];
/** Attributes that name the signer's certificate by its hash: SHA-1, and a hash of choice. */
const SIGNING_CERTIFICATE = ['2a864886f70d010910020c', '2a864886f70d010910022f'];
const HASHES: Readonly<Record<string, string>> = {
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
};
const SHA256 = '608648016503040201';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Milliseconds that the service may take, and bytes of its answer. */
const PATIENCE = 30_000;
const ANSWER_BYTES = 1 << 16;
/** Certificates between that of the service and one that is trusted. */
const LINKS = 8;

export interface TimeStamp {
  /** When the service saw the digest. */
  readonly time: Date;
  /** The subject of its certificate. */
  readonly by: string;
  /** True if it leads to a certificate that was named; null: none was. */
  readonly trusted: boolean | null;
}

const digest = (algorithm: string, content: Uint8Array): Buffer => createHash(algorithm).update(content).digest();

/** Asks a service (RFC 3161) to state when it saw this text. Its SHA-256 is all that leaves. */
export async function fetchTimeStamp(url: string, text: string): Promise<Buffer> {
  // Positive, so of one form.
  const nonce = randomBytes(8).map((byte, at) => (at === 0 ? (byte & 0x3f) | 0x40 : byte));
  const imprint = sequence(sequence(name(SHA256), NULL), bytes(digest('sha256', Buffer.from(text))));
  const request = sequence(number(1), imprint, derElement(0x02, nonce), derElement(0x01, Buffer.from([0xff])));
  const answer = await asked(url, request);
  const found = readTimeStamp(answer, text, null);
  if ('why' in found) throw new BadInput(`--timestamp: ${found.why}`);
  if (!found.nonce?.equals(nonce)) throw new BadInput('--timestamp: the answer belongs to another question');
  return answer;
}

async function asked(url: string, request: Buffer): Promise<Buffer> {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new BadInput('--timestamp takes the address of a service, such as https://...');
  try {
    const headers = { 'content-type': 'application/timestamp-query' };
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(request),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (!response.ok) throw new Error(`it answers ${response.status}`);
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of response.body ?? []) {
      length += piece.length;
      if (length > ANSWER_BYTES) throw new Error('its answer is too long for a time stamp');
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } catch (error) {
    const why = error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error);
    throw new BadInput(`--timestamp: the service cannot be asked (${why}); nothing was signed`, {}, { cause: error });
  }
}

type Found = (TimeStamp & { readonly nonce: Buffer | null }) | { readonly why: string };

/** Whether an answer of a service is about this text, and signed. `trusted`: a file with certificates, one of which must be its own or lead to it. */
export function readTimeStamp(answer: Buffer, text: string, trusted: string | null): Found {
  try {
    const [status, token] = Element.of(answer).parts;
    if (status === undefined || token === undefined || (status.part(0).content[0] ?? 2) > 1)
      return { why: 'the service gave no time stamp' };
    if (token.part(0).hex !== SIGNED_DATA) return { why: 'this is no time stamp' };
    return readSigned(token.part(1).part(0), text, trusted);
  } catch (error) {
    if (error instanceof RangeError || isOfCrypto(error)) return { why: 'the time stamp is damaged' };
    throw error;
  }
}

const isOfCrypto = (error: unknown): boolean => /^ERR_(?:OSSL|CRYPTO|INVALID)/.test(String((error as NodeJS.ErrnoException).code));

function readSigned(signed: Element, text: string, trusted: string | null): Found {
  const content = signed.part(2);
  if (content.part(0).hex !== TST_INFO) return { why: 'this is no time stamp' };
  const stated = content.part(1).part(0).content;
  const info = Element.of(stated);
  const [algorithm, imprint] = info.part(2).parts;
  const hash = HASHES[algorithm?.part(0).hex ?? ''];
  if (hash === undefined || imprint?.content.equals(digest(hash, Buffer.from(text))) !== true)
    return { why: 'the time stamp is of another statement' };
  const certificates = (signed.parts.find(({ tag }) => tag === 0xa0)?.parts ?? []).map(({ whole }) => new X509Certificate(whole));
  const signers = signed.parts.at(-1)?.parts ?? [];
  const signer = signers.length === 1 && signers[0] !== undefined ? signerOf(signers[0], stated, certificates) : null;
  if (signer === null) return { why: 'the time stamp is not signed by a certificate for time stamps in it' };
  const time = timeIn(info.part(4).content.toString('latin1'));
  if (!(time >= signer.validFromDate && time <= signer.validToDate))
    return { why: 'its certificate was not valid at the time that it states' };
  const nonce = info.parts.slice(5).find(({ tag }) => tag === 0x02)?.content ?? null;
  const roots = trusted === null ? null : (readTextFile(trusted).match(CERTIFICATES) ?? []).map((pem) => new X509Certificate(pem));
  if (roots?.length === 0) throw new BadInput('there is no certificate in PEM in this file', { file: trusted ?? '' });
  const by = signer.subject.split('\n').join(', ');
  return { time, by, nonce, trusted: roots === null ? null : leadsTo(signer, certificates, roots) };
}

/** The certificate that signed it, where all that CMS and RFC 3161 ask is so. */
function signerOf(signer: Element, stated: Buffer, certificates: readonly X509Certificate[]): X509Certificate | null {
  const [, , algorithm, attributes, , signature] = signer.parts;
  const hash = HASHES[algorithm?.part(0).hex ?? ''];
  if (hash === undefined || attributes?.tag !== 0xa0 || signature === undefined) return null;
  const valued = (wanted: readonly string[]): Element | undefined =>
    attributes.parts
      .find((each) => wanted.includes(each.part(0).hex))
      ?.part(1)
      .part(0);
  if (valued([CONTENT_TYPE])?.hex !== TST_INFO || valued([MESSAGE_DIGEST])?.content.equals(digest(hash, stated)) !== true) return null;
  // They are signed as a set, in which form they do not stand in the message.
  const text = derElement(0x31, attributes.content);
  const named = octetsIn(valued(SIGNING_CERTIFICATE));
  const isNamed = ({ raw }: X509Certificate): boolean =>
    ['sha1', 'sha256', 'sha384', 'sha512'].some((each) => named.some((octets) => octets.equals(digest(each, raw))));
  const found = certificates.find((each) => isNamed(each) && each.keyUsage?.includes(TIME_STAMPING) === true);
  if (found === undefined) return null;
  const isEdwards = found.publicKey.asymmetricKeyType === 'ed25519';
  return verify(isEdwards ? null : hash, text, found.publicKey, signature.content) ? found : null;
}

/** All octet strings in an element, at any depth. */
function octetsIn(found: Element | undefined): Buffer[] {
  if (found === undefined) return [];
  if (found.tag === 0x04) return [found.content];
  return (found.tag & 0x20) === 0 ? [] : found.parts.flatMap(octetsIn);
}

function leadsTo(signer: X509Certificate, others: readonly X509Certificate[], roots: readonly X509Certificate[]): boolean {
  let at = signer;
  for (let link = 0; link < LINKS; link += 1) {
    if (roots.some((root) => root.raw.equals(at.raw))) return true;
    const issuer = [...roots, ...others].find((each) => each.ca && at.checkIssued(each) && at.verify(each.publicKey));
    if (issuer === undefined || issuer.raw.equals(at.raw)) return false;
    at = issuer;
  }
  return false;
}

/** `20261119231252Z`, maybe with parts of a second. */
function timeIn(text: string): Date {
  const [, year, month, day, hour, minute, second, part = ''] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(text) ?? [];
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${part}Z`);
  if (Number.isNaN(time.getTime())) throw new RangeError('this is no time');
  return time;
}
