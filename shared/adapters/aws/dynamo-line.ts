import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ConditionalCheckFailedException, type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { type Line, line } from '../../contracts/line.ts';
import { parseContract } from '../../contracts/parse.ts';

/** Two starters and two recorders write it at most, each for milliseconds. */
const TRIES = 40;
const LONGEST_PAUSE_MS = 500;
/** A line of 8,000, packed, is a third of what a row may have; unpacked it is no more than this. */
const MOST_BYTES = 8_000_000;

/** The line as one row of the ledger: `v` how often it was written, `b` what it says, gzipped. */
export class DynamoLine {
  readonly #client: DynamoDBClient;
  readonly #table: string;
  readonly #empty: Line;

  constructor(client: DynamoDBClient, table: string, empty: Line) {
    this.#client = client;
    this.#table = table;
    this.#empty = empty;
  }

  async read(): Promise<Line> {
    return (await this.#read()).line;
  }

  async update<T>(change: (line: Line) => { readonly line: Line; readonly answer: T }): Promise<T> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const { line: before, version } = await this.#read();
      const { line: after, answer } = change(before);
      if (after === before || (await this.#write(after, version))) return answer;
      await pause(Math.random() * Math.min(LONGEST_PAUSE_MS, 10 * 2 ** attempt));
    }
    throw new LineContended(`the line was changed by others ${TRIES} times`);
  }

  async #read(): Promise<{ readonly line: Line; readonly version: number }> {
    const { Item } = await this.#client.send(new GetItemCommand({ TableName: this.#table, Key: KEY, ConsistentRead: true }));
    if (Item?.['b']?.B === undefined) return { line: this.#empty, version: 0 };
    const text = gunzipSync(Item['b'].B, { maxOutputLength: MOST_BYTES }).toString();
    return { line: parseContract(line, JSON.parse(text)), version: Number(Item['v']?.N) };
  }

  async #write(after: Line, version: number): Promise<boolean> {
    try {
      await this.#client.send(
        new PutItemCommand({
          TableName: this.#table,
          Item: { ...KEY, v: { N: String(version + 1) }, b: { B: gzipSync(JSON.stringify(after)) } },
          ConditionExpression: 'attribute_not_exists(pk) OR v = :v',
          ExpressionAttributeValues: { ':v': { N: String(version) } },
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }
}

const KEY = { pk: { S: 'line' } };

/** Delivered again, or retried: whoever changes the line is done in milliseconds. */
class LineContended extends Error {
  override readonly name = 'LineContended';
}
