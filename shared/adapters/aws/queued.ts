import { ChangeMessageVisibilityCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** A message as Lambda passes it on. */
interface Message {
  readonly messageId: string;
  readonly body: string;
  readonly receiptHandle?: string | undefined;
  readonly attributes?: { readonly ApproximateReceiveCount?: string | undefined } | undefined;
}

interface QueuedOptions {
  readonly client: SQSClient;
  readonly queue: string;
  /** End of the function in epoch milliseconds, and the time that a message may take: later messages go back. */
  readonly deadline: number;
  readonly spareMs: number;
  /** Called with the error of a failed message. */
  readonly failed: (error: unknown) => void;
}

/** A failed message returns after seconds, and later each time. The queue's own timeout is as long as a function may run. */
const FIRST_S = 5;
const LONGEST_S = 900;
const comesAgainIn = (deliveries: number): number => Math.min(LONGEST_S, FIRST_S * 2 ** Math.max(0, deliveries - 1));

/** Takes the messages of a batch one by one; those that fail are delivered again soon. */
export async function eachMessage(
  messages: readonly Message[],
  { client, queue, deadline, spareMs, failed }: QueuedOptions,
  take: (body: string) => Promise<void>,
): Promise<{ readonly batchItemFailures: readonly { readonly itemIdentifier: string }[] }> {
  const again: Message[] = [];
  for (const [at, message] of messages.entries()) {
    try {
      if (at > 0 && deadline - Date.now() < spareMs) throw new OutOfTurn('the next call has more time');
      await take(message.body);
    } catch (error) {
      failed(error);
      again.push(message);
    }
  }
  for (const { receiptHandle, attributes } of again) {
    if (receiptHandle === undefined) continue;
    const VisibilityTimeout = comesAgainIn(Number(attributes?.ApproximateReceiveCount ?? 1));
    const visibility = { QueueUrl: queue, ReceiptHandle: receiptHandle, VisibilityTimeout };
    // Without this call it still returns, only later.
    await client.send(new ChangeMessageVisibilityCommand(visibility)).catch(failed);
  }
  return { batchItemFailures: again.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

class OutOfTurn extends Error {
  override readonly name = 'OutOfTurn';
}
