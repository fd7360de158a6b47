import { StateMachine } from 'aws-local-stepfunctions';
import type { Json } from './definition.ts';

/** Maximum UTF-8 bytes of the input or output of a state, task or child. */
export const PAYLOAD_LIMIT = 256 * 1024;

/** The service's own error, which nothing catches or retries. */
class DataLimitExceeded extends Error {
  override readonly name = 'States.DataLimitExceeded';
  readonly isRetryable = false;
  readonly isCatchable = false;
}

export function withinLimit<T>(value: T, what: string): T {
  const size = Buffer.byteLength(JSON.stringify(value) ?? '');
  if (size > PAYLOAD_LIMIT) throw new DataLimitExceeded(`${what} has ${size} bytes; the limit is ${PAYLOAD_LIMIT}`);
  return value;
}

/** Fills a payload template (`"Key.$": "$.path"`, intrinsic functions) with the engine. */
export async function fill(template: Json, input: Json, context: Json): Promise<Json> {
  const definition = { StartAt: 'Fill', States: { Fill: { Type: 'Pass', Parameters: template, End: true } } };
  const machine = new StateMachine(definition as never, { validationOptions: { noValidate: true } });
  return (await machine.run(input as never, { context: context as never }).result) as Json;
}
