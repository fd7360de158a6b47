// S3 and DynamoDB in a process of their own, for benches that measure memory: stored data does not count.
import { startDynamo } from './dynamodb/server.ts';
import { startS3 } from './s3/server.ts';

const [s3, dynamo] = [await startS3(), await startDynamo()];
process.send?.({ s3: s3.endpoint, dynamo: dynamo.endpoint });
process.on('disconnect', () => process.exit(0));
