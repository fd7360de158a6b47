import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { S3Client } from '@aws-sdk/client-s3';

export interface S3Home {
  readonly client: S3Client;
  stop(): Promise<void>;
}

export const s3Client = (endpoint: string, options: object = {}): S3Client =>
  new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'LOCALACCESS', secretAccessKey: 'LOCALSECRET' },
    ...options,
  });

/** Ceph's gateway (scripts/radosgw) in a folder and on ports of its own. */
export async function startCeph(): Promise<S3Home & { readonly endpoint: string }> {
  const folder = join(mkdtempSync(join(tmpdir(), 'unveil-ceph-')), 'gateway');
  const { stdout } = await promisify(execFile)('scripts/radosgw', ['start', folder, String(await freePort())]);
  const endpoint = /AWS_ENDPOINT_URL_S3=(\S+)/.exec(stdout)?.[1];
  if (endpoint === undefined) throw new Error('scripts/radosgw named no endpoint');
  // The gateway knows checksums as trailers only in part.
  const client = s3Client(endpoint, { requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' });
  return {
    client,
    endpoint,
    async stop() {
      client.destroy();
      execFileSync('scripts/radosgw', ['stop', folder]);
    },
  };
}

/** A port that is free now, with the two above it for the gateway's monitor: taken from a range that nothing hands out by itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + 3 * Math.floor(Math.random() * 3_000);
    const free = await Promise.all([port, port + 1, port + 2].map(isFree));
    if (free.every(Boolean)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
