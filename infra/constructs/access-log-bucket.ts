import { Duration } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { kept } from '../kept.ts';

/** Access logs of the other buckets. S3 delivers them only with its own key. */
export function accessLogBucket(
  scope: Construct,
  id: string,
  { retain, days, adopted }: { readonly retain: boolean; readonly days: number; readonly adopted?: string | undefined },
): IBucket {
  const bucket = new Bucket(scope, id, {
    ...(adopted === undefined ? {} : { bucketName: adopted }),
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    lifecycleRules: [{ expiration: Duration.days(days) }],
    removalPolicy: kept(retain),
  });
  acknowledge(bucket, { id: 'AwsSolutions-S1', reason: 'It is the access log; a log of its own would never end.' });
  return bucket as IBucket;
}
