import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { FRESH, giveBack, type HostLimits, type PaceState, park, placesLeft, type Reservation, reserve } from '../../core/pacing/pacing.ts';
import type { HostPacer } from '../../ports/host-pacer.ts';
import { FULL_JITTER, type Jitter } from './dynamo-retry.ts';
import { VersionedRow } from './versioned-row.ts';

/** More lost races than this in a row have another cause. */
const ATTEMPTS = 20;
const CEILING_MS = 50;
const SEEN_MS = 1_000;

/** Many workers changed the pace of one host at once. The state machine tries again. */
export class PaceContended extends Error {
  override readonly name = 'PaceContended';
}

interface HostRow {
  readonly pace: PaceState;
  readonly places: readonly { readonly owner: string; readonly held: number; readonly until: number }[];
}

const FRESH_ROW: HostRow = { pace: FRESH, places: [] };

/**
 * The pace of a host for all Lambdas of a stack: a row `pace#<host>` of the ledger. A reservation is for several calls, so a host of ten calls a second
 * costs about two writes a second.
 */
export class DynamoHostPacer implements HostPacer {
  readonly #rows: VersionedRow<HostRow>;
  readonly #parked = new Map<string, { readonly until: number; readonly at: number }>();

  constructor(client: DynamoDBClient, table: string, jitter: Jitter = FULL_JITTER) {
    this.#rows = new VersionedRow(client, table, {
      value: 'row',
      version: 'version',
      empty: FRESH_ROW,
      encode: (row) => ({ S: JSON.stringify(row) }),
      decode: ({ S = '' }) => JSON.parse(S) as HostRow,
      attempts: ATTEMPTS,
      pause: (attempt) => jitter.pause(jitter.random() * CEILING_MS * attempt),
      contended: (attempts) => new PaceContended(`the pace of a host was changed by others ${attempts} times in a row`),
    });
  }

  admit(host: string, owner: string, wanted: number, limits: HostLimits, now: number, until: number): Promise<number> {
    return this.#rows.change(keyOf(host), ({ pace, places }) => {
      const others = places.filter((place) => place.owner !== owner && place.until > now);
      const held = placesLeft(wanted, others.reduce((total, place) => total + place.held, 0), limits); // biome-ignore format: one line
      return [{ pace, places: held === 0 ? others : [...others, { owner, held, until }] }, held];
    });
  }

  leave(host: string, owner: string): Promise<void> {
    return this.#rows.change(keyOf(host), ({ pace, places }) => [
      { pace, places: places.filter((place) => place.owner !== owner) },
      undefined,
    ]);
  }

  reserve(host: string, wanted: number, limits: HostLimits, now: number): Promise<Reservation> {
    return this.#rows.change(keyOf(host), ({ pace, places }) => {
      const { state, reservation } = reserve(pace, wanted, limits, now);
      return [{ pace: state, places }, reservation];
    });
  }

  giveBack(host: string, day: number, unused: number): Promise<void> {
    return this.#rows.change(keyOf(host), ({ pace, places }) => [{ pace: giveBack(pace, day, unused), places }, undefined]);
  }

  park(host: string, until: number): Promise<void> {
    this.#parked.delete(host);
    return this.#rows.change(keyOf(host), ({ pace, places }) => [{ pace: park(pace, until), places }, undefined]);
  }

  /** Called before each call to the host, so the row is read only once a second. */
  async parkedUntil(host: string): Promise<number> {
    const known = this.#parked.get(host);
    const now = performance.now();
    if (known !== undefined && now - known.at < SEEN_MS) return known.until;
    const { parkedUntil: until } = (await this.#rows.read(keyOf(host))).value.pace;
    this.#parked.set(host, { until, at: now });
    return until;
  }
}

const keyOf = (host: string): string => `pace#${host}`;
