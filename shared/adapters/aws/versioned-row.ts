import { type AttributeValue, type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { isWritten } from './dynamo-conditions.ts';

/** Names of the attributes, the form of the value, and what to do while others write. */
interface RowRules<T> {
  readonly value: string;
  readonly version: string;
  readonly empty: T;
  readonly encode: (value: T) => AttributeValue;
  readonly decode: (attribute: AttributeValue) => T;
  readonly attempts: number;
  readonly pause: (attempt: number) => Promise<unknown>;
  readonly contended: (attempts: number) => Error;
}

/** Rows of the ledger that many change at once. Each writes only over the version that it read; who loses the race reads again. */
export class VersionedRow<T> {
  readonly #client: DynamoDBClient;
  readonly #table: string;
  readonly #rules: RowRules<T>;

  constructor(client: DynamoDBClient, table: string, rules: RowRules<T>) {
    this.#client = client;
    this.#table = table;
    this.#rules = rules;
  }

  async read(key: string): Promise<{ readonly value: T; readonly version: number }> {
    const { value, version, empty, decode } = this.#rules;
    const { Item } = await this.#client.send(new GetItemCommand({ TableName: this.#table, Key: { pk: { S: key } }, ConsistentRead: true }));
    const held = Item?.[value];
    return held === undefined ? { value: empty, version: 0 } : { value: decode(held), version: Number(Item?.[version]?.N) };
  }

  /** A change that returns the same value writes nothing. */
  async change<A>(key: string, change: (value: T) => readonly [T, A]): Promise<A> {
    const { attempts, pause, contended } = this.#rules;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (attempt > 0) await pause(attempt);
      const { value, version } = await this.read(key);
      const [next, answer] = change(value);
      if (next === value || (await this.#write(key, next, version))) return answer;
    }
    throw contended(attempts);
  }

  #write(key: string, next: T, read: number): Promise<boolean> {
    const { value, version, encode } = this.#rules;
    const put = new PutItemCommand({
      TableName: this.#table,
      Item: { pk: { S: key }, [value]: encode(next), [version]: { N: String(read + 1) } },
      ConditionExpression: `attribute_not_exists(pk) OR ${version} = :read`,
      ExpressionAttributeValues: { ':read': { N: String(read) } },
    });
    return isWritten(this.#client.send(put));
  }
}
