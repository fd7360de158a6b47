// A table of people through both homes: the same bytes, whatever the map does; roles, hierarchies and a register come with the drop.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditFilesOf } from '../../cli/audit/audit-files.ts';
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import { QUIET } from '../../shared/app/audit/run-audit.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { expectPublished, inTheCloud, SPLITS } from '../helpers/both-homes.ts';
import { bucketOf, cloudWithWordnet, comparedName, isCompared } from '../helpers/cloud.ts';

const EXAMPLE = 'examples/patients/release';
const REQUEST = { kind: 'relational', roles: 'roles.json', external: 'voters.csv' } as const;
const text = (file: string): string => readFileSync(file, 'utf8');

let cloud: LocalCloud;
let folder: string;
let home: ReadonlyMap<string, Buffer>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-tables-'));
  cloud = await cloudWithWordnet();
  const at = (file: string): string => join(EXAMPLE, file);
  const files = {
    release: at('release.csv'),
    original: at('original.csv'),
    roles: at('roles.json'),
    external: 'examples/patients/voters.csv',
  };
  const out = join(folder, 'out');
  await auditFilesOf(KINDS, auditRequest.parse({ ...REQUEST, ...files }), { name: 'patients', out, progress: QUIET });
  const written = readdirSync(out, { recursive: true, encoding: 'utf8' });
  home = new Map(written.filter(isCompared).map((file) => [comparedName(file), readFileSync(join(out, file))]));
}, 300_000);
afterAll(async () => {
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

/** What the request names beside release and original lies in the drop before it. */
async function drop(name: string): Promise<void> {
  const inbox = bucketOf(cloud, 'INBOX');
  const files = readdirSync(EXAMPLE).filter((file) => /^(?:roles|hierarchy)/.test(file));
  for (const file of files) await inbox.write(`inbox/${name}/${file}`, Buffer.from(text(join(EXAMPLE, file))));
  await inbox.write(`inbox/${name}/voters.csv`, Buffer.from(text('examples/patients/voters.csv')));
}

test.each(SPLITS)('%s: the tables of both homes are the same bytes', async (split, map) => {
  expect([...home.keys()].toSorted()).toEqual([
    'exposures/part-000000.parquet',
    'findings/part-000000.parquet',
    'people/part-000000.parquet',
  ]);
  cloud.set({ map });
  const name = split.replaceAll(' ', '-');
  await drop(name);
  const asked = {
    name,
    release: ['release.csv', text(join(EXAMPLE, 'release.csv'))],
    original: ['original.csv', text(join(EXAMPLE, 'original.csv'))],
    request: REQUEST,
  } as const;
  await expectPublished(cloud, await inTheCloud(cloud, name, asked), home);
});
