// From the queue of drops: says of every object of the inbox what becomes of it, and lets what starts something take its turn. May see one any
// number of times. Every few minutes it looks after the line.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { accountConcurrency } from '../../shared/adapters/aws/account-concurrency.ts';
import { DropAnswers } from '../../shared/adapters/aws/drop-answers.ts';
import { DynamoLedger } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { lineServices, settleServices } from '../../shared/adapters/aws/line-services.ts';
import { eachMessage } from '../../shared/adapters/aws/queued.ts';
import { isOurs, rejectDrop } from '../../shared/adapters/aws/s3-drop.ts';
import { S3Sources } from '../../shared/adapters/aws/s3-sources.ts';
import { LOOK_AROUND, queued } from '../../shared/contracts/stack-names.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { MissingFile } from '../../shared/pipeline/cloud/admit.ts';
import { asRejection, type DropAnswer, keptPart, ofNothing, rejectedDrop, sent, waitingFor } from '../../shared/pipeline/cloud/answers.ts';
import { lookAround } from '../../shared/pipeline/cloud/begin.ts';
import { asBadInput } from '../../shared/pipeline/cloud/campaign.ts';
import { type Drop, dropAt, REJECTED } from '../../shared/pipeline/cloud/drop.ts';
import { EMPTY, LineFull } from '../../shared/pipeline/cloud/line.ts';
import { type SettlePorts, settleExecution, tellEnd } from '../../shared/pipeline/cloud/settle.ts';
import { ENVIRONMENTS } from '../environments.ts';
import { type DroppedVersion, startDrop } from './start.ts';

const clients = { s3: new S3Client({}), dynamo: new DynamoDBClient({}), states: new SFNClient({}) };
const sources = new S3Sources(clients.s3);
// The region's endpoint: the one in a queue's URL would be asked past every setting of the environment.
const [bus, queue, lambda] = [new EventBridgeClient({}), new SQSClient({ useQueueUrlAsEndpoint: false }), new LambdaClient({})];

/** Strict in nothing but what is used: S3 adds fields to its events. */
const created = z.object({
  time: z.iso.datetime().optional(),
  detail: z.object({ bucket: z.object({ name: z.string() }), object: z.object({ key: z.string(), 'version-id': z.string().optional() }) }),
});
const message = z.union([z.object({ look: z.literal(LOOK_AROUND.look) }), created]);

type Env = z.output<(typeof ENVIRONMENTS)['start-audit']>;
type Outcome = 'Ignored' | 'Kept' | 'Rejected' | 'Repeated' | 'Started' | 'Waiting';

/** A drop that waits for its files is looked at again after so long; one that the line has no room for, after as long as a queue delays. */
const LOOK_AGAIN_SECONDS = 60;
const NO_ROOM_SECONDS = 900;
/** Time that one admission may take; a batch with less time left returns the rest to the queue. */
const SPARE_MS = 120_000;

export const handler = handlerOf(
  { name: 'start-audit', input: queued, environment: ENVIRONMENTS['start-audit'] },
  async ({ Records }, { environment: env, log, count, deadline }) => {
    const failed = (error: unknown): void =>
      log.warn('a drop could not be started', { errorName: error instanceof Error ? error.name : 'unknown' });
    const ports = portsOf(env, failed);
    return eachMessage(Records, { client: queue, queue: env.DROP_QUEUE, deadline, spareMs: SPARE_MS, failed }, async (body) => {
      const event = message.parse(JSON.parse(body));
      if ('look' in event) {
        await lookAround(await accountConcurrency(lambda, env.ACCOUNT_CONCURRENCY), ports, Math.random);
        const { waiting, running } = await ports.line.read();
        count('Waiting', waiting.length);
        count('Running', running.length);
      } else count(`Drops${await take(event, body, env, ports)}`, 1);
    });
  },
);

function portsOf(env: Env, failed: (error: unknown) => void): SettlePorts {
  const ledger = new DynamoLedger(clients.dynamo, env.LEDGER_TABLE);
  return {
    ...lineServices(env, clients, ledger, EMPTY),
    ...settleServices(env, clients, ledger),
    answer: (said, anew) => answer(said, env, anew),
    failed,
  };
}

async function take({ time, detail }: z.output<typeof created>, body: string, env: Env, ports: SettlePorts): Promise<Outcome> {
  const { key, 'version-id': versionId = null } = detail.object;
  const dropped = dropAt(key, env.TEAMS === '' ? [] : env.TEAMS.split(','));
  switch (dropped.kind) {
    case 'nothing':
      return 'Ignored';
    case 'part':
      await answer(keptPart(key, dropped.starter), env);
      return 'Kept';
    case 'unusable': {
      // Our own rejections are no drops, nor are objects that have been deleted since.
      if (key.endsWith(REJECTED) && (await isOurs(clients.s3, env.INBOX_BUCKET, key)) !== false) return 'Ignored';
      const file = key.split('/').at(-1) ?? key;
      await answer(rejectedDrop(ofNothing(key), { message: `${file}: ${dropped.reason}`, file, line: null, column: null }), env);
      return 'Rejected';
    }
    case 'drop':
      return start(dropped.drop, body, { versionId, at: time === undefined ? new Date() : new Date(time) }, env, ports);
  }
}

async function start(drop: Drop, body: string, version: DroppedVersion, env: Env, ports: SettlePorts): Promise<Outcome> {
  try {
    const known = await startDrop(drop, version, env, { ...clients, sources, ports });
    if (known === null) return 'Started';
    const { id, repeated } = known;
    // Its end may have been lost on the way: what the service says is told once more.
    if (repeated.status === 'started' && repeated.execution !== null) await settleExecution(id, repeated.execution, false, ports);
    // Said again, since another content may have been dropped under the same key meanwhile.
    await tellEnd(id, (await ports.entry(id)) ?? repeated, ports, drop.key);
    return 'Repeated';
  } catch (error) {
    if (error instanceof LineFull) return delay(body, version.at, NO_ROOM_SECONDS, env);
    const bad = asBadInput(error);
    if (bad === null) throw error;
    if (bad instanceof MissingFile && (await waits(drop, bad, body, version.at, env))) return 'Waiting';
    const waited = bad instanceof MissingFile && env.WAIT_MINUTES > 0 ? bad.after(env.WAIT_MINUTES) : bad;
    await rejectDrop(clients.s3, env.INBOX_BUCKET, drop.rejectionKey, waited);
    await answer(rejectedDrop({ ...ofNothing(drop.key), of: drop.kind === 'campaign' ? 'campaign' : 'audit' }, asRejection(waited)), env);
    return 'Rejected';
  }
}

/** A copy of a folder may bring audit.json before its files: the message goes back onto the queue, until they are there or it is too late. */
async function waits({ key }: Drop, { file }: MissingFile, body: string, since: Date, env: Env): Promise<boolean> {
  const until = new Date(since.getTime() + env.WAIT_MINUTES * 60_000);
  if (Date.now() >= until.getTime()) return false;
  await delay(body, since, LOOK_AGAIN_SECONDS, env);
  await answer(waitingFor(key, file, until), env);
  return true;
}

/** Back onto the queue, with the time of the drop. */
async function delay(body: string, since: Date, seconds: number, env: Env): Promise<Outcome> {
  const event = JSON.stringify({ ...(JSON.parse(body) as object), time: since.toISOString() });
  await queue.send(new SendMessageCommand({ QueueUrl: env.DROP_QUEUE, MessageBody: event, DelaySeconds: seconds }));
  return 'Waiting';
}

const answer = (said: DropAnswer, env: Env, anew = false): Promise<void> =>
  new DropAnswers(clients.s3, bus, env.INBOX_BUCKET).send(sent(said, env.STAGE, anew));
