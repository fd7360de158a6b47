import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';

type AuditStatus = 'admitted' | 'started' | 'succeeded' | 'rejected' | 'failed';

export interface LedgerEntry {
  readonly status: AuditStatus;
  /** The admission, as it was the first time: a replay starts with the same. Names of objects and hashes, no item. */
  readonly input: string;
  readonly error: string | null;
  /** The execution's name, once it was started. */
  readonly execution: string | null;
}

/** Which drops were admitted, and how they ended if not well: rows `audit#<id>`. */
export class DynamoLedger {
  readonly #client: DynamoDBClient;
  readonly #table: string;

  constructor(client: DynamoDBClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Admits once; answers what stands there, this admission or the earlier one. */
  async admit(auditId: string, input: string): Promise<LedgerEntry> {
    const entry: LedgerEntry = { status: 'admitted', input, error: null, execution: null };
    try {
      await this.#client.send(
        new PutItemCommand({
          TableName: this.#table,
          Item: { pk: { S: `audit#${auditId}` }, status: { S: entry.status }, input: { S: input } },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
      return entry;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return (await this.entry(auditId)) ?? entry;
    }
  }

  async entry(auditId: string): Promise<LedgerEntry | null> {
    const { Item } = await this.#client.send(new GetItemCommand({ TableName: this.#table, Key: this.#key(auditId), ConsistentRead: true }));
    if (Item === undefined) return null;
    const status = Item['status']?.S as AuditStatus;
    return {
      status,
      input: Item['input']?.S ?? '',
      // Of an earlier end, where it runs again.
      error: status === 'failed' || status === 'rejected' ? (Item['error']?.S ?? null) : null,
      execution: Item['execution']?.S ?? null,
    };
  }

  /** By whom started it. What the execution has told of itself since, stays. */
  started(auditId: string, execution: string): Promise<void> {
    const own = '#status = :admitted OR attribute_not_exists(#execution) OR #execution <> :execution';
    return this.#set(auditId, { status: 'started', execution, redrives: 0 }, own, { ':admitted': { S: 'admitted' } });
  }

  /**
   * By whom watches it. Events come in any order: an older run of a redriven execution says nothing of a younger one, an end outlasts
   * "started", and an execution that is not the row's own (it was purged and dropped again) says nothing at all. A rejected drop's execution
   * ends well, and the drop stays rejected.
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

  /** Of a row that is there: what was purged stays purged. Where the condition does not hold, nothing is written. */
  async #set(
    auditId: string,
    attributes: Readonly<Record<string, string | number>>,
    condition: string,
    more: Readonly<Record<string, AttributeValue>> = {},
  ): Promise<void> {
    const given = Object.entries(attributes);
    try {
      await this.#client.send(
        new UpdateItemCommand({
          TableName: this.#table,
          Key: this.#key(auditId),
          UpdateExpression: `SET ${given.map(([name]) => `#${name} = :${name}`).join(', ')}`,
          ConditionExpression: `attribute_exists(pk) AND (${condition})`,
          ExpressionAttributeNames: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
          ExpressionAttributeValues: {
            ...Object.fromEntries(given.map(([name, value]) => [`:${name}`, typeof value === 'number' ? { N: `${value}` } : { S: value }])),
            ...more,
          },
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }

  #key(auditId: string) {
    return { pk: { S: `audit#${auditId}` } };
  }
}
