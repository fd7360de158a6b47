import { Duration } from 'aws-cdk-lib';
import { type EventPattern, Rule, type RuleTargetInput, type Schedule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** A message is delivered so often before it is set aside: after 5 s, twice as long each time, 15 minutes at most; for about half an hour. */
const DELIVERIES = 10;
/** Two is the least that Lambda allows, and enough: a message takes seconds. */
const AT_ONCE = 2;
/** Files of a drop that start nothing come by here too, thousands of a campaign: each takes an answer, some milliseconds. */
const BATCH = 10;

const COMMON = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** Where messages go that could not be taken: for a person, whom an alarm tells. */
export const setAsideQueue = (scope: Construct): Queue => new Queue(scope, 'SetAside', { ...COMMON, retentionPeriod: Duration.days(14) });

/** From the event bus to a function that may fail: EventBridge names no execution, and Lambda forgets an event after three tries. */
export class EventQueue extends Construct {
  readonly queue: Queue;
  readonly #setAside: IQueue;

  constructor(scope: Construct, id: string, { setAside, timeout }: { readonly setAside: Queue; readonly timeout: Duration }) {
    super(scope, id);
    this.#setAside = setAside;
    this.queue = new Queue(this, 'Queue', {
      ...COMMON,
      // Six times the function's time, as Lambda advises. What fails is set back to seconds by the function.
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
