import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';

export type AuditStatus = 'admitted' | 'started' | 'rejected' | 'failed';

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
    return {
      status: Item['status']?.S as AuditStatus,
      input: Item['input']?.S ?? '',
      error: Item['error']?.S ?? null,
      execution: Item['execution']?.S ?? null,
    };
  }

  started(auditId: string, execution: string): Promise<void> {
    return this.#set(auditId, { status: 'started', execution });
  }

  async forget(auditId: string): Promise<void> {
    await this.#client.send(new DeleteItemCommand({ TableName: this.#table, Key: this.#key(auditId) }));
  }

  end(auditId: string, status: 'rejected' | 'failed', error: string): Promise<void> {
    return this.#set(auditId, { status, error });
  }

  async #set(auditId: string, attributes: Readonly<Record<string, string>>): Promise<void> {
    const names = Object.keys(attributes);
    await this.#client.send(
      new UpdateItemCommand({
        TableName: this.#table,
        Key: this.#key(auditId),
        UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(Object.entries(attributes).map(([name, S]) => [`:${name}`, { S }])),
      }),
    );
  }

  #key(auditId: string) {
    return { pk: { S: `audit#${auditId}` } };
  }
}
