import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { Json } from './definition.ts';

/** A child, as the service describes it in its result files. */
export interface ChildResult {
  readonly name: string;
  readonly input: Json;
  readonly outcome: { readonly output: Json } | { readonly error: string; readonly cause: string };
}

interface ResultFile {
  readonly Key: string;
  readonly Size: number;
}

/** Writes `SUCCEEDED_n.json`, `FAILED_n.json` and `manifest.json` in the service's layout (transformation NONE). Files are small, so that a reader of the first one only is detected. */
export class ResultWriter {
  readonly #s3: S3Client;
  readonly #bucket: string;
  readonly #folder: string;
  readonly #mapRunArn: string;
  readonly #childrenAFile: number;
  readonly #files: { SUCCEEDED: ResultFile[]; FAILED: ResultFile[]; PENDING: ResultFile[] } = { SUCCEEDED: [], FAILED: [], PENDING: [] };
  readonly #held: { SUCCEEDED: object[]; FAILED: object[] } = { SUCCEEDED: [], FAILED: [] };

  constructor(s3: S3Client, place: { readonly Bucket: string; readonly Prefix: string }, mapRunArn: string, childrenAFile: number) {
    this.#s3 = s3;
    this.#bucket = place.Bucket;
    this.#folder = `${place.Prefix.replace(/\/$/, '')}/${mapRunArn.split(':').at(-1)}`;
    this.#mapRunArn = mapRunArn;
    this.#childrenAFile = childrenAFile;
  }

  async add({ name, input, outcome }: ChildResult): Promise<void> {
    const status = 'output' in outcome ? 'SUCCEEDED' : 'FAILED';
    const facts =
      'output' in outcome
        ? { Output: JSON.stringify(outcome.output), OutputDetails: { Included: true } }
        : { Error: outcome.error, Cause: outcome.cause };
    const record = {
      ExecutionArn: `${this.#mapRunArn}:${name}`,
      Input: JSON.stringify(input),
      InputDetails: { Included: true },
      Name: name,
      ...facts,
      StateMachineArn: this.#mapRunArn,
      Status: status,
    };
    const held = this.#held[status];
    held.push(record);
    if (held.length === this.#childrenAFile) await this.#flush(status);
  }

  async end(): Promise<{ readonly MapRunArn: string; readonly ResultWriterDetails: { readonly Bucket: string; readonly Key: string } }> {
    await this.#flush('SUCCEEDED');
    await this.#flush('FAILED');
    const Key = `${this.#folder}/manifest.json`;
    await this.#put(Key, JSON.stringify({ DestinationBucket: this.#bucket, MapRunArn: this.#mapRunArn, ResultFiles: this.#files }));
    return { MapRunArn: this.#mapRunArn, ResultWriterDetails: { Bucket: this.#bucket, Key } };
  }

  async #flush(status: 'SUCCEEDED' | 'FAILED'): Promise<void> {
    const records = this.#held[status].splice(0);
    if (records.length === 0) return;
    const body = JSON.stringify(records);
    const Key = `${this.#folder}/${status}_${this.#files[status].length}.json`;
    this.#files[status].push({ Key, Size: Buffer.byteLength(body) });
    await this.#put(Key, body);
  }

  #put(Key: string, Body: string): Promise<unknown> {
    return this.#s3.send(new PutObjectCommand({ Bucket: this.#bucket, Key, Body, ContentType: 'application/json' }));
  }
}
