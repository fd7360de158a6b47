import { Duration } from 'aws-cdk-lib';
import { type EventPattern, Rule, type RuleTargetInput, type Schedule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** Deliveries before a message is set aside: after 5 s, then twice as long each time up to 15 minutes, for about half an hour in all. */
const DELIVERIES = 10;
/** Lambda's minimum, and enough: a message takes seconds. */
const AT_ONCE = 2;
/** Messages in a batch. Campaigns have thousands of files that start nothing; each takes an answer, in milliseconds. */
const BATCH = 10;

const COMMON = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** Messages that could not be processed: an alarm notifies a person. */
export const setAsideQueue = (scope: Construct): Queue => new Queue(scope, 'SetAside', { ...COMMON, retentionPeriod: Duration.days(14) });

/** From the event bus to a function that may fail: EventBridge cannot name an execution, and Lambda drops an event after three attempts. */
export class EventQueue extends Construct {
  readonly queue: Queue;
  readonly #setAside: IQueue;

  constructor(scope: Construct, id: string, { setAside, timeout }: { readonly setAside: Queue; readonly timeout: Duration }) {
    super(scope, id);
    this.#setAside = setAside;
    this.queue = new Queue(this, 'Queue', {
      ...COMMON,
      // Six times the function's timeout, as Lambda advises. The function shortens it to seconds after a failure.
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: setAside, maxReceiveCount: DELIVERIES },
    });
  }

  hears(
    id: string,
    description: string,
    of: { readonly eventPattern: EventPattern } | { readonly schedule: Schedule },
    message?: RuleTargetInput,
  ): void {
    const target = new SqsQueue(this.queue, { deadLetterQueue: this.#setAside, ...(message === undefined ? {} : { message }) });
    new Rule(this, id, { description, ...of, targets: [target] });
  }

  feed(handler: IFunction): void {
    handler.addEventSource(new SqsEventSource(this.queue, { batchSize: BATCH, maxConcurrency: AT_ONCE, reportBatchItemFailures: true }));
  }
}
