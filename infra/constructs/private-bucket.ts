import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  type IBucket,
  type LifecycleRule,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { kept } from '../kept.ts';

interface PrivateBucketProps {
  readonly key: IKey;
  readonly logs: IBucket;
  readonly retain: boolean;
  readonly versioned: boolean;
  readonly rules?: readonly LifecycleRule[];
  readonly announces?: boolean;
  /** Name of a bucket of an earlier stack. */
  readonly adopted?: string | undefined;
}

/** Not public, TLS 1.2, encrypted with our key, owned by the account, with an access log. */
export function privateBucket(scope: Construct, id: string, props: PrivateBucketProps): IBucket {
  const { key, logs, retain, versioned, rules = [], announces = false, adopted } = props;
  const bucket = new Bucket(scope, id, {
    ...(adopted === undefined ? {} : { bucketName: adopted }),
    encryption: BucketEncryption.KMS,
    encryptionKey: key,
    bucketKeyEnabled: true,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    versioned,
    serverAccessLogsBucket: logs,
    serverAccessLogsPrefix: `${id.toLowerCase()}/`,
    lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(2) }, ...rules],
    removalPolicy: kept(retain),
  });
  if (announces) {
    // The switch in Bucket adds a function and a custom resource; the property alone is enough.
    const resource = bucket.node.defaultChild as CfnBucket;
    resource.addPropertyOverride('NotificationConfiguration.EventBridgeConfiguration.EventBridgeEnabled', true);
  }
  // CDK's class and interface differ in an optional property under exactOptionalPropertyTypes.
  return bucket as IBucket;
}
