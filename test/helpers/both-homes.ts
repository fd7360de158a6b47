import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditFiles } from '../../cli/audit/audit-files.ts';
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import type { ExecutionOutcome, LoggedEvent } from '../../cloud-local/workflow/run.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { QUIET } from '../../shared/ports/progress.ts';
import { bucketOf, cloudWithWordnet, comparedName, isCompared } from './cloud.ts';
import { ownHome } from './own-home.ts';

/** One audit that both homes are asked for. File names are those of the release and its original, without a folder. */
export interface AskedOfBoth {
  readonly name: string;
  readonly release: readonly [file: string, text: string];
  readonly original?: readonly [file: string, text: string];
  /** Further files that the request names, by their names. */
  readonly beside?: Readonly<Record<string, string>>;
  readonly request: object;
}

/** Files written at home, by name (tables: table and part), without those that contain times. */
export async function atHome(folder: string, { name, release, original, beside = {}, request }: AskedOfBoth): Promise<Map<string, Buffer>> {
  const files = original === undefined ? { release } : { release, original };
  const paths = Object.entries(files).map(([role, [file, text]]) => {
    const path = join(folder, `${name}-${file}`);
    writeFileSync(path, text);
    return [role, path];
  });
  const own = join(folder, `${name}-beside`);
  mkdirSync(own);
  for (const [file, text] of Object.entries(beside)) writeFileSync(join(own, file), text);
  const named = Object.entries(request).map(([key, value]) => [
    key,
    typeof value === 'string' && value in beside ? join(own, value) : value,
  ]);
  const out = join(folder, `${name}-out`);
  await auditFiles(auditRequest.parse({ ...Object.fromEntries(named), ...Object.fromEntries(paths) }), { name, out, progress: QUIET });
  const written = readdirSync(out, { recursive: true, encoding: 'utf8' });
  return new Map(written.filter(isCompared).map((file) => [comparedName(file), readFileSync(join(out, file))]));
}

/** Puts the files of an audit into a folder of the inbox; answers the key that starts it. */
export async function dropInto(
  cloud: LocalCloud,
  folder: string,
  { name, release, original, beside = {}, request }: AskedOfBoth,
): Promise<string> {
  const inbox = bucketOf(cloud, 'INBOX');
  const files = original === undefined ? { release } : { release, original };
  for (const [file, text] of [...Object.values(files), ...Object.entries(beside)])
    await inbox.write(`inbox/${folder}/${file}`, Buffer.from(text));
  const names = Object.fromEntries(Object.entries(files).map(([role, [file]]) => [role, file]));
  await inbox.write(`inbox/${folder}/audit.json`, Buffer.from(JSON.stringify({ ...request, name, ...names })));
  return `inbox/${folder}/audit.json`;
}

/** Files published in the cloud, named as at home. */
export async function publishedBy(cloud: LocalCloud, auditId: string): Promise<Map<string, Buffer>> {
  const results = bucketOf(cloud, 'RESULTS');
  const published = new Map<string, Buffer>();
  for await (const { key } of results.list('results/')) {
    if (key.includes(auditId) && isCompared(key)) published.set(comparedName(key), Buffer.concat(await Array.fromAsync(results.read(key))));
  }
  return published;
}

export interface Ended {
  readonly id: string;
  readonly outcome: ExecutionOutcome | null;
}

/** An audit in the cloud, from its drop to its end. */
export async function inTheCloud(cloud: LocalCloud, folder: string, asked: AskedOfBoth): Promise<Ended> {
  await cloud.deliver(await dropInto(cloud, folder, asked));
  const outcome = await cloud.settle();
  return { id: [...cloud.executions.keys()].at(-1) as string, outcome };
}

/** The audit succeeded, and published these files with these bytes. */
export async function expectPublished(cloud: LocalCloud, { id, outcome }: Ended, expected: ReadonlyMap<string, Buffer>): Promise<void> {
  expect(outcome).toHaveProperty('output');
  const published = await publishedBy(cloud, id);
  expect([...published.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
  for (const [file, bytes] of expected) expect({ file, same: published.get(file)?.equals(bytes) }).toEqual({ file, same: true });
}

/** Ways to split the work of a map and to order its children: none may show in a result. */
export const SPLITS = [
  ['batches as planned', {}],
  ['batches of 1', { batchSize: 1 }],
  ['one batch', { batchSize: 1_000_000 }],
  ['batches of 3 in shuffled order', { batchSize: 3, shuffle: <T>(values: T[]): T[] => shuffle(values, seeded('order')) }],
] as const;

/** For kinds that share the steps of attacks by structure: those steps meet every split in same-bytes and same-bytes-clusters. */
export const SOME_SPLITS = [SPLITS[0], SPLITS[3]] as const;

/** Of whole executions: states carry pointers and figures. */
export function expectNoItem(events: readonly LoggedEvent[], items: readonly string[]): void {
  const seen = JSON.stringify(events);
  expect(events.filter(({ type }) => type === 'StateEntered').length).toBeGreaterThan(80);
  expect(items.filter((item) => new RegExp(`\\b${item}\\b`).test(seen))).toEqual([]);
}

/** Set-up shared by the tests of a file. */
export interface BothHomes {
  readonly cloud: LocalCloud;
  readonly folder: string;
}

/**
 * A folder and a cloud for all tests of a file: its functions read their environment once. `prepare` writes into the folder what they need, or
 * audits at home, before the cloud starts.
 */
export function bothHomes(
  prepare: (folder: string) => Promise<void> | void = () => {},
  settings: Readonly<Record<string, unknown>> = {},
): BothHomes {
  const folder = ownHome();
  const homes: { folder: string; cloud?: LocalCloud } = { folder };
  beforeAll(async () => {
    await prepare(folder);
    homes.cloud = await cloudWithWordnet({}, settings);
  }, 300_000);
  afterAll(() => homes.cloud?.stop());
  return homes as BothHomes;
}

/**
 * Audits of kinds that are attacked by their structure: their tables, through both homes, whatever the map does. Each `make` is given a folder to
 * write into; `beside`: what a kind writes beside its tables; `parts`: how many there are of `exposures` and `people`.
 */
export function sameBytesInBothHomes(
  cases: Readonly<Record<string, (folder: string) => Promise<Omit<AskedOfBoth, 'name'>>>>,
  { beside = [], parts = 1 }: { readonly beside?: readonly string[]; readonly parts?: number } = {},
): void {
  const homes = bothHomes();
  const partsOf = (table: string): string[] => Array.from({ length: parts }, (_, part) => `${table}/part-00000${part}.parquet`);

  describe.each(Object.entries(cases))('%s', (name, make) => {
    let asked: AskedOfBoth;
    let home: ReadonlyMap<string, Buffer>;

    beforeAll(async () => {
      const folder = join(homes.folder, name);
      mkdirSync(folder);
      asked = { name, ...(await make(folder)) };
      home = await atHome(folder, asked);
    }, 300_000);

    test.each(SOME_SPLITS)(
      '%s: the tables of both homes are the same bytes',
      async (split, map) => {
        expect([...home.keys()].toSorted()).toEqual([
          ...beside,
          ...partsOf('exposures'),
          'findings/part-000000.parquet',
          ...partsOf('people'),
        ]);
        homes.cloud.set({ map });
        await expectPublished(homes.cloud, await inTheCloud(homes.cloud, `${name}-${split.replaceAll(' ', '-')}`, asked), home);
      },
      300_000,
    );
  });
}
