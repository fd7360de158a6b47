import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { type S3Server, startS3 } from '../../cloud-local/s3/server.ts';
import { pushIndex } from '../../shared/adapters/aws/push-source.ts';
import { currentSource, openS3Source } from '../../shared/adapters/aws/s3-sources.ts';
import { openSource } from '../../shared/adapters/local/open-source.ts';
import { BACKED_OFF, NOT_EXPRESSIBLE } from '../../shared/corpus/term-counter.ts';
import { CountFlag, type HitCounter } from '../../shared/ports/hit-counter.ts';
import { buildBytes } from '../helpers/in-memory-index.ts';
import { s3Client } from '../helpers/s3.ts';

const TEXTS = ['knee injury and pain', 'the knee', 'injury of the knee', 'Heart disease', 'disease of the heart', 'pain'];
const folder = mkdtempSync(join(tmpdir(), 'unveil-counter-'));
afterAll(() => rmSync(folder, { recursive: true }));

const index = buildBytes(TEXTS);
function writtenTo(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

let s3: S3Server;
let client: S3Client;
beforeAll(async () => {
  s3 = await startS3();
  client = s3Client(s3.endpoint);
  await client.send(new CreateBucketCommand({ Bucket: 'assets' }));
});
afterAll(async () => {
  client.destroy();
  await s3.close();
});

async function pushed(name: string, bytes: Uint8Array): Promise<HitCounter> {
  await pushIndex(client, 'assets', name, { head: bytes.subarray(0, 128), size: bytes.length, bytes });
  return openS3Source(client, 'assets', await currentSource(client, 'assets', name));
}

/** Only commands at home ask for a source that always backs off. */
type Home = (backOff: boolean) => Promise<HitCounter>;
const homes: Readonly<Record<string, Home>> = {
  async 'an index file'(backOff) {
    return openSource(writtenTo('six.unveil-index', index), { backOff });
  },
  async 'a file of lines'(backOff) {
    return openSource(writtenTo('six.txt', TEXTS.join('\n')), { backOff });
  },
};

const anywhere: Readonly<Record<string, Home>> = { ...homes, 'ranges of an S3 object': () => pushed('corpus:six', index) };

describe.each(Object.entries(anywhere))('the corpus behind %s', (_, open) => {
  test('counts terms, phrases and pairs in one flat batch', async () => {
    const counter = await open(false);
    expect(await counter.size()).toBe(6);
    const terms = ['knee', 'Knee-Injury', 'injury', 'heart disease', 'the', '?', 'none'];
    const counts = await counter.countAll({ terms, pairs: Uint32Array.of(0, 2, 1, 0, 3, 4, 0, 5, 6, 0, 0, 0) });
    expect([...counts.terms]).toEqual([3, 1, 2, 1, 3, Number.NaN, 0]);
    expect([...counts.termFlags]).toEqual([0, 0, 0, 0, 0, CountFlag.notExpressible, 0]);
    expect([...counts.pairs]).toEqual([2, 1, 0, Number.NaN, 0, 3]);
    expect([...counts.pairFlags]).toEqual([0, 0, 0, CountFlag.notExpressible, 0, 0]);
    expect(await counter.count('knee', 'injury')).toBe(2);
    expect(await counter.count('?', 'knee')).toBeNaN();
  });

  test('offers the counts that back off to words, for evidence', async () => {
    const request = { terms: ['disease heart', 'heart disease', 'heart knee'], pairs: Uint32Array.of(0, 1) };
    const counts = await (await open(false)).backedOff?.countAll(request);
    expect([...(counts?.terms ?? [])]).toEqual([2, 1, 0]);
  });

  test('is of the version of its content', async () => {
    expect((await open(false)).source.version).toMatch(/^[0-9a-f]{16}\/nfkc-lower-1$/);
    expect((await open(false)).source.version).toBe((await homes['an index file']?.(false))?.source.version);
  });
});

describe.each(Object.entries(homes))('the corpus behind %s', (_, open) => {
  test('backs off only when asked to, and says so', async () => {
    const plain = await open(false);
    const backing = await open(true);
    const request = { terms: ['disease heart', 'heart disease', 'heart knee'], pairs: Uint32Array.of(0, 1) };
    expect([...(await plain.countAll(request)).terms]).toEqual([0, 1, 0]);
    const counts = await backing.countAll(request);
    expect([...counts.terms]).toEqual([2, 1, 0]);
    expect([...counts.termFlags]).toEqual([CountFlag.backedOff, 0, CountFlag.backedOff]);
    expect([...counts.pairs]).toEqual([1]);
    expect([...counts.pairFlags]).toEqual([CountFlag.backedOff]);
    expect(backing.source.version).not.toBe(plain.source.version);
  });
});

test('an index in S3 is opened and counted by ranges, far from all of it', async () => {
  const texts = Array.from({ length: 30_000 }, (_, at) =>
    Array.from({ length: 40 }, (_, word) => `w${((at * 31 + word * word * 17) % 9973) % (word % 7 === 0 ? 50 : 9973)}`).join(' '),
  );
  const bytes = buildBytes(texts);
  const asked: string[] = [];
  s3.setFault(({ method, key, headers }) => {
    if (method === 'GET' && key.endsWith('.unveil-index')) asked.push(headers.range ?? 'all');
    return undefined;
  });
  const counter = await pushed('corpus:many', bytes);
  const here = await openSource(writtenTo('many.unveil-index', bytes));
  const request = { terms: ['w1', 'w7', 'w3 w20', 'w9000'], pairs: Uint32Array.of(0, 1, 1, 2, 0, 3) };
  const counts = await counter.countAll(request);
  s3.setFault(undefined);
  expect([...counts.terms, ...counts.pairs]).toEqual(await here.countAll(request).then(({ terms, pairs }) => [...terms, ...pairs]));
  const read = asked.reduce((total, range) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    return total + Number(to) - Number(from) + 1;
  }, 0);
  expect(asked.length).toBeGreaterThan(2);
  expect(read).toBeLessThan(bytes.length / 2);
});

test('an object that another one took the place of is refused, not miscounted', async () => {
  await pushed('corpus:other', index);
  const { key } = await currentSource(client, 'assets', 'corpus:other');
  await client.send(new PutObjectCommand({ Bucket: 'assets', Key: key, Body: new Uint8Array(index.length) }));
  const open = openS3Source(client, 'assets', { id: 'corpus:other', key, size: index.length });
  await expect(open).rejects.toThrow('this is not an index of unveil');
});

test('core sets the bits of the port', () => {
  expect([NOT_EXPRESSIBLE, BACKED_OFF]).toEqual([CountFlag.notExpressible, CountFlag.backedOff]);
});
