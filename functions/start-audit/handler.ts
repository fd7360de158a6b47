// From the queue of drops: says of every object of the inbox what becomes of it, and starts what starts something. May see one any number
// of times.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { DropAnswers } from '../../shared/adapters/aws/drop-answers.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { isOurs, rejectDrop, rejectionBeside } from '../../shared/adapters/aws/s3-drop.ts';
import { MissingFile } from '../../shared/app/cloud/admit.ts';
import { asRejection, type DropAnswer, keptPart, ofNothing, rejectedDrop, sent, waitingFor } from '../../shared/app/cloud/answers.ts';
import { asBadInput } from '../../shared/app/cloud/campaign.ts';
import { type Drop, dropAt, REJECTED } from '../../shared/app/cloud/drop.ts';
import { standing } from '../../shared/app/cloud/standing.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';
import { startDrop } from './start.ts';

const services = { s3: new S3Client({}), dynamo: new DynamoDBClient({}), states: new SFNClient({}) };
// The region's endpoint: the one in a queue's URL would be asked past every setting of the environment.
const [bus, queue] = [new EventBridgeClient({}), new SQSClient({ useQueueUrlAsEndpoint: false })];

/** Strict in nothing but what is used: S3 adds fields to its events. */
const created = z.object({
  time: z.iso.datetime().optional(),
  detail: z.object({ bucket: z.object({ name: z.string() }), object: z.object({ key: z.string() }) }),
});
const queued = z.object({ Records: z.array(z.object({ messageId: z.string(), body: z.string() })) });

type Env = z.output<typeof environment>;
type Outcome = 'Ignored' | 'Kept' | 'Rejected' | 'Repeated' | 'Started' | 'Waiting';

/** A drop that waits for its files is looked at again after so long. */
const LOOK_AGAIN_SECONDS = 60;
/** What an admission may still take; a batch that has less left gives the rest back to the queue. */
const SPARE_MS = 120_000;

export const handler = handlerOf(
  { name: 'start-audit', input: queued, environment },
  async ({ Records }, { environment: env, log, count, deadline }) => {
    const failed: string[] = [];
    for (const [at, { messageId, body }] of Records.entries()) {
      try {
        if (at > 0 && deadline - Date.now() < SPARE_MS) throw new Error('the next call has more time');
        count(`Drops${await take(body, env)}`, 1);
      } catch (error) {
        log.warn('a drop could not be started', { errorName: error instanceof Error ? error.name : 'unknown' });
        failed.push(messageId);
      }
    }
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  },
);

async function take(body: string, env: Env): Promise<Outcome> {
  const { time, detail } = created.parse(JSON.parse(body));
  const { key } = detail.object;
  const dropped = dropAt(key, env.TEAMS === '' ? [] : env.TEAMS.split(','));
  switch (dropped.kind) {
    case 'nothing':
      return 'Ignored';
    case 'part':
      await answer(keptPart(key, dropped.starter), env);
      return 'Kept';
    case 'unusable': {
      // What is written beside a drop comes by here too, and what was deleted since is nobody's drop any more.
      if (key.endsWith(REJECTED) && (await isOurs(services.s3, env.INBOX_BUCKET, key)) !== false) return 'Ignored';
      const file = key.split('/').at(-1) ?? key;
      await answer(rejectedDrop(ofNothing(key), { message: `${file}: ${dropped.reason}`, file, line: null, column: null }), env);
      return 'Rejected';
    }
    case 'drop':
      return start(dropped.drop, body, time === undefined ? new Date() : new Date(time), env);
  }
}

async function start(drop: Drop, body: string, since: Date, env: Env): Promise<Outcome> {
  try {
    const { answer: found } = await startDrop(drop, since, env, services);
    if ('repeated' in found) {
      // Said again, since another content may have been dropped under the same key meanwhile.
      const results = new S3BlobStore(services.s3, { bucket: env.RESULTS_BUCKET });
      const rejection = (key: string) => rejectionBeside(services.s3, env.INBOX_BUCKET, key);
      const work = new S3BlobStore(services.s3, { bucket: env.WORK_BUCKET });
      const known = await standing(found.id, found.repeated, { results, bucket: env.RESULTS_BUCKET, work, rejection });
      if (known !== null) await answer({ ...known.answer, drop: drop.key }, env);
      return 'Repeated';
    }
    await answer(found, env, true);
    return 'Started';
  } catch (error) {
    const bad = asBadInput(error);
    if (bad === null) throw error;
    if (bad instanceof MissingFile && (await waits(drop, bad, body, since, env))) return 'Waiting';
    const waited = bad instanceof MissingFile && env.WAIT_MINUTES > 0 ? bad.after(env.WAIT_MINUTES) : bad;
    await rejectDrop(services.s3, env.INBOX_BUCKET, drop.rejectionKey, waited);
    await answer(rejectedDrop({ ...ofNothing(drop.key), of: drop.kind === 'campaign' ? 'campaign' : 'audit' }, asRejection(waited)), env);
    return 'Rejected';
  }
}

/** A copy of a folder may bring audit.json before its files: the message goes back onto the queue, until they are there or it is too late. */
async function waits({ key }: Drop, { file }: MissingFile, body: string, since: Date, env: Env): Promise<boolean> {
  const until = new Date(since.getTime() + env.WAIT_MINUTES * 60_000);
  if (Date.now() >= until.getTime()) return false;
  const event = JSON.stringify({ ...(JSON.parse(body) as object), time: since.toISOString() });
  await queue.send(new SendMessageCommand({ QueueUrl: env.DROP_QUEUE, MessageBody: event, DelaySeconds: LOOK_AGAIN_SECONDS }));
  await answer(waitingFor(key, file, until), env);
  return true;
}

const answer = (said: DropAnswer, env: Env, anew = false): Promise<void> =>
  new DropAnswers(services.s3, bus, env.INBOX_BUCKET).send(sent(said, env.STAGE, anew));
