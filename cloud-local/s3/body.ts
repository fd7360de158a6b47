import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32Of } from './objects.ts';
import { S3Error } from './s3-error.ts';

/** The body without chunk framing. Checks its announced length and checksum. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const raw = Buffer.concat(parts);
  const chunked = (request.headers['content-encoding'] ?? '').includes('aws-chunked');
  const { body, trailers } = chunked ? unframe(raw) : { body: raw, trailers: {} };
  const announced = request.headers['x-amz-decoded-content-length'];
  if (announced !== undefined && Number(announced) !== body.length) {
    throw new S3Error(400, 'IncompleteBody', 'You did not provide the number of bytes specified by the Content-Length HTTP header');
  }
  verify(body, { ...flat(request.headers), ...trailers });
  return body;
}

const flat = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** `size[;chunk-signature=...]\r\n bytes \r\n ... 0\r\n [trailer: value\r\n] \r\n` */
function unframe(raw: Buffer): { readonly body: Buffer; readonly trailers: Record<string, string> } {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = raw.indexOf('\r\n', at);
    const size = end < 0 ? Number.NaN : Number.parseInt(raw.toString('latin1', at, end), 16);
    if (Number.isNaN(size)) throw new S3Error(400, 'IncompleteBody', 'The request body terminated unexpectedly');
    at = end + 2;
    if (size === 0) break;
    if (at + size + 2 > raw.length) throw new S3Error(400, 'IncompleteBody', 'The request body terminated unexpectedly');
    chunks.push(raw.subarray(at, at + size));
    at += size + 2;
  }
  const trailers: Record<string, string> = {};
  for (const line of raw.toString('latin1', at).split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) trailers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { body: Buffer.concat(chunks), trailers };
}

function verify(body: Buffer, headers: Readonly<Record<string, string>>): void {
  const crc = headers['x-amz-checksum-crc32'];
  const sha = headers['x-amz-checksum-sha256'];
  const wrong =
    (crc !== undefined && crc !== crc32Of(body)) || (sha !== undefined && sha !== createHash('sha256').update(body).digest('base64'));
  if (wrong) throw new S3Error(400, 'BadDigest', 'The checksum you specified did not match what we received');
  const md5 = headers['content-md5'];
  if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64')) {
    throw new S3Error(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received');
  }
}
