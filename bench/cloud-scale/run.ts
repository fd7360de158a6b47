// One audit of many generalised items through the deployed definition, each function in a process of its own, so that its time and memory can be
// told from
// those of the emulation. Called by cloud-scale.bench.ts: node bench/cloud-scale/run.ts ITEMS [ROWS [MEMBERS [IN_ONE]]]; prints one line of JSON.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { estimate } from '../../cli/cloud/estimate.ts';
import { startCloud } from '../../cloud-local/cloud.ts';
import { synthesiseBundled } from '../../cloud-local/synth.ts';
import type { StackTemplate } from '../../cloud-local/template.ts';
import { pushIndex } from '../../shared/adapters/aws/push-source.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { buildInMemory } from '../../shared/adapters/local/index-file.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { Functions } from './functions.ts';

/** Generalised items by members, transactions each, and number in a transaction, with 2 context items. */
const [items = 0, ROWS = 4, MEMBERS = 4, IN_ONE = 8] = process.argv.slice(2).map(Number);
const CONTEXT = 400;

const random = seeded('cloud-scale', items);
const member = (item: number, at: number): string => `m${item}x${at}`;
const context = (): string => `c${random.below(CONTEXT)}`;

function* release(): Generator<Uint8Array> {
  for (let from = 0; from < items; from += IN_ONE) {
    let lines = '';
    for (let row = 0; row < ROWS; row += 1) {
      const generalised: string[] = [];
      for (let item = from; item < Math.min(items, from + IN_ONE); item += 1) {
        generalised.push(`(${Array.from({ length: MEMBERS }, (_, at) => member(item, at)).join(', ')})`);
      }
      lines += `${context()}, ${generalised.join(', ')}, x${random.below(CONTEXT)}\n`;
    }
    yield Buffer.from(lines);
  }
}

/** A corpus that holds every member with some context items. */
function* documents(): Generator<string[]> {
  for (let item = 0; item < items; item += 1) {
    yield Array.from(
      { length: MEMBERS },
      (_, at) => `${member(item, at)} ${context()} ${context()} x${random.below(CONTEXT)} ${context()}`,
    );
  }
}

const services = fork(new URL('../../cloud-local/services.ts', import.meta.url));
const [endpoints] = (await once(services, 'message')) as [{ readonly s3: string; readonly dynamo: string }];
const folder = mkdtempSync(join(tmpdir(), 'unveil-cloud-scale-'));
const stacks = synthesiseBundled(folder).stacks as readonly StackTemplate[];
const functions = new Functions(stacks, folder);
const cloud = await startCloud(
  { stacks },
  { services: endpoints, map: { concurrency: 1 }, intercept: (handler, payload) => functions.call(handler, payload) },
);
const { environment: env } = cloud;
let index: Uint8Array | null = await buildInMemory(documents(), { normalisation: { plurals: 'exact', segmenter: null } });
await pushIndex(cloud.s3, env['ASSETS_BUCKET'] ?? '', 'corpus:scale', { head: index, size: index.length, bytes: index });
index = null;
const inbox = new S3BlobStore(cloud.s3, { bucket: env['INBOX_BUCKET'] ?? '' });
let bytes = 0;
await inbox.write(
  'inbox/scale/release.txt',
  (async function* () {
    for (const piece of release()) {
      bytes += piece.length;
      yield piece;
    }
  })(),
);
const request = {
  release: 'release.txt',
  sources: ['corpus:scale'],
  context: { select: 'nearest', width: 2 },
};
await inbox.write('inbox/scale/audit.json', Buffer.from(JSON.stringify(request)));

/** An index is read once by each function, for whatever audit. */
async function requests(): Promise<number> {
  services.send('requests');
  const [told] = (await once(services, 'message')) as [{ readonly requests: Readonly<Record<string, number>> }];
  return Object.entries(told.requests).reduce((sum, [bucket, count]) => sum + (bucket === env['ASSETS_BUCKET'] ? 0 : count), 0);
}

const file = join(folder, 'release.txt');
writeFileSync(file, Buffer.concat([...(await Array.fromAsync(inbox.read('inbox/scale/release.txt')))]));
const { figures } = await estimate(file, 0, false);
const estimated = (service: string): number => Number.parseInt(figures.services.find((line) => line.service === service)?.how ?? '', 10);
const before = await requests();
const started = performance.now();
await cloud.deliver('inbox/scale/audit.json');
const outcome = await cloud.settle();
const seconds = (performance.now() - started) / 1000;
const counted = (await requests()) - before;
functions.stop();
await cloud.stop();
services.disconnect();
rmSync(folder, { recursive: true });
if (outcome === null || !('output' in outcome)) throw new Error(`the audit failed: ${JSON.stringify(outcome)}`);
const shape = { items, rows: ROWS, members: MEMBERS, cells: items * ROWS * MEMBERS, seconds, bytes, requests: counted };
const said = { requests: estimated('S3'), children: estimated('Step Functions'), dollars: figures.dollars };
process.stdout.write(`${JSON.stringify({ ...shape, estimated: said, functions: Object.fromEntries(functions.figures) })}\n`);
process.exit(0);
