import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** A drop is delivered so often before it is set aside. */
const DELIVERIES = 5;
/** Two is the least that Lambda allows, and enough: admitting a drop takes seconds. */
const STARTERS = 2;
/** Files of a drop that start nothing come by here too, thousands of a campaign: each takes an answer, some milliseconds. */
const BATCH = 10;

/**
 * From the inbox to the starter: EventBridge cannot name an execution, so the drop goes through a queue to a function that can. What it
 * cannot start five times is set aside for a person, and an alarm says so.
 */
export class DropQueue extends Construct {
  readonly queue: Queue;
  readonly setAside: Queue;

  constructor(scope: Construct, id: string, { inbox, starterTimeout }: { readonly inbox: IBucket; readonly starterTimeout: Duration }) {
    super(scope, id);
    const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.setAside = new Queue(this, 'SetAside', { ...common, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, 'Drops', {
      ...common,
      // Six times the function's time, as Lambda advises.
      visibilityTimeout: Duration.seconds(6 * starterTimeout.toSeconds()),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.setAside, maxReceiveCount: DELIVERIES },
    });
    new Rule(this, 'Dropped', {
      description: 'Everything dropped into the inbox: all of it is answered',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [inbox.bucketName] }, object: { key: [{ prefix: 'inbox/' }] } },
      },
      targets: [new SqsQueue(this.queue, { deadLetterQueue: this.setAside })],
    });
  }

  feed(starter: IFunction): void {
    starter.addEventSource(new SqsEventSource(this.queue, { batchSize: BATCH, maxConcurrency: STARTERS, reportBatchItemFailures: true }));
  }
}
