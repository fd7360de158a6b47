// Deleting all of one audit, against our own S3 and against Ceph's gateway: both keep versions, page their lists and delete in batches.
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { purge } from '../../cli/cloud/purge.ts';
import { ledgerOf } from '../../cli/cloud/status.ts';
import { createTable, type DynamoServer, startDynamo } from '../../cloud-local/dynamodb/server.ts';
import { startS3 } from '../../cloud-local/s3/server.ts';
import { RESULT_TABLES, tablePrefix } from '../../shared/contracts/result-tables.ts';
import { inParallel } from '../../shared/core/pacing/in-parallel.ts';
import { describeWith } from '../helpers/needs.ts';
import { type S3Home, s3Client, startCeph } from '../helpers/s3.ts';

const [ID, OTHER] = ['a'.repeat(40), 'b'.repeat(40)];
const STACK = { Inbox: 'inbox', Results: 'results', Work: 'work', Assets: 'assets', Ledger: 'ledger', Machine: 'arn:x' };
const DAY = '2026-11-18';
/** More than a page of a list and a batch of deletions hold. */
const PARTS = 1_050;

const admission = (auditId: string, folder: string) => ({
  version: 2,
  auditId,
  day: DAY,
  admittedAt: `${DAY}T12:00:00.000Z`,
  name: folder,
  drop: `inbox/${folder}/audit.json`,
  team: null,
  ofCampaign: false,
  rejectionKey: `inbox/${folder}/rejected.json`,
  release: { key: `inbox/${folder}/release.txt`, versionId: null, sha256: '0'.repeat(64) },
  original: { key: `inbox/${folder}/original.txt`, versionId: null, sha256: '0'.repeat(64) },
  labels: null,
});

function suite(open: () => Promise<S3Home & { readonly endpoint: string }>): void {
  let home: S3Home & { readonly endpoint: string };
  let dynamo: DynamoServer;
  beforeAll(async () => {
    home = await open();
    dynamo = await startDynamo();
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_S3: home.endpoint,
      AWS_ENDPOINT_URL_DYNAMODB: dynamo.endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'LOCALACCESS',
      AWS_SECRET_ACCESS_KEY: 'LOCALSECRET',
      AWS_REQUEST_CHECKSUM_CALCULATION: 'WHEN_REQUIRED',
    });
    await createTable(dynamo.client, STACK.Ledger, 'pk', 'S');
    for (const Bucket of [STACK.Inbox, STACK.Results, STACK.Work]) {
      await home.client.send(new CreateBucketCommand({ Bucket }));
      await home.client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
    }
  });
  afterAll(async () => {
    await dynamo?.close();
    await home?.stop();
  });

  test('every version and delete marker of the audit goes, and nothing of its neighbours', async () => {
    const { client } = home;
    const put = (Bucket: string, Key: string) => client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
    for (const [id, folder] of [
      [ID, 'mine'],
      // Their names begin alike.
      [OTHER, 'mine-too'],
    ] as const) {
      await ledgerOf(STACK).admit(id, JSON.stringify(admission(id, folder)));
      for (const name of ['release.txt', 'release.txt', 'original.txt', 'audit.json', 'release.txt.bak'])
        await put(STACK.Inbox, `inbox/${folder}/${name}`);
      await client.send(new DeleteObjectCommand({ Bucket: STACK.Inbox, Key: `inbox/${folder}/original.txt` }));
      for (const { name } of RESULT_TABLES) await put(STACK.Results, `results/${tablePrefix(name, DAY, id)}/part-0.parquet`);
      await put(STACK.Results, `results/audit_id=${id}/report.html`);
      await put(STACK.Work, `audits/${id}/admission.json`);
    }
    const parts = Array.from({ length: PARTS }, (_, at) => `audits/${ID}/units/${at}`);
    await inParallel(parts, 32, (key) => put(STACK.Work, key));

    const others = (await everything(client)).filter((key) => !key.includes(ID) && !key.includes('/mine/'));
    // Of the drop: three versions of what the admission names and its request, and the marker; not the file that it does not name.
    const drop = 5;
    expect(await purge(STACK, ID)).toBe(drop + RESULT_TABLES.length + 1 + 1 + PARTS);
    expect(await everything(client)).toEqual([...others, `${STACK.Inbox}/inbox/mine/release.txt.bak`].toSorted());
    expect(await ledgerOf(STACK).entry(ID)).toBeNull();
    expect(await ledgerOf(STACK).entry(OTHER)).not.toBeNull();
    await expect(purge(STACK, ID)).rejects.toThrow('this stack has no audit');
  });
}

async function everything(client: S3Client): Promise<string[]> {
  const keys: string[] = [];
  for (const Bucket of [STACK.Inbox, STACK.Results, STACK.Work]) {
    let page: object | null = {};
    while (page !== null) {
      const listed: ListObjectVersionsCommandOutput = await client.send(new ListObjectVersionsCommand({ Bucket, ...page }));
      keys.push(...[...(listed.Versions ?? []), ...(listed.DeleteMarkers ?? [])].map(({ Key }) => `${Bucket}/${Key}`));
      page = listed.IsTruncated === true ? { KeyMarker: listed.NextKeyMarker, VersionIdMarker: listed.NextVersionIdMarker } : null;
    }
  }
  return keys.toSorted();
}

describe('our own S3', () => {
  suite(async () => {
    const server = await startS3();
    const client = s3Client(server.endpoint);
    return { client, endpoint: server.endpoint, stop: () => server.close() };
  });
});

describeWith('ceph', "Ceph's gateway", () => {
  suite(startCeph);
});
