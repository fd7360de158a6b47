import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { type S3Server, startS3 } from '../../cloud-local/s3/server.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { folderBlobStore } from '../../shared/adapters/local/folder-blob-store.ts';
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { type BlobStore, MissingBlob } from '../../shared/ports/blob-store.ts';
import { describeWith } from '../helpers/needs.ts';
import { type S3Home, s3Client, startCeph } from '../helpers/s3.ts';

describe('S3 on our server', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3();
  });
  afterAll(() => server.close());
  afterEach(() => server.setFault(undefined));

  const fresh = (): BlobStore => {
    const bucket = randomUUID();
    server.objects.create(bucket);
    return new S3BlobStore(s3Client(server.endpoint), { bucket, prefix: 'audits/a1/' });
  };
  suite(async () => fresh());

  test('write: 409 is asked again, with the condition', async () => {
    const store = fresh();
    let conflicts = 2;
    server.setFault(({ method }) =>
      method === 'PUT' && conflicts-- > 0 ? { status: 409, code: 'ConditionalRequestConflict' } : undefined,
    );
    expect(await store.write('k', Buffer.from('x'), { ifAbsent: true })).toBe(true);
    expect(await text(store, 'k')).toBe('x');
  });

  test('write: a conflict without end is an error, not a success', async () => {
    const store = fresh();
    server.setFault(({ method }) => (method === 'PUT' ? { status: 409, code: 'ConditionalRequestConflict' } : undefined));
    await expect(store.write('k', Buffer.from('x'), { ifAbsent: true })).rejects.toThrow();
  });

  test('write: an answer lost after the work is found done by the retry', async () => {
    const store = fresh();
    let losses = 1;
    server.setFault(({ method }) => (method === 'PUT' && losses-- > 0 ? 'after' : undefined));
    expect(await store.write('k', Buffer.from('x'), { ifAbsent: true })).toBe(false);
    expect(await text(store, 'k')).toBe('x');
  });

  test('write: an upload cut off leaves nothing', async () => {
    const store = fresh();
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield randomBytes(20 * 1024 * 1024);
      throw new Error('the disk is gone');
    };
    await expect(store.write('k', broken())).rejects.toThrow('the disk is gone');
    expect(await store.info('k')).toBeNull();
  });
});

describeWith('ceph', "S3 on Ceph's gateway", () => {
  let home: S3Home;
  beforeAll(async () => {
    home = await startCeph();
  });
  afterAll(() => home.stop());
  suite(async () => {
    const bucket = randomUUID();
    await home.client.send(new CreateBucketCommand({ Bucket: bucket }));
    return new S3BlobStore(home.client, { bucket, prefix: 'audits/a1/' });
  });
});

async function bytes(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(source));
}

async function text(store: BlobStore, key: string): Promise<string> {
  return (await bytes(store.read(key))).toString();
}

describe('a folder', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'unveil-blobs-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  suite(async () => folderBlobStore(root));

  test('write: folders and files are their owner’s alone', async () => {
    await folderBlobStore(root).write('a/b.txt', Buffer.from('x'));
    expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700);
    expect(statSync(join(root, 'a/b.txt')).mode & 0o777).toBe(0o600);
  });

  test('a key cannot leave the folder', async () => {
    await expect(folderBlobStore(join(root, 'in')).write('../out', Buffer.from('x'))).rejects.toThrow('made of names');
    expect(existsSync(join(root, 'out'))).toBe(false);
  });
});

describe('memory', () => {
  suite(async () => memoryBlobStore());
});

function suite(open: () => Promise<BlobStore>): void {
  let store: BlobStore;
  beforeEach(async () => {
    store = await open();
  });

  test('read: what write wrote, whole and by range', async () => {
    expect(await store.write('a/b.txt', Buffer.from('0123456789'))).toBe(true);
    expect(await text(store, 'a/b.txt')).toBe('0123456789');
    expect((await bytes(store.read('a/b.txt', { start: 2, end: 5 }))).toString()).toBe('234');
    expect((await bytes(store.read('a/b.txt', { start: 8, end: 100 }))).toString()).toBe('89');
    expect(await bytes(store.read('a/b.txt', { start: 3, end: 3 }))).toHaveLength(0);
  });

  test('read: a missing key is a MissingBlob', async () => {
    await expect(bytes(store.read('absent'))).rejects.toBeInstanceOf(MissingBlob);
  });

  test('write: empty bodies, empty streams, streams of many pieces', async () => {
    await store.write('empty', new Uint8Array());
    await store.write('empty-stream', (async function* () {})());
    expect(await store.info('empty')).toEqual({ key: 'empty', size: 0 });
    expect(await store.info('empty-stream')).toEqual({ key: 'empty-stream', size: 0 });
    const pieces = Array.from({ length: 70 }, () => randomBytes(500_000));
    await store.write(
      'large',
      (async function* () {
        yield* pieces;
      })(),
    );
    expect((await bytes(store.read('large'))).equals(Buffer.concat(pieces))).toBe(true);
  });

  test('write: replaces; with ifAbsent what is there stays', async () => {
    expect(await store.write('k', Buffer.from('1'))).toBe(true);
    expect(await store.write('k', Buffer.from('2'))).toBe(true);
    expect(await store.write('k', Buffer.from('3'), { ifAbsent: true })).toBe(false);
    expect(await text(store, 'k')).toBe('2');
    const stream = async function* (): AsyncGenerator<Uint8Array> {
      for (let left = 40; left > 0; left -= 1) yield new Uint8Array(500_000);
    };
    expect(await store.write('k', stream(), { ifAbsent: true })).toBe(false);
    expect(await text(store, 'k')).toBe('2');
  });

  test('write: of many at once with ifAbsent one wins', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => store.write('k', Buffer.from(`${at}`), { ifAbsent: true })));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await text(store, 'k')).toBe(`${answers.indexOf(true)}`);
  });

  test('info: the size, or null', async () => {
    await store.write('k', Buffer.from('abc'));
    expect(await store.info('k')).toEqual({ key: 'k', size: 3 });
    expect(await store.info('absent')).toBeNull();
  });

  test('list: by prefix, in order, relative to the store, beyond one page', async () => {
    const keys = Array.from({ length: 1_050 }, (_, at) => `many/${String(at).padStart(4, '0')}`);
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => store.write(key, Buffer.from('x'))));
    await store.write('other', Buffer.from('xy'));
    expect((await Array.fromAsync(store.list('many/'))).map(({ key }) => key)).toEqual(keys);
    expect(await Array.fromAsync(store.list('oth'))).toEqual([{ key: 'other', size: 2 }]);
    expect(await Array.fromAsync(store.list('none'))).toEqual([]);
  });

  test('remove: what is there and what is not', async () => {
    await store.write('k', Buffer.from('x'));
    await store.remove('k');
    await store.remove('k');
    expect(await store.info('k')).toBeNull();
  });
}
