// Our own S3 in one process, for the operations that unveil uses: put, get with ranges, head, list, versions, multipart, delete, copy, conditional writes,
// checksums and aws-chunked bodies. It starts in a few milliseconds and keeps everything in memory. It listens on loopback and checks no signatures: for
// tests and `npm run cloud:local`, never for data that others may reach. test/contract/s3-protocol.test.ts compares it with a real implementation.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody } from './body.ts';
import { listObjects, listVersions } from './listing.ts';
import { Uploads } from './multipart.ts';
import { type Bucket, type Condition, Objects, type Version } from './objects.ts';
import { S3Error } from './s3-error.ts';
import { contentsOf, element, xmlDocument } from './xml.ts';

/** The request before anything is done, for tests that let it fail. */
interface S3Request {
  readonly method: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

/** An error response; `hang up` cuts the connection; `after` cuts it after the work, like a lost response. */
type S3Fault = { readonly status: number; readonly code: string } | 'hang up' | 'after';

interface S3Options {
  readonly fault?: (request: S3Request) => S3Fault | undefined;
  readonly port?: number;
}

export interface S3Server {
  readonly endpoint: string;
  readonly objects: Objects;
  /** Replaces the injected fault; undefined removes it. */
  setFault(fault: S3Options['fault']): void;
  close(): Promise<void>;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string | number>;
  readonly body?: string | Buffer;
}

export async function startS3({ fault, port = 0 }: S3Options = {}): Promise<S3Server> {
  const objects = new Objects();
  const uploads = new Uploads();
  let inject = fault;
  const server = createServer({ keepAliveTimeout: 60_000 }, (message, response) => {
    void serve(message, response, objects, uploads, (request) => inject?.(request));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    setFault(next) {
      inject = next;
    },
    close: () => close(server),
  };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function serve(
  message: IncomingMessage,
  response: ServerResponse,
  objects: Objects,
  uploads: Uploads,
  faultOf: (request: S3Request) => S3Fault | undefined,
): Promise<void> {
  const url = new URL(message.url ?? '/', 'http://localhost');
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?([\s\S]*)$/.exec(url.pathname) ?? [];
  const request = {
    method: message.method ?? 'GET',
    bucket,
    key: decodeURIComponent(key),
    query: url.searchParams,
    headers: message.headers,
  };
  try {
    const fault = faultOf(request);
    if (fault === 'hang up') {
      message.destroy();
      return;
    }
    // The body is read before a fault is returned, so that the client is listening.
    const body = await readBody(message);
    if (typeof fault === 'object') throw new S3Error(fault.status, fault.code, 'injected');
    const answer = handle(request, body, objects, uploads);
    if (fault === 'after') message.socket.destroy();
    else send(response, request.method, answer);
  } catch (error) {
    if (message.destroyed && !message.complete) return;
    const known = error instanceof S3Error ? error : new S3Error(500, 'InternalError', String(error));
    send(response, request.method, {
      status: known.status,
      headers: { 'content-type': 'application/xml' },
      body: xmlDocument(known.toXml()),
    });
  }
}

function send(response: ServerResponse, method: string, { status = 200, headers = {}, body = '' }: Answer): void {
  // A HEAD has the length of a body that it does not send.
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
  response.end(method === 'HEAD' ? undefined : body);
}

function handle(request: S3Request, body: Buffer, objects: Objects, uploads: Uploads): Answer {
  const { method, bucket: name, key, query } = request;
  if (key === '') return method === 'PUT' && !query.has('versioning') ? createBucket(objects, name) : ofBucket(request, body, objects);
  const bucket = objects.bucket(name);
  const id = query.get('uploadId');
  if (method === 'GET' || method === 'HEAD') return getObject(request, bucket);
  if (method === 'DELETE') return id === null ? removeObject(request, bucket) : abort(uploads, id);
  if (method === 'POST') return id === null ? startUpload(request, bucket, uploads) : completeUpload(request, body, uploads, id);
  if (method !== 'PUT') throw new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
  if (id !== null) return putPart(uploads, id, Number(query.get('partNumber')), body);
  return request.headers['x-amz-copy-source'] === undefined ? putObject(request, bucket, body) : copyObject(request, bucket, objects);
}

function createBucket(objects: Objects, name: string): Answer {
  objects.create(name);
  return { headers: { location: `/${name}` } };
}

function ofBucket({ method, bucket: name, query }: S3Request, body: Buffer, objects: Objects): Answer {
  const bucket = objects.bucket(name);
  const xml = (content: string): Answer => ({ headers: { 'content-type': 'application/xml' }, body: content });
  if (method === 'HEAD') return {};
  if (method === 'PUT') {
    bucket.versioned = contentsOf(body.toString(), 'Status')[0] === 'Enabled';
    return {};
  }
  if (method === 'GET' && query.has('versions')) return xml(listVersions(name, bucket, query));
  if (method === 'GET') return xml(listObjects(name, bucket, query));
  if (method === 'POST' && query.has('delete')) {
    for (const each of body.toString().match(/<Object>[\s\S]*?<\/Object>/g) ?? [])
      bucket.remove(contentsOf(each, 'Key')[0] ?? '', contentsOf(each, 'VersionId')[0]);
    return xml(xmlDocument(element('DeleteResult', '')));
  }
  throw new S3Error(501, 'NotImplemented', 'This bucket operation is not implemented here.');
}

const metadataOf = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.startsWith('x-amz-meta-') || name === 'content-type')
      .map(([name, value]) => [name, String(value)]),
  );

const conditionOf = ({ headers }: S3Request): Condition => ({ ifNoneMatch: headers['if-none-match'] });

const factsOf = ({ etag, id, crc32 }: Version): Record<string, string> => ({
  etag: `"${etag}"`,
  'x-amz-version-id': id,
  'x-amz-checksum-crc32': crc32,
});

function putObject(request: S3Request, bucket: Bucket, body: Buffer): Answer {
  return { headers: factsOf(bucket.put(request.key, body, metadataOf(request.headers), conditionOf(request))) };
}

function copyObject(request: S3Request, bucket: Bucket, objects: Objects): Answer {
  const source = decodeURIComponent(String(request.headers['x-amz-copy-source'])).replace(/^\//, '');
  const [path = '', versionId] = source.split('?versionId=');
  const slash = path.indexOf('/');
  const version = find(objects.bucket(path.slice(0, slash)), path.slice(slash + 1), versionId ?? null);
  const copy = bucket.put(request.key, version.body as Buffer, version.metadata, conditionOf(request));
  const result = element('ETag', `"${copy.etag}"`, 'text') + element('LastModified', copy.modified.toISOString());
  return { headers: { 'content-type': 'application/xml' }, body: xmlDocument(element('CopyObjectResult', result)) };
}

function find(bucket: Bucket, key: string, versionId: string | null): Version {
  const version = versionId === null ? bucket.current(key) : bucket.version(key, versionId);
  if (version?.body == null) {
    throw versionId === null
      ? new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
      : new S3Error(404, 'NoSuchVersion', 'The specified version does not exist.');
  }
  return version;
}

function getObject(request: S3Request, bucket: Bucket): Answer {
  const version = find(bucket, request.key, request.query.get('versionId'));
  const whole = version.body as Buffer;
  const { 'x-amz-checksum-crc32': checksum, ...facts } = factsOf(version);
  const headers = { ...version.metadata, ...facts, 'last-modified': version.modified.toUTCString(), 'accept-ranges': 'bytes' };
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  if (range === null) {
    const sum: Record<string, string> =
      request.headers['x-amz-checksum-mode'] === 'ENABLED' && checksum ? { 'x-amz-checksum-crc32': checksum } : {};
    return { headers: { ...headers, ...sum, 'content-length': whole.length }, body: whole };
  }
  const [, from = '', to = ''] = range;
  const start = from === '' ? Math.max(0, whole.length - Number(to)) : Number(from);
  const end = from === '' || to === '' ? whole.length : Math.min(Number(to) + 1, whole.length);
  if (start >= whole.length || end <= start) throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable');
  const body = whole.subarray(start, end);
  const extent = { 'content-range': `bytes ${start}-${end - 1}/${whole.length}`, 'content-length': body.length };
  return { status: 206, headers: { ...headers, ...extent }, body };
}

function removeObject({ key, query }: S3Request, bucket: Bucket): Answer {
  bucket.remove(key, query.get('versionId') ?? undefined);
  return { status: 204 };
}

function startUpload({ bucket: name, key, headers }: S3Request, bucket: Bucket, uploads: Uploads): Answer {
  const id = uploads.start(bucket, key, metadataOf(headers));
  const result = element('Bucket', name, 'text') + element('Key', key, 'text') + element('UploadId', id);
  return { headers: { 'content-type': 'application/xml' }, body: xmlDocument(element('InitiateMultipartUploadResult', result)) };
}

function putPart(uploads: Uploads, id: string, number: number, body: Buffer): Answer {
  const { etag, crc32 } = uploads.part(id, number, body);
  return { headers: { etag: `"${etag}"`, 'x-amz-checksum-crc32': crc32 } };
}

function completeUpload(request: S3Request, body: Buffer, uploads: Uploads, id: string): Answer {
  const parts = (body.toString().match(/<Part>[\s\S]*?<\/Part>/g) ?? []).map((part) => ({
    number: Number(contentsOf(part, 'PartNumber')[0]),
    etag: contentsOf(part, 'ETag')[0] ?? '',
  }));
  const version = uploads.complete(id, parts, conditionOf(request));
  const result = element('Key', request.key, 'text') + element('ETag', `"${version.etag}"`, 'text');
  return {
    headers: { 'content-type': 'application/xml', 'x-amz-version-id': version.id },
    body: xmlDocument(element('CompleteMultipartUploadResult', result)),
  };
}

function abort(uploads: Uploads, id: string): Answer {
  uploads.abort(id);
  return { status: 204 };
}
