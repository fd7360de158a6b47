import { ConditionalCheckFailedException, type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { FRESH, giveBack, type HostLimits, type PaceState, park, placesLeft, type Reservation, reserve } from '../../core/pacing/pacing.ts';
import type { HostPacer } from '../../ports/host-pacer.ts';
import { FULL_JITTER, type Jitter } from './dynamo-retry.ts';

/** Two Lambdas that change one row at once: the loser reads again. More losers than this in a row mean something else is wrong. */
const ATTEMPTS = 20;
const CEILING_MS = 50;
const SEEN_MS = 1_000;

/** Many workers changed the pace of one host at once for too long; the state machine tries again. */
export class PaceContended extends Error {
  override readonly name = 'PaceContended';
}

interface HostRow {
  readonly pace: PaceState;
  readonly places: readonly { readonly owner: string; readonly held: number; readonly until: number }[];
}

const FRESH_ROW: HostRow = { pace: FRESH, places: [] };

/**
 * One pace a host for all Lambdas of a stack: a row `pace#<host>` of the ledger, changed only from the version that was read.
 * A reservation is for a chunk of calls, so a host of ten calls a second costs about two writes a second.
 */
export class DynamoHostPacer implements HostPacer {
  readonly #client: DynamoDBClient;
  readonly #table: string;
  readonly #jitter: Jitter;
  readonly #parked = new Map<string, { readonly until: number; readonly at: number }>();

  constructor(client: DynamoDBClient, table: string, jitter: Jitter = FULL_JITTER) {
    this.#client = client;
    this.#table = table;
    this.#jitter = jitter;
  }

  admit(host: string, owner: string, wanted: number, limits: HostLimits, now: number, until: number): Promise<number> {
    return this.#change(host, ({ pace, places }) => {
      const others = places.filter((place) => place.owner !== owner && place.until > now);
      const held = placesLeft(wanted, others.reduce((total, place) => total + place.held, 0), limits); // biome-ignore format: one line
      return [{ pace, places: held === 0 ? others : [...others, { owner, held, until }] }, held];
    });
  }

  leave(host: string, owner: string): Promise<void> {
    return this.#change(host, ({ pace, places }) => [{ pace, places: places.filter((place) => place.owner !== owner) }, undefined]);
  }

  reserve(host: string, wanted: number, limits: HostLimits, now: number): Promise<Reservation> {
    return this.#change(host, ({ pace, places }) => {
      const { state, reservation } = reserve(pace, wanted, limits, now);
      return [{ pace: state, places }, reservation];
    });
  }

  giveBack(host: string, day: number, unused: number): Promise<void> {
    return this.#change(host, ({ pace, places }) => [{ pace: giveBack(pace, day, unused), places }, undefined]);
  }

  park(host: string, until: number): Promise<void> {
    this.#parked.delete(host);
    return this.#change(host, ({ pace, places }) => [{ pace: park(pace, until), places }, undefined]);
  }

  /** Asked before each call: what was read within the last second is good enough, and a row is read once a second instead. */
  async parkedUntil(host: string): Promise<number> {
    const known = this.#parked.get(host);
    const now = performance.now();
    if (known !== undefined && now - known.at < SEEN_MS) return known.until;
    const { parkedUntil: until } = (await this.#read(host)).row.pace;
    this.#parked.set(host, { until, at: now });
    return until;
  }

  async #read(host: string): Promise<{ readonly row: HostRow; readonly version: number }> {
    const { Item } = await this.#client.send(new GetItemCommand({ TableName: this.#table, Key: keyOf(host), ConsistentRead: true }));
    if (Item?.['row']?.S === undefined) return { row: FRESH_ROW, version: 0 };
    return { row: JSON.parse(Item['row'].S) as HostRow, version: Number(Item['version']?.N) };
  }

  async #change<T>(host: string, change: (row: HostRow) => [HostRow, T]): Promise<T> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt > 0) await this.#jitter.pause(this.#jitter.random() * CEILING_MS * attempt);
      const { row, version } = await this.#read(host);
      const [next, answer] = change(row);
      if (await this.#write(host, next, version)) return answer;
    }
    throw new PaceContended(`the pace of a host was changed by others ${ATTEMPTS} times in a row`);
  }

  async #write(host: string, row: HostRow, version: number): Promise<boolean> {
    try {
      await this.#client.send(
        new PutItemCommand({
          TableName: this.#table,
          Item: { ...keyOf(host), row: { S: JSON.stringify(row) }, version: { N: String(version + 1) } },
          ConditionExpression: 'attribute_not_exists(pk) OR version = :read',
          ExpressionAttributeValues: { ':read': { N: String(version) } },
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }
}

const keyOf = (host: string) => ({ pk: { S: `pace#${host}` } });
