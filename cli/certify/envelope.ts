import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { canonicalJson } from '../../shared/contracts/canonical-json.ts';
import { parseContract } from '../../shared/contracts/parse.ts';
import { type SignedStatement, signedStatement } from '../../shared/contracts/statement.ts';
import { fingerprintOf, readKeyIn } from './keys.ts';

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
const PREDICATE_TYPE = 'urn:unveil:statement';

/** DSSE pre-authentication encoding: the payload with its type, so that no other signature can be reused. */
const preAuthenticated = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `), payload]);

/** The same statement for other tools: an in-toto statement on release, original, page and list of results, in a DSSE envelope. */
export function envelopeText({ statement, pageSha256, publicKey }: SignedStatement, manifestSha256: string, key: KeyObject): string {
  const subject = [
    ...statement.inputs.map(({ role, sha256 }) => ({ name: role, digest: { sha256 } })),
    { name: '_SUCCESS.json', digest: { sha256: manifestSha256 } },
    { name: 'statement.html', digest: { sha256: pageSha256 } },
  ];
  const predicate = { statement, publicKey };
  const payload = Buffer.from(canonicalJson({ _type: STATEMENT_TYPE, subject, predicateType: PREDICATE_TYPE, predicate }));
  const signature = sign(null, preAuthenticated(payload), key).toString('base64');
  const keyid = fingerprintOf(createPublicKey(key));
  return textOf({ payload: payload.toString('base64'), payloadType: PAYLOAD_TYPE, signatures: [{ keyid, sig: signature }] });
}

const textOf = (envelope: unknown): string => `${JSON.stringify(JSON.parse(canonicalJson(envelope)), null, 1)}\n`;

interface Envelope {
  readonly payload: string;
  readonly signatures: readonly { readonly sig: string }[];
}

interface Subject {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

interface Payload {
  readonly subject: readonly Subject[];
  readonly predicate: { readonly statement: unknown; readonly publicKey: string };
}

export const isEnvelope = (text: string): boolean => /^\{\s*"payload"/.test(text);

/** Whether an envelope is what was signed, to the byte; null where it is not. */
export function openEnvelope(
  text: string,
): { readonly signed: SignedStatement; readonly fingerprint: string; readonly subjects: readonly Subject[] } | null {
  try {
    const envelope = JSON.parse(text) as Envelope;
    const [only, ...others] = envelope.signatures;
    const payload = Buffer.from(envelope.payload, 'base64');
    const sig = Buffer.from(only?.sig ?? '', 'base64');
    const stated = JSON.parse(payload.toString('utf8')) as Payload;
    const { statement, publicKey } = stated.predicate;
    const key = readKeyIn(publicKey);
    const pageSha256 = stated.subject.find(({ name }) => name === 'statement.html')?.digest.sha256 ?? '';
    const signed = parseContract(signedStatement, { statement, publicKey, pageSha256, signature: only?.sig ?? '' });
    // Another spelling of the same would be a change too: who reads the file might read something else than what is verified.
    const same = {
      payload: payload.toString('base64'),
      payloadType: PAYLOAD_TYPE,
      signatures: [{ keyid: fingerprintOf(key), sig: sig.toString('base64') }],
    };
    if (others.length > 0 || textOf(same) !== text || canonicalJson(stated) !== payload.toString('utf8')) return null;
    return verify(null, preAuthenticated(payload), key, sig) ? { signed, fingerprint: fingerprintOf(key), subjects: stated.subject } : null;
  } catch {
    return null;
  }
}
