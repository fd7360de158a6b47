import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';

export type AuditStatus = 'admitted' | 'started' | 'rejected' | 'failed';

export interface LedgerEntry {
  readonly status: AuditStatus;
  /** The input of the execution, as it was first admitted: a replay starts with the same. */
  readonly input: string;
  readonly error: string | null;
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
    const entry: LedgerEntry = { status: 'admitted', input, error: null };
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
    return { status: Item['status']?.S as AuditStatus, input: Item['input']?.S ?? '', error: Item['error']?.S ?? null };
  }

  started(auditId: string): Promise<void> {
    return this.#set(auditId, 'started', null);
  }

  end(auditId: string, status: 'rejected' | 'failed', error: string): Promise<void> {
    return this.#set(auditId, status, error);
  }

  async #set(auditId: string, status: AuditStatus, error: string | null): Promise<void> {
    await this.#client.send(
      new UpdateItemCommand({
        TableName: this.#table,
        Key: this.#key(auditId),
        UpdateExpression: error === null ? 'SET #s = :s' : 'SET #s = :s, #e = :e',
        ExpressionAttributeNames: { '#s': 'status', ...(error === null ? {} : { '#e': 'error' }) },
        ExpressionAttributeValues: { ':s': { S: status }, ...(error === null ? {} : { ':e': { S: error } }) },
      }),
    );
  }

  #key(auditId: string) {
    return { pk: { S: `audit#${auditId}` } };
  }
}
