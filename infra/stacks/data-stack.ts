import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { accessLogBucket } from '../constructs/access-log-bucket.ts';
import { privateBucket } from '../constructs/private-bucket.ts';
import { QueryWorkgroup } from '../constructs/query-workgroup.ts';
import { ResultTables } from '../constructs/result-tables.ts';
import { LedgerTable, ScoreTable } from '../constructs/score-table.ts';
import type { Settings } from '../settings.ts';

/** What outlives a deployment: keys, buckets, tables, the catalogue. Nothing here runs. */
export class DataStack extends Stack {
  readonly key: Key;
  readonly macKey: Key;
  readonly inbox: IBucket;
  readonly work: IBucket;
  readonly results: IBucket;
  readonly assets: IBucket;
  readonly scores: ITable;
  readonly ledger: ITable;

  constructor(scope: Construct, id: string, { settings, ...props }: StackProps & { readonly settings: Settings }) {
    super(scope, id, props);
    const { stage, retain } = settings;
    const removalPolicy = retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    this.key = new Key(this, 'Key', { description: `unveil ${stage}: data at rest`, enableKeyRotation: true, removalPolicy });
    // The score cache's keys are derived from it once a cold start; it never leaves KMS. Without it the cache is cold.
    this.macKey = new Key(this, 'MacKey', {
      description: `unveil ${stage}: keys of the score cache`,
      keySpec: KeySpec.HMAC_256,
      keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
      removalPolicy,
    });
    const logs = accessLogBucket(this, 'AccessLogs', { retain, days: settings.logDays });
    const common = { key: this.key, logs, retain };
    this.inbox = privateBucket(this, 'Inbox', { ...common, versioned: true, announces: true });
    // Deleted by age: what a step leaves for the next, and is made again by running it again.
    this.work = privateBucket(this, 'Work', {
      ...common,
      versioned: false,
      rules: [{ expiration: Duration.days(settings.workDays) }],
    });
    this.results = privateBucket(this, 'Results', {
      ...common,
      versioned: true,
      rules: [{ prefix: 'athena/', expiration: Duration.days(7), noncurrentVersionExpiration: Duration.days(1) }],
    });
    this.assets = privateBucket(this, 'Assets', { ...common, versioned: true });
    // CDK's classes and interfaces differ in optional properties under exactOptionalPropertyTypes.
    this.scores = new ScoreTable(this, 'Scores', { encryptionKey: this.key, settings }) as ITable;
    this.ledger = new LedgerTable(this, 'Ledger', { encryptionKey: this.key, settings }) as ITable;

    const databaseName = `unveil_${stage.replaceAll('-', '_')}`;
    const tables = new ResultTables(this, 'ResultTables', { bucket: this.results, databaseName });
    const queries = new QueryWorkgroup(this, 'Queries', { settings, databaseName, bucket: this.results, encryptionKey: this.key });
    queries.node.addDependency(tables);
  }
}
