// One audit of many generalised items through the deployed definition, in a process of its own so that its memory can be told.
// Called by cloud-scale.bench.ts: node bench/cloud-scale-run.ts ITEMS; prints one line of JSON.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Intercept, startCloud } from '../cloud-local/cloud.ts';
import { stackTemplates } from '../cloud-local/snapshot.ts';
import { pushIndex } from '../shared/adapters/aws/push-source.ts';
import { S3BlobStore } from '../shared/adapters/aws/s3-blob-store.ts';
import { buildInMemory } from '../shared/adapters/local/index-file.ts';
import { seeded } from '../shared/core/random/random.ts';

const items = Number(process.argv[2]);
/** Generalised items of 4 members, each in 4 transactions; 8 of them in a transaction, with 3 context items. */
const MEMBERS = 4;
const ROWS = 4;
const IN_ONE = 8;
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

const services = fork(new URL('../cloud-local/services.ts', import.meta.url));
const [endpoints] = (await once(services, 'message')) as [{ readonly s3: string; readonly dynamo: string }];
/** Processor seconds and calls of each handler. One call at a time, so that what the process uses meanwhile is the call's. */
const steps = new Map<string, { seconds: number; calls: number; longest: number }>();
const intercept: Intercept = async (handler, _payload, call) => {
  const before = process.cpuUsage();
  try {
    return await call();
  } finally {
    const { user, system } = process.cpuUsage(before);
    const step = steps.get(handler) ?? { seconds: 0, calls: 0, longest: 0 };
    const seconds = (user + system) / 1e6;
    steps.set(handler, { seconds: step.seconds + seconds, calls: step.calls + 1, longest: Math.max(step.longest, seconds) });
  }
};
const cloud = await startCloud(await stackTemplates(), { services: endpoints, map: { concurrency: 1 }, intercept });
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
globalThis.gc?.();

let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 50);
const [before, started] = [process.cpuUsage(), performance.now()];
await cloud.deliver('inbox/scale/audit.json');
const outcome = await cloud.settle();
const [cpu, seconds] = [process.cpuUsage(before), (performance.now() - started) / 1000];
clearInterval(watch);
if (outcome === null || !('output' in outcome)) throw new Error(`the audit failed: ${JSON.stringify(outcome)}`);
process.stdout.write(
  `${JSON.stringify({ items, seconds, cpu: (cpu.user + cpu.system) / 1e6, peak, bytes, steps: Object.fromEntries(steps) })}\n`,
);
await cloud.stop();
services.disconnect();
process.exit(0);
