// The account's event bus on loopback: the rules of the synthesised stacks determine the functions that an event reaches.
import type { EventRule, EventTarget } from './template.ts';
import type { Json } from './workflow/definition.ts';

/** Lambda repeats an asynchronous invocation twice (https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html). */
const ATTEMPTS = 3;

export class EventBus {
  readonly #rules: readonly EventRule[];
  readonly #invoke: (handler: string, event: Json) => Promise<Json>;
  readonly #open = new Set<Promise<void>>();
  /** Messages whose deliveries all failed. */
  readonly setAside: string[] = [];

  constructor(rules: readonly EventRule[], invoke: (handler: string, event: Json) => Promise<Json>) {
    this.#rules = rules;
    this.#invoke = invoke;
  }

  /** True if any rule matches the event, whatever its target. */
  heeds(event: Json): boolean {
    return this.#rules.some(({ pattern }) => pattern !== null && matches(pattern, event));
  }

  put(event: Json): void {
    for (const { pattern, targets } of this.#rules) {
      if (pattern === null || !matches(pattern, event)) continue;
      for (const target of targets) this.#deliver(target, event);
    }
  }

  /** Runs everything scheduled now. */
  async tick(): Promise<void> {
    for (const { pattern, targets } of this.#rules)
      if (pattern === null) for (const target of targets) this.#deliver(target, { time: new Date().toISOString() });
    await this.settled();
  }

  /** Waits for every delivery, also those that others cause. */
  async settled(): Promise<void> {
    while (this.#open.size > 0) await Promise.all(this.#open);
  }

  #deliver(target: EventTarget, event: Json): void {
    const delivery = this.#try(target, event).finally(() => this.#open.delete(delivery));
    this.#open.add(delivery);
  }

  async #try({ handler, deliveries, input }: EventTarget, event: Json): Promise<void> {
    const body = JSON.stringify(input ?? event);
    for (let attempt = 1; attempt <= (deliveries ?? ATTEMPTS); attempt += 1) {
      const attributes = { ApproximateReceiveCount: String(attempt) };
      const batch = { Records: [{ messageId: body, receiptHandle: handler, body, attributes }] };
      try {
        const answer = await this.#invoke(handler, deliveries === null ? (JSON.parse(body) as Json) : batch);
        const { batchItemFailures = [] } = (answer ?? {}) as { readonly batchItemFailures?: readonly unknown[] };
        if (deliveries === null || batchItemFailures.length === 0) return;
      } catch {
        // The next attempt follows, or the event is lost or set aside, as in the service.
      }
    }
    if (deliveries !== null) this.setAside.push(body);
  }
}

/** True if an event matches a pattern: every field has one of the pattern's values (the part of EventBridge's language that is used). */
export function matches(pattern: unknown, value: unknown): boolean {
  if (Array.isArray(pattern)) return pattern.some((each) => isOf(each, value));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(pattern as object).every(([field, each]) => matches(each, (value as Readonly<Record<string, unknown>>)[field]));
}

function isOf(each: unknown, value: unknown): boolean {
  if (typeof each !== 'object' || each === null) return each === value;
  const text = typeof value === 'string' ? value : '';
  const [[operator, operand] = ['', '']] = Object.entries(each);
  if (operator === 'prefix') return text.startsWith(String(operand));
  if (operator === 'suffix') return text.endsWith(String(operand));
  if (operator === 'wildcard') {
    const parts = String(operand)
      .split('*')
      .map((part) => part.replace(/[.+^${}()|[\]\\?]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
  }
  throw new Error(`the local bus has no ${operator}`);
}
