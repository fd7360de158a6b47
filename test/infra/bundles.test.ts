// The bundles that `cdk deploy` would upload: loaded by Node 24 in an empty folder, and an audit run with them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type LocalCloud, startCloud } from '../../cloud-local/cloud.ts';
import { synthesiseBundled } from '../../cloud-local/synth.ts';
import type { StackTemplate } from '../../cloud-local/template.ts';
import { HANDLER_METADATA } from '../../infra/constructs/workflow-function.ts';
import { dropInto } from '../helpers/both-homes.ts';
import { bucketOf, pushWordnet } from '../helpers/cloud.ts';
import { disassociatedDataset } from '../helpers/disassociated-dataset.ts';

const HANDLERS = readdirSync('functions').filter((name) => !name.endsWith('.ts'));
/**
 * A bundle is loaded at every cold start: 2.2 MB take 0.15 s of one processor, as 1.4 MB do, most of it the SDK's start (docs/adr/packaging.md); 3.4 MB,
 * of learning with the model's client, 0.2 s.
 */
const MOST_BYTES = 3_500_000;

let folder: string;
let stacks: readonly StackTemplate[];
/** The bundle of each handler. */
const bundles = new Map<string, string>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-bundles-'));
  stacks = synthesiseBundled(join(folder, 'out')).stacks as readonly StackTemplate[];
  for (const { template } of stacks) {
    for (const resource of Object.values(template.Resources as Record<string, Resource>)) {
      const handler = resource.Metadata?.[HANDLER_METADATA];
      if (handler === undefined) continue;
      bundles.set(handler, join(folder, 'out', `asset.${resource.Properties.Code.S3Key.replace(/\.zip$/, '')}`));
    }
  }
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

interface Resource {
  readonly Metadata?: Readonly<Record<string, string>>;
  readonly Properties: { readonly Code: { readonly S3Key: string } };
}

test('each handler has a bundle of one file, small enough, without a source map', () => {
  expect([...bundles.keys()].toSorted()).toEqual(HANDLERS.toSorted());
  for (const [handler, at] of bundles) {
    expect([handler, readdirSync(at)]).toEqual([handler, ['index.mjs']]);
    const { size } = statSync(join(at, 'index.mjs'));
    expect([handler, size > 100_000, size < MOST_BYTES]).toEqual([handler, true, true]);
  }
});

test('functions keep the names they are written with, and none is named again whenever it is made', () => {
  const code = readFileSync(join(bundles.get('attack-units') ?? '', 'index.mjs'), 'utf8');
  expect(code).toMatch(/async function attackStep\b/);
  for (const at of bundles.values()) expect(readFileSync(join(at, 'index.mjs'), 'utf8')).not.toMatch(/\b__name\(/);
});

test('there is one version of the SDK to bundle', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { readonly packages: object };
  const second = Object.keys(packages).filter((name) => /\/node_modules\/(@aws-sdk|@smithy)\//.test(name.slice('node_modules'.length)));
  // Types are not bundled.
  expect(second.filter((name) => !name.endsWith('@smithy/types'))).toEqual([]);
});

test('each bundle brings all it needs: it loads in an empty folder, and holds no locales', () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const modules = [...bundles.values()].map((at) => pathToFileURL(join(at, 'index.mjs')).href);
  const script = `for (const module of ${JSON.stringify(modules)}) console.log(typeof (await import(module)).handler)`;
  const env = { AWS_REGION: 'us-east-1', POWERTOOLS_TRACE_ENABLED: 'false' };
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: empty, env, encoding: 'utf8' });
  expect(said).toBe('function\n'.repeat(bundles.size));
  for (const [handler, at] of bundles) {
    const code = readFileSync(join(at, 'index.mjs'), 'utf8');
    // zod's locales are one of each; German is as good as any.
    expect([handler, code.includes('Ungültige Eingabe')]).toEqual([handler, false]);
  }
});

/** Of live sources, of large releases (test/workflow/planned-in-parts.test.ts) and of bad drops (below): they load, and refuse what is not theirs. */
const BY_OTHERS = ['fetch-counts', 'finish-parts', 'gather-units', 'record-rejection', 'spread-rows'];

describe('an audit with the bundles', () => {
  let cloud: LocalCloud;
  beforeAll(async () => {
    cloud = await startCloud({ stacks }, { moduleOf: (handler) => pathToFileURL(join(bundles.get(handler) ?? '', 'index.mjs')).href });
    await pushWordnet(cloud);
  });
  afterAll(() => cloud?.stop());

  test('goes from the drop to the results through every function of its path, for both kinds of release and a campaign', async () => {
    const called = new Set<string>();
    cloud.set({
      intercept: (handler, _, call) => {
        called.add(handler);
        return call();
      },
    });
    const inbox = bucketOf(cloud, 'INBOX');
    await inbox.write('inbox/hospital/release.txt', readFileSync('examples/hospital/release.txt'));
    await inbox.write('inbox/hospital/original.txt', readFileSync('examples/hospital/original.txt'));
    await inbox.write('inbox/hospital/audit.json', Buffer.from(JSON.stringify({ release: 'release.txt', original: 'original.txt' })));
    await cloud.deliver('inbox/hospital/audit.json');
    expect(await cloud.settle()).toMatchObject({ output: { published: { lostUnits: 0 } } });
    const made = disassociatedDataset(['fever', 'cough', 'asthma', 'rash', 'stroke', 'cancer'], 30, { k: 3, m: 2, maxCluster: 9 });
    const clusters = { name: 'clusters', release: ['c.json', made.release], original: ['c.jsonl', made.original] } as const;
    await cloud.deliver(await dropInto(cloud, 'clusters', { ...clusters, request: { claim: { k: 3 } } }));
    expect(await cloud.settle()).toMatchObject({ output: { published: { lostUnits: 0 } } });
    await inbox.write('inbox/campaigns/c/a.txt', Buffer.from('fever, (cough, asthma)\nrash, (cough, asthma)\n'));
    const audits = [{ name: 'a', release: 'c/a.txt', attacks: ['rba'] }];
    await inbox.write('inbox/campaigns/c.json', Buffer.from(JSON.stringify({ audits })));
    await cloud.deliver('inbox/campaigns/c.json');
    await cloud.settle();
    await cloud.tick();
    expect(HANDLERS.filter((handler) => !called.has(handler))).toEqual(BY_OTHERS);
  }, 300_000);

  test('ends a bad drop in the record of rejections', async () => {
    await bucketOf(cloud, 'INBOX').write('inbox/bad.txt', Buffer.from('fever, (cough\n'));
    await cloud.deliver('inbox/bad.txt');
    expect(await cloud.settle()).toMatchObject({ output: { recorded: { status: 'rejected' } } });
  });

  test.each(HANDLERS)('%s refuses an event that is not its own, by the name that the machine knows', async (handler) => {
    await expect(cloud.invoke(handler, { nonsense: true })).rejects.toMatchObject({ name: 'ContractError' });
  });
});
