import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Line, line } from '../../contracts/line.ts';
import { parseContract } from '../../contracts/parse.ts';
import { VersionedRow } from './versioned-row.ts';

/** At most two starters and two recorders write the line, each for milliseconds. */
const ATTEMPTS = 40;
const LONGEST_PAUSE_MS = 500;
/** A line of 8,000 takes a third of a row when packed, and no more than this unpacked. */
const MOST_BYTES = 8_000_000;
const KEY = 'line';

/** The line as one row of the ledger: `v` version, `b` gzipped JSON. */
export class DynamoLine {
  readonly #row: VersionedRow<Line>;

  constructor(client: DynamoDBClient, table: string, empty: Line) {
    this.#row = new VersionedRow(client, table, {
      value: 'b',
      version: 'v',
      empty,
      encode: (value) => ({ B: gzipSync(JSON.stringify(value)) }),
      decode: ({ B = new Uint8Array() }) => parseContract(line, JSON.parse(gunzipSync(B, { maxOutputLength: MOST_BYTES }).toString())),
      attempts: ATTEMPTS,
      pause: (attempt) => pause(Math.random() * Math.min(LONGEST_PAUSE_MS, 5 * 2 ** attempt)),
      contended: (attempts) => new LineContended(`the line was changed by others ${attempts} times`),
    });
  }

  async read(): Promise<Line> {
    return (await this.#row.read(KEY)).value;
  }

  update<T>(change: (line: Line) => { readonly line: Line; readonly answer: T }): Promise<T> {
    return this.#row.change(KEY, (before) => {
      const { line: after, answer } = change(before);
      return [after, answer];
    });
  }
}

/** The message is delivered again, or the step retried: each change takes milliseconds. */
class LineContended extends Error {
  override readonly name = 'LineContended';
}
