import { Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { ManagedPolicy, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ACROSS_AUDITS } from '../../shared/contracts/result-tables.ts';
import { CANARY, CANARY_ANSWER, EVENT_SOURCE } from '../../shared/contracts/stack-names.ts';
import { acknowledge, objectsOf } from '../acknowledge.ts';
import type { Settings } from '../settings.ts';
import { allow } from './workflow-function.ts';

export interface Stores {
  readonly key: IKey;
  readonly macKey: IKey;
  readonly inbox: IBucket;
  readonly work: IBucket;
  readonly results: IBucket;
  readonly assets: IBucket;
  readonly scores: ITable;
  readonly ledger: ITable;
  readonly answers: ITable;
}

/** Sources with a key: OpenAlex needs one, PubMed is faster with one. */
const WITH_KEY: readonly string[] = ['openalex', 'pubmed'];

/**
 * Permissions of functions, as a few policies with one purpose each; a role is a list of them. Wildcards appear only after a prefix for the purpose, where
 * keys contain the names of audits, and each is acknowledged here once.
 */
export class Access extends Construct {
  readonly telemetry: ManagedPolicy;
  readonly readInbox: ManagedPolicy;
  readonly rejectDrop: ManagedPolicy;
  readonly readRejections: ManagedPolicy;
  readonly answer: ManagedPolicy;
  /** To read how an audit ended. One policy, because a role has at most ten. */
  readonly tellEnds: ManagedPolicy;
  readonly readWork: ManagedPolicy;
  readonly writeWork: ManagedPolicy;
  readonly writeResults: ManagedPolicy;
  readonly compact: ManagedPolicy;
  readonly readAssets: ManagedPolicy;
  readonly scores: ManagedPolicy;
  readonly ledger: ManagedPolicy;
  readonly dropCanary: readonly ManagedPolicy[];
  /** One secret, made by operators, has the keys of live sources; only the fetcher may read it. */
  readonly keysSecret: string | null;
  readonly readKeys: readonly ManagedPolicy[];
  /** The stack's language model and no other, with its answers and its pace; only learning may ask it. */
  readonly askModel: readonly ManagedPolicy[];

  constructor(scope: Construct, id: string, stores: Stores, settings: Settings) {
    super(scope, id);
    const { key, macKey, inbox, work, results, assets, scores, ledger, answers } = stores;
    const { partition, region, account } = Stack.of(this);
    const logs = `arn:${partition}:logs:${region}:${account}:log-group:/unveil/${settings.stage}/`;
    const decrypt = allow(['kms:Decrypt'], [key.keyArn]);
    const encrypt = allow(['kms:Decrypt', 'kms:GenerateDataKey'], [key.keyArn]);
    const get = (bucket: IBucket, prefix: string, ...more: readonly string[]) =>
      allow(['s3:GetObject', ...more], [bucket.arnForObjects(`${prefix}*`)]);
    const put = (bucket: IBucket, prefix: string) =>
      allow(['s3:PutObject', 's3:AbortMultipartUpload'], [bucket.arnForObjects(`${prefix}*`)]);
    // A GET of a missing key is answered 404 only to those who may list, and it has no prefix to check a condition against. Without IfExists it would be 403,
    // and "missing" could not be distinguished from "forbidden".
    const list = (bucket: IBucket, prefix: string) =>
      allow(['s3:ListBucket'], [bucket.bucketArn], { StringLikeIfExists: { 's3:prefix': [`${prefix}*`] } });

    this.telemetry = this.#policy('Telemetry', [
      allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*']),
      allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [`${logs}*`]),
    ]);
    acknowledge(
      this.telemetry,
      { id: 'AwsSolutions-IAM5[Resource::*]', reason: 'X-Ray has no resources to name.' },
      {
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:/unveil/${settings.stage}/*]`,
        reason: "The stage's own log groups; streams are named by Lambda.",
      },
    );
    this.readInbox = this.#policy('ReadInbox', [get(inbox, 'inbox/', 's3:GetObjectVersion'), list(inbox, 'inbox/'), decrypt]);
    this.rejectDrop = this.#policy('RejectDrop', [allow(['s3:PutObject'], [inbox.arnForObjects('inbox/*rejected.json')]), encrypt]);
    this.readRejections = this.#policy('ReadRejections', [
      allow(['s3:GetObject'], [inbox.arnForObjects('inbox/*rejected.json')]),
      list(inbox, 'inbox/'),
      decrypt,
    ]);
    this.answer = this.#policy('Answer', [
      allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], [inbox.arnForObjects('answers/*')]),
      list(inbox, 'answers/'),
      encrypt,
      allow(['events:PutEvents'], [`arn:${partition}:events:${region}:${account}:event-bus/default`], {
        StringEquals: { 'events:source': EVENT_SOURCE },
      }),
    ]);
    this.tellEnds = this.#policy('TellEnds', [
      allow(['s3:DeleteObject'], [inbox.arnForObjects('inbox/*rejected.json')]),
      allow(['s3:GetObject'], [results.arnForObjects('results/*/verdict.json')]),
      list(results, 'results/'),
      get(work, 'audits/*/runs/'),
      list(work, 'audits/'),
      decrypt,
    ]);
    this.readWork = this.#policy('ReadWork', [get(work, 'audits/'), list(work, 'audits/'), decrypt]);
    this.writeWork = this.#policy('WriteWork', [put(work, 'audits/'), encrypt]);
    this.writeResults = this.#policy('WriteResults', [
      allow(['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload'], [results.arnForObjects('results/*')]),
      list(results, 'results/'),
      encrypt,
    ]);
    const small = ACROSS_AUDITS.map(({ of }) => `results/*table=${of.name}/*`);
    this.compact = this.#policy('Compact', [
      allow(
        ['s3:GetObject'],
        small.map((each) => results.arnForObjects(each)),
      ),
      allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'], [results.arnForObjects('compact/*')]),
      allow(['s3:ListBucket'], [results.bucketArn], { StringLikeIfExists: { 's3:prefix': ['results/*', 'compact/*'] } }),
      encrypt,
    ]);
    this.readAssets = this.#policy('ReadAssets', [get(assets, 'sources/'), list(assets, 'sources/'), decrypt]);
    const inPrefix = (policy: ManagedPolicy, bucket: IBucket, pattern: string, reason: string): void =>
      acknowledge(policy, { id: objectsOf(bucket, pattern), reason });
    inPrefix(this.readInbox, inbox, 'inbox/*', 'Drops are named by their users.');
    inPrefix(this.answer, inbox, 'answers/*', 'Answers are named by drops, which their users named.');
    inPrefix(this.tellEnds, results, 'results/*/verdict.json', 'A folder for each audit, named when it is admitted.');
    for (const policy of [this.rejectDrop, this.readRejections, this.tellEnds])
      inPrefix(policy, inbox, 'inbox/*rejected.json', 'Beside the drop, which its user named.');
    inPrefix(this.readWork, work, 'audits/*', 'A folder for each audit, named when it is admitted.');
    inPrefix(this.tellEnds, work, 'audits/*/runs/*', 'How the children of an audit ended, and nothing that they wrote.');
    inPrefix(this.writeWork, work, 'audits/*', 'A folder for each audit, named when it is admitted.');
    inPrefix(this.writeResults, results, 'results/*', 'A partition for each audit, named when it is admitted.');
    for (const place of small) inPrefix(this.compact, results, place, 'A partition for each audit, named when it is admitted.');
    inPrefix(this.compact, results, 'compact/*', 'A partition for each day.');
    inPrefix(this.readAssets, assets, 'sources/*', 'Sources are pushed by operators under names of their own.');
    const canary = [CANARY, CANARY_ANSWER].map((key) => inbox.arnForObjects(key));
    const hourly = [allow(['s3:PutObject'], canary.slice(0, 1)), allow(['s3:GetObject'], canary), list(inbox, CANARY), encrypt];
    this.dropCanary = settings.canary ? [this.#policy('DropCanary', hourly)] : [];
    const mac = allow(['kms:GenerateMac'], [macKey.keyArn]);
    const counts = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:BatchWriteItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'];
    this.scores = this.#policy('Scores', [allow(counts, [scores.tableArn]), mac, encrypt]);
    this.ledger = this.#policy('Ledger', [
      allow(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'], [ledger.tableArn]),
      encrypt,
    ]);
    this.askModel =
      settings.languageModel === null
        ? []
        : [
            this.ledger,
            this.#policy('AskModel', [
              allow(['bedrock:InvokeModel'], [`arn:${partition}:bedrock:${region}::foundation-model/${settings.languageModel.model}`]),
              // By its name, which learning gets anyway (stacks/audit-functions.ts).
              allow(
                ['dynamodb:BatchGetItem', 'dynamodb:BatchWriteItem'],
                [`arn:${partition}:dynamodb:${region}:${account}:table/${answers.tableName}`],
              ),
              mac,
            ]),
          ];
    const needed = settings.egress.some((source) => WITH_KEY.includes(source));
    this.keysSecret = needed ? `unveil/${settings.stage}/source-keys` : null;
    // The service appends six characters to a secret's name.
    const secretArn = `arn:${partition}:secretsmanager:${region}:${account}:secret:${this.keysSecret}-??????`;
    this.readKeys = needed ? [this.#policy('ReadKeys', [allow(['secretsmanager:GetSecretValue'], [secretArn])])] : [];
  }

  #policy(id: string, statements: PolicyStatement[]): ManagedPolicy {
    return new ManagedPolicy(this, id, { statements });
  }
}
