import {
  type AttributeValue,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { isWritten } from './dynamo-conditions.ts';

type AuditStatus = 'admitted' | 'started' | 'succeeded' | 'rejected' | 'failed';

export interface LedgerEntry {
  readonly status: AuditStatus;
  /** The first admission: a replay starts with the same one. Names of objects and hashes, no item. */
  readonly input: string;
  readonly error: string | null;
  /** Name of the execution, once it was started. */
  readonly execution: string | null;
}

/** Admitted drops, and how they ended if they failed: rows `audit#<id>`. */
export class DynamoLedger {
  readonly #client: DynamoDBClient;
  readonly #table: string;

  constructor(client: DynamoDBClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Admits once; returns the entry, which may be an earlier one. */
  async admit(auditId: string, input: string): Promise<LedgerEntry> {
    const entry: LedgerEntry = { status: 'admitted', input, error: null, execution: null };
    const put = new PutItemCommand({
      TableName: this.#table,
      Item: { pk: { S: `audit#${auditId}` }, status: { S: entry.status }, input: { S: input } },
      ConditionExpression: 'attribute_not_exists(pk)',
    });
    return (await isWritten(this.#client.send(put))) ? entry : ((await this.entry(auditId)) ?? entry);
  }

  async entry(auditId: string): Promise<LedgerEntry | null> {
    const { Item } = await this.#client.send(new GetItemCommand({ TableName: this.#table, Key: this.#key(auditId), ConsistentRead: true }));
    if (Item === undefined) return null;
    const status = Item['status']?.S as AuditStatus;
    return {
      status,
      input: Item['input']?.S ?? '',
      // An audit that runs again keeps the error of its earlier end.
      error: status === 'failed' || status === 'rejected' ? (Item['error']?.S ?? null) : null,
      execution: Item['execution']?.S ?? null,
    };
  }

  /** Set by the starter. Events that came since then stay. */
  started(auditId: string, execution: string): Promise<void> {
    const own = '#status = :admitted OR attribute_not_exists(#execution) OR #execution <> :execution';
    return this.#set(auditId, { status: 'started', execution, redrives: 0 }, own, { ':admitted': { S: 'admitted' } });
  }

  /**
   * Set from events, which come in any order. An older run of a redriven execution says nothing about a later run, an end outlasts "started", and an
   * execution that is not the row's own (the audit was purged and dropped again) says nothing at all. A rejected drop's execution succeeds, and the drop
   * stays rejected.
   */
  stands(auditId: string, execution: string, redrives: number, end: 'started' | 'succeeded' | { readonly failed: string }): Promise<void> {
    const status = typeof end === 'string' ? end : 'failed';
    const later = status === 'started' ? '' : ' OR #redrives = :redrives';
    const condition = [
      '(attribute_not_exists(#execution) OR #execution = :execution)',
      `(attribute_not_exists(#redrives) OR #redrives < :redrives${later})`,
      'NOT #status = :rejected',
    ].join(' AND ');
    const error = typeof end === 'string' ? {} : { error: end.failed };
    return this.#set(auditId, { status, execution, redrives, ...error }, condition, { ':rejected': { S: 'rejected' } });
  }

  rejected(auditId: string, error: string): Promise<void> {
    return this.#set(auditId, { status: 'rejected', error }, 'attribute_exists(pk)');
  }

  async forget(auditId: string): Promise<void> {
    await this.#client.send(new DeleteItemCommand({ TableName: this.#table, Key: this.#key(auditId) }));
  }

  /** Changes an existing row: a purged one stays purged. Writes nothing if the condition does not hold. */
  async #set(
    auditId: string,
    attributes: Readonly<Record<string, string | number>>,
    condition: string,
    more: Readonly<Record<string, AttributeValue>> = {},
  ): Promise<void> {
    const given = Object.entries(attributes);
    const update = new UpdateItemCommand({
      TableName: this.#table,
      Key: this.#key(auditId),
      UpdateExpression: `SET ${given.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: `attribute_exists(pk) AND (${condition})`,
      ExpressionAttributeNames: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(given.map(([name, value]) => [`:${name}`, typeof value === 'number' ? { N: `${value}` } : { S: value }])),
        ...more,
      },
    });
    await isWritten(this.#client.send(update));
  }

  #key(auditId: string) {
    return { pk: { S: `audit#${auditId}` } };
  }
}
