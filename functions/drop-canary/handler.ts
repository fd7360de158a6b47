// Once an hour: says whether the tiny release that was dropped an hour ago is answered, and drops another.
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { lastWritten, S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { CANARY, CANARY_ANSWER } from '../../shared/contracts/stack-names.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { ENVIRONMENTS } from '../environments.ts';

const s3 = new S3Client({});

/** Words that WordNet has; the last one makes each hour's another release. */
const release = (hour: string): string =>
  [
    'fever, (cough, asthma), knee',
    'rash, (cough, asthma), ankle',
    `fever, (heart, lung), hour${hour}`,
    'rash, (heart, lung), knee',
    '',
  ].join('\n');

export const handler = handlerOf(
  { name: 'drop-canary', input: z.object({ time: z.iso.datetime() }), environment: ENVIRONMENTS['drop-canary'] },
  async ({ time }, { environment: { INBOX_BUCKET }, count }) => {
    const written = (key: string) => lastWritten(s3, { Bucket: INBOX_BUCKET, Key: key });
    const [dropped, answered] = await Promise.all([written(CANARY), written(CANARY_ANSWER)]);
    const isAnswered = dropped !== null && answered !== null && answered >= dropped;
    // Of the first one there is nothing to say yet.
    if (dropped !== null) count(isAnswered ? 'CanaryAnswered' : 'CanaryUnanswered', 1);
    await new S3BlobStore(s3, { bucket: INBOX_BUCKET }).write(CANARY, Buffer.from(release(time.slice(0, 13).replaceAll(/\D/g, ''))));
    return { answered: isAnswered };
  },
);
