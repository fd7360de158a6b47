// S3 and DynamoDB in a process of their own, for benches that measure memory: stored data does not count.
import { startDynamo } from './dynamodb/server.ts';
import { startS3 } from './s3/server.ts';

const [s3, dynamo] = [await startS3(), await startDynamo()];
process.send?.({ s3: s3.endpoint, dynamo: dynamo.endpoint });
/** Requests to S3 by bucket, told when they are asked for. */
const requests: Record<string, number> = {};
s3.setFault(({ bucket }) => {
  requests[bucket] = (requests[bucket] ?? 0) + 1;
  return undefined;
});
process.on('message', () => process.send?.({ requests }));
process.on('disconnect', () => process.exit(0));
