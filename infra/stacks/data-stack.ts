import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { type IKey, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { IBucket, LifecycleRule } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { CANARY_TEAM } from '../../shared/contracts/stack-names.ts';
import { accessLogBucket } from '../constructs/access-log-bucket.ts';
import { privateBucket } from '../constructs/private-bucket.ts';
import { databaseOf, QueryWorkgroup } from '../constructs/query-workgroup.ts';
import { ResultTables } from '../constructs/result-tables.ts';
import { AnswerTable, LedgerTable, ScoreTable } from '../constructs/score-table.ts';
import { LONGEST_AUDIT } from '../constructs/state-machine.ts';
import { kept } from '../kept.ts';
import type { Settings } from '../settings.ts';

/** Days until the hourly drop's files are deleted. */
const CANARY_DAYS = 2;

/** Everything that outlives a deployment: keys, buckets, tables, the catalogue. Nothing here runs. */
export class DataStack extends Stack {
  readonly key: IKey;
  readonly macKey: IKey;
  readonly inbox: IBucket;
  readonly work: IBucket;
  readonly results: IBucket;
  readonly assets: IBucket;
  readonly scores: ITable;
  readonly ledger: ITable;
  readonly answers: ITable;

  constructor(scope: Construct, id: string, { settings, ...props }: StackProps & { readonly settings: Settings }) {
    super(scope, id, props);
    const { stage, retain, adopt } = settings;
    const removalPolicy = kept(retain);
    this.key =
      settings.keyArn === null
        ? new Key(this, 'Key', { description: `unveil ${stage}: data at rest`, enableKeyRotation: true, removalPolicy })
        : Key.fromKeyArn(this, 'Key', settings.keyArn);
    // The score cache's secrets are derived from it once a cold start; it never leaves KMS. Without it the cache is empty.
    this.macKey =
      settings.macKeyArn === null
        ? new Key(this, 'MacKey', {
            description: `unveil ${stage}: keys of the score cache`,
            keySpec: KeySpec.HMAC_256,
            keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
            removalPolicy,
          })
        : Key.fromKeyArn(this, 'MacKey', settings.macKeyArn);
    const logs = accessLogBucket(this, 'AccessLogs', { retain, days: settings.logDays, adopted: adopt.accessLogs });
    // Needed to delete everything, because this bucket must be emptied too: npm run cloud:smoke.
    new CfnOutput(this, 'OutputAccessLogs', { key: 'AccessLogs', value: logs.bucketName });
    const common = { key: this.key, logs, retain };
    const after = (prefix: string, days: number | null): LifecycleRule[] =>
      days === null ? [] : [{ prefix, expiration: Duration.days(days), noncurrentVersionExpiration: Duration.days(1) }];
    this.inbox = privateBucket(this, 'Inbox', {
      ...common,
      adopted: adopt.inbox,
      versioned: true,
      announces: true,
      rules: [
        ...['inbox/', 'answers/'].flatMap((prefix) => after(prefix, settings.inboxDays)),
        ...[`inbox/${CANARY_TEAM}/`, `answers/inbox/${CANARY_TEAM}/`].flatMap((prefix) => after(prefix, CANARY_DAYS)),
      ],
    });
    const mayWait = settings.egress.length > 0 || (settings.languageModel?.callsPerDay ?? null) !== null;
    // Intermediate results, deleted by age: running a step again makes them again.
    this.work = privateBucket(this, 'Work', {
      ...common,
      adopted: adopt.work,
      versioned: false,
      // An audit that waits for a live source, or for the next day's calls to a model, must find its files.
      rules: [{ expiration: mayWait ? LONGEST_AUDIT : Duration.days(settings.workDays) }],
    });
    this.results = privateBucket(this, 'Results', {
      ...common,
      adopted: adopt.results,
      versioned: true,
      rules: [
        ...after('athena/', 7),
        // Made anew with every audit of its day: what was before goes, with the marks that deletion leaves.
        { prefix: 'compact/', noncurrentVersionExpiration: Duration.days(1), expiredObjectDeleteMarker: true },
        ...after('results/', settings.resultsDays),
        ...after(`results/team=${CANARY_TEAM}/`, CANARY_DAYS),
      ],
    });
    this.assets = privateBucket(this, 'Assets', { ...common, adopted: adopt.assets, versioned: true });
    // CDK's classes and interfaces differ in optional properties under exactOptionalPropertyTypes.
    this.scores = new ScoreTable(this, 'Scores', { encryptionKey: this.key, settings }) as ITable;
    this.ledger = new LedgerTable(this, 'Ledger', { encryptionKey: this.key, settings }) as ITable;
    this.answers = new AnswerTable(this, 'Answers', { encryptionKey: this.key, settings }) as ITable;

    const databaseName = databaseOf(settings);
    const tables = new ResultTables(this, 'ResultTables', { bucket: this.results, databaseName, teams: settings.teams });
    const queries = new QueryWorkgroup(this, 'Queries', { settings, databaseName, bucket: this.results, encryptionKey: this.key });
    queries.node.addDependency(tables);
  }
}
