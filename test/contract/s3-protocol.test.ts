// The operations of S3 that unveil relies on, asked of our in-process server and of a real implementation alike.
import { randomUUID } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { startS3 } from '../../cloud-local/s3/server.ts';
import { httpStatusOf } from '../../shared/adapters/aws/s3-status.ts';
import { describeWith } from '../helpers/needs.ts';
import { type S3Home, s3Client, startCeph } from '../helpers/s3.ts';

async function startOurs(): Promise<S3Home> {
  const server = await startS3();
  const client = s3Client(server.endpoint);
  return {
    client,
    async stop() {
      client.destroy();
      await server.close();
    },
  };
}

describe('ours', () => {
  suite(startOurs);
  documentedSuite(startOurs);
});
describeWith('ceph', "Ceph's gateway", () => suite(startCeph));

/** Documented by AWS and not so in Ceph 16: it completes an upload whatever the condition, and answers 500 to one that was aborted. */
function documentedSuite(start: () => Promise<S3Home>): void {
  let home: S3Home;
  beforeAll(async () => {
    home = await start();
  });
  afterAll(() => home.stop());

  test('multipart: conditional completion, and an upload that was aborted', async () => {
    const { client } = home;
    const at = { Bucket: 'b', Key: 'k' };
    await client.send(new CreateBucketCommand({ Bucket: 'b' }));
    await client.send(new PutObjectCommand({ ...at, Body: 'first' }));
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
    const { ETag } = await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: 'second' }));
    const complete = () =>
      client.send(
        new CompleteMultipartUploadCommand({ ...at, UploadId, IfNoneMatch: '*', MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } }),
      );
    await expect(complete()).rejects.toMatchObject({ name: 'PreconditionFailed' });
    await client.send(new AbortMultipartUploadCommand({ ...at, UploadId }));
    await expect(complete()).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });
}

function suite(start: () => Promise<S3Home>): void {
  let home: S3Home;
  let client: S3Client;
  let Bucket: string;

  beforeAll(async () => {
    home = await start();
    client = home.client;
  });
  afterAll(() => home.stop());
  beforeEach(async () => {
    Bucket = `b-${randomUUID()}`;
    await client.send(new CreateBucketCommand({ Bucket }));
  });

  const put = (Key: string, Body: string | Uint8Array, more: object = {}) =>
    client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: Buffer.byteLength(Body), ...more }));
  const get = async (Key: string, more: object = {}): Promise<string> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...more }));
    return (await Body?.transformToString()) ?? '';
  };
  const statusOfFailed = (work: Promise<unknown>): Promise<number> => work.then(() => 200, httpStatusOf);

  test('PutObject and GetObject: bytes, length, ETag, content type and metadata', async () => {
    const { ETag } = await put('a/b', 'hello', { ContentType: 'text/plain', Metadata: { audit: 'x1' } });
    const answer = await client.send(new GetObjectCommand({ Bucket, Key: 'a/b' }));
    expect(await answer.Body?.transformToString()).toBe('hello');
    expect(answer).toMatchObject({ ContentLength: 5, ContentType: 'text/plain', Metadata: { audit: 'x1' } });
    expect([ETag, answer.ETag]).toEqual(['"5d41402abc4b2a76b9719d911017c592"', '"5d41402abc4b2a76b9719d911017c592"']);
  });

  test('an empty object', async () => {
    await put('empty', '');
    expect(await get('empty')).toBe('');
    expect(await client.send(new HeadObjectCommand({ Bucket, Key: 'empty' }))).toMatchObject({ ContentLength: 0 });
  });

  test('keys with spaces, plus signs, percent signs and other scripts', async () => {
    const keys = ['a b', 'a+b', 'a%20b', 'größe/日本', "it's (1)&<2>"];
    for (const key of keys) await put(key, key);
    for (const key of keys) expect(await get(key)).toBe(key);
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    expect(Contents.map(({ Key }) => Key)).toEqual(keys.toSorted());
  });

  test('GetObject by range: inside, to the end, the last bytes, beyond', async () => {
    await put('digits', '0123456789');
    expect(await get('digits', { Range: 'bytes=2-4' })).toBe('234');
    expect(await get('digits', { Range: 'bytes=7-' })).toBe('789');
    expect(await get('digits', { Range: 'bytes=-2' })).toBe('89');
    expect(await get('digits', { Range: 'bytes=8-100' })).toBe('89');
    expect(await statusOfFailed(get('digits', { Range: 'bytes=10-12' }))).toBe(416);
    const { ContentRange, ContentLength } = await client.send(new GetObjectCommand({ Bucket, Key: 'digits', Range: 'bytes=2-4' }));
    expect([ContentRange, ContentLength]).toEqual(['bytes 2-4/10', 3]);
  });

  test('a missing key is 404 NoSuchKey, a missing bucket 404 NoSuchBucket', async () => {
    await expect(get('absent')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(await statusOfFailed(client.send(new HeadObjectCommand({ Bucket, Key: 'absent' })))).toBe(404);
    await expect(client.send(new ListObjectsV2Command({ Bucket: `absent-${Bucket}` }))).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  test('ListObjectsV2: prefix, order, truncation and continuation, start after', async () => {
    for (const key of ['a/3', 'a/1', 'b', 'a/2', 'a']) await put(key, key);
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'a/' }));
    expect(Contents.map(({ Key, Size }) => [Key, Size])).toEqual([['a/1', 3], ['a/2', 3], ['a/3', 3]]); // biome-ignore format: one line
    const first = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'a/', MaxKeys: 2 }));
    expect([first.IsTruncated, first.KeyCount]).toEqual([true, 2]);
    const token = first.NextContinuationToken;
    const second = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'a/', MaxKeys: 2, ContinuationToken: token }));
    expect([second.IsTruncated, second.Contents?.map(({ Key }) => Key)]).toEqual([false, ['a/3']]);
    const after = await client.send(new ListObjectsV2Command({ Bucket, StartAfter: 'a/2' }));
    expect(after.Contents?.map(({ Key }) => Key)).toEqual(['a/3', 'b']);
  });

  test('ListObjectsV2 with a delimiter rolls folders up, also across pages', async () => {
    for (const key of ['x/1', 'x/2', 'y', 'z/1']) await put(key, '');
    const { Contents = [], CommonPrefixes = [] } = await client.send(new ListObjectsV2Command({ Bucket, Delimiter: '/' }));
    expect([Contents.map(({ Key }) => Key), CommonPrefixes.map(({ Prefix }) => Prefix)]).toEqual([['y'], ['x/', 'z/']]);
    const first = await client.send(new ListObjectsV2Command({ Bucket, Delimiter: '/', MaxKeys: 1 }));
    const rest = await client.send(new ListObjectsV2Command({ Bucket, Delimiter: '/', ContinuationToken: first.NextContinuationToken }));
    expect([rest.Contents?.map(({ Key }) => Key), rest.CommonPrefixes?.map(({ Prefix }) => Prefix)]).toEqual([['y'], ['z/']]);
  });

  test('If-None-Match: one winner of 16, the others 412 or 409, and the first body stays', async () => {
    const bodies = Array.from({ length: 16 }, (_, at) => `body ${at}`);
    const statuses = await Promise.all(bodies.map((body) => statusOfFailed(put('once', body, { IfNoneMatch: '*' }))));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 409, 412].includes(status))).toBe(true);
    expect(await get('once')).toBe(bodies[statuses.indexOf(200)]);
  });

  test('multipart: parts in order, ETag with their number', async () => {
    const parts = ['a', 'b'].map((letter) => Buffer.alloc(5 * 1024 * 1024, letter)).concat(Buffer.from('end'));
    const upload = async (): Promise<void> => {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'large' }));
      const Parts = [];
      for (const [at, Body] of parts.entries()) {
        const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key: 'large', UploadId, PartNumber: at + 1, Body }));
        Parts.push({ PartNumber: at + 1, ETag });
      }
      await client.send(new CompleteMultipartUploadCommand({ Bucket, Key: 'large', UploadId, MultipartUpload: { Parts } }));
    };
    await upload();
    expect((await client.send(new HeadObjectCommand({ Bucket, Key: 'large' }))).ETag).toMatch(/-3"$/);
    expect(await get('large', { Range: 'bytes=10485758-' })).toBe('bbend');
  });

  test('multipart: a part that is too small, one that was never sent', async () => {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'k' }));
    const part = (PartNumber: number) => client.send(new UploadPartCommand({ Bucket, Key: 'k', UploadId, PartNumber, Body: 'small' }));
    const [one, two] = [await part(1), await part(2)];
    const complete = (Parts: object[]) =>
      client.send(new CompleteMultipartUploadCommand({ Bucket, Key: 'k', UploadId, MultipartUpload: { Parts } }));
    const both = [{ PartNumber: 1, ETag: one.ETag }, { PartNumber: 2, ETag: two.ETag }]; // biome-ignore format: one line
    await expect(complete(both)).rejects.toMatchObject({ name: 'EntityTooSmall' });
    await expect(complete([{ PartNumber: 3, ETag: one.ETag }])).rejects.toMatchObject({ name: 'InvalidPart' });
  });

  test('CopyObject', async () => {
    await put('from me', 'copied');
    await client.send(new CopyObjectCommand({ Bucket, Key: 'to', CopySource: `${Bucket}/${encodeURIComponent('from me')}` }));
    expect(await get('to')).toBe('copied');
  });

  test('DeleteObject is idempotent; DeleteObjects removes many', async () => {
    for (const key of ['1', '2', '3']) await put(key, key);
    await client.send(new DeleteObjectCommand({ Bucket, Key: '1' }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: '1' }));
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: '2' }, { Key: '3' }] } }));
    expect((await client.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0);
  });

  test('versions: reads by version, delete markers, listing, deleting a version for good', async () => {
    await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
    const { VersionId } = await put('k', 'old');
    await put('k', 'new');
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'k' }));
    expect(await statusOfFailed(get('k'))).toBe(404);
    expect(await get('k', { VersionId })).toBe('old');
    const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix: 'k' }));
    expect([Versions.length, DeleteMarkers.length]).toEqual([2, 1]);
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId: id }) => ({ Key, VersionId: id }));
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    const left = await client.send(new ListObjectVersionsCommand({ Bucket }));
    expect([left.Versions ?? [], left.DeleteMarkers ?? []]).toEqual([[], []]);
  });
}
