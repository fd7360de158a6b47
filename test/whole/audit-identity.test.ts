// Names of audits at home: what changes a figure changes the name, and nothing else does; folders and campaigns of earlier versions are read.
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { auditFiles } from '../../cli/audit/audit-files.ts';
import { PlannedIdentities } from '../../cli/audit/identity-here.ts';
import { CampaignFolder } from '../../cli/campaign/campaign-folder.ts';
import { planCampaign, runCampaign } from '../../cli/campaign/run-campaign.ts';
import { findAudit } from '../../cli/results/audit-folders.ts';
import { type AuditRequest, auditRequest } from '../../shared/contracts/audit-request.ts';
import { campaignAudits } from '../../shared/pipeline/cloud/campaign.ts';
import { QUIET } from '../../shared/ports/progress.ts';
import { ownHome } from '../helpers/own-home.ts';

ownHome();
const folder = mkdtempSync(join(tmpdir(), 'unveil-identity-'));
afterAll(() => rmSync(folder, { recursive: true }));
let runs = 0;

type Files = Readonly<Record<string, string>>;

/** Puts the files into a folder of their own; answers their paths. */
function put(files: Files): Readonly<Record<string, string>> {
  runs += 1;
  const own = join(folder, String(runs));
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(own, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return [name, path] as const;
  });
  return { ...Object.fromEntries(paths), 'texts/': join(own, 'texts'), 'notes/': join(own, 'notes') };
}

interface Asked {
  readonly files: Files;
  readonly request: object;
}

/** Puts the files in place; a file is named in the request as it is named here. */
function requestOf({ files, request }: Asked): AuditRequest {
  const paths = put(files);
  const placed = (value: unknown): unknown => {
    if (typeof value === 'string') return paths[value] ?? value;
    if (Array.isArray(value)) return value.map(placed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, placed(each)]));
  };
  return auditRequest.parse(placed(request));
}

const idIn = (out: string): string => (JSON.parse(readFileSync(join(out, '_SUCCESS.json'), 'utf8')) as { audit_id: string }).audit_id;

/** The name that an audit gets. */
async function audited(request: AuditRequest): Promise<string> {
  const out = join(folder, `out-${runs}`);
  await auditFiles(request, { name: 'a', out, progress: QUIET });
  return idIn(out);
}

const planned = (asked: Asked): Promise<string | null> => new PlannedIdentities().of(requestOf(asked));

const SETS: Asked = {
  files: {
    'release.txt': 'fever, (cough, asthma), pain\nfever, (cough, asthma), rash\n',
    'original.txt': 'fever, cough, pain\nfever, asthma, rash\n',
    'labels.tsv': 'fever\tfever\ncough\tcough\nasthma\tasthma\npain\tpain\nrash\trash\n',
    'constraints.txt': 'fever\n',
    'texts/a.txt': 'the patient has a fever and a cough today',
    'notes/a.txt': 'fever cough pain',
  },
  request: {
    release: 'release.txt',
    original: 'original.txt',
    labels: 'labels.tsv',
    texts: 'texts/',
    sources: ['wordnet', 'notes/'],
    attacks: ['rba'],
    claim: { k: 2, privacyConstraints: 'constraints.txt' },
  },
};
const HIERARCHY: Asked = {
  files: { 'release.txt': 'fever, lungs\nfever, lungs\n', 'hierarchy.csv': 'cough;lungs\nasthma;lungs\nfever;fever\n' },
  request: { release: 'release.txt', hierarchy: 'hierarchy.csv', attacks: ['mda'] },
};
const quasi = { role: 'quasi' };
const TABLE: Asked = {
  files: {
    'release.csv': 'age,zip,disease\n3*,1*,flu\n3*,1*,cold\n4*,2*,flu\n4*,2*,cold\n',
    'register.csv': 'name,age\nAnn,31\nBob,42\n',
    'other.csv': 'age,zip,disease\n3*,1*,flu\n4*,2*,cold\n',
    'age.csv': '31;3*;*\n32;3*;*\n42;4*;*\n',
    'zip.csv': '11;1*;*\n21;2*;*\n',
    'roles.json': JSON.stringify({
      columns: { age: { ...quasi, hierarchy: 'age.csv' }, zip: { ...quasi, hierarchy: 'zip.csv' }, disease: { role: 'sensitive' } },
    }),
  },
  request: {
    release: 'release.csv',
    kind: 'relational',
    roles: 'roles.json',
    external: 'register.csv',
    otherRelease: { file: 'other.csv', relation: 'earlier' },
    statements: [{ column: 'disease', value: 'flu', weight: 2 }],
  },
};
const COLUMNS: Asked = {
  files: { 'release.csv': TABLE.files['release.csv'] as string },
  request: { release: 'release.csv', columns: { quasi: ['age', 'zip'], sensitive: ['disease'] } },
};
const with_ = (asked: Asked, files: Files, request: object = {}): Asked => ({
  files: { ...asked.files, ...files },
  request: { ...asked.request, ...request },
});
const cut = (text: string): string => text.replace(/.*\n/, '');

describe.each([
  ['sets', SETS],
  ['sets by a hierarchy', HIERARCHY],
  ['a table by roles', TABLE],
  ['a table by columns', COLUMNS],
])('%s', (_, asked) => {
  test('the same content elsewhere, in another order and other formats of results: the same name', async () => {
    const turned = Object.fromEntries(Object.entries(asked.request).toReversed());
    const output = { json: true, csv: true, redact: true, attacked: false };
    const name = await planned({ files: asked.files, request: { ...turned, output, name: 'other' } });
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    expect(await audited(requestOf(asked))).toBe(name);
  });
});

test.each<[string, Asked, Asked]>([
  ['labels', SETS, with_(SETS, { 'labels.tsv': (SETS.files['labels.tsv'] as string).replace('\trash', '\tbruise') })],
  ['the original', SETS, with_(SETS, { 'original.txt': 'fever, asthma, pain\nfever, asthma, rash\n' })],
  ['itemsets of a claim', SETS, with_(SETS, { 'constraints.txt': 'pain\n' })],
  ['the texts that the release was made from', SETS, with_(SETS, { 'texts/a.txt': 'another text of more than five words' })],
  ['a corpus of documents', SETS, with_(SETS, { 'notes/a.txt': 'fever cough' })],
  ['a hierarchy', HIERARCHY, with_(HIERARCHY, { 'hierarchy.csv': `ulcer;lungs\n${HIERARCHY.files['hierarchy.csv']}` })],
  [
    'roles',
    TABLE,
    with_(TABLE, { 'roles.json': (TABLE.files['roles.json'] as string).replace('{"columns"', '{"claim":{"k":2},"columns"') }),
  ],
  ['a hierarchy of the roles', TABLE, with_(TABLE, { 'zip.csv': `12;1*;*\n${TABLE.files['zip.csv']}` })],
  ['a register', TABLE, with_(TABLE, { 'register.csv': 'name,age\nAnn,32\nBob,42\n' })],
  ['another release', TABLE, with_(TABLE, { 'other.csv': 'age,zip,disease\n3*,1*,cold\n4*,2*,cold\n' })],
  ['what another release is', TABLE, with_(TABLE, {}, { otherRelease: { file: 'other.csv', relation: 'later' } })],
  ['what an attacker knows', TABLE, with_(TABLE, {}, { statements: [{ column: 'disease', value: 'flu', weight: 3 }] })],
  ['columns', COLUMNS, with_(COLUMNS, {}, { columns: { quasi: ['age'], sensitive: ['disease'] } })],
  ['the release', COLUMNS, with_(COLUMNS, { 'release.csv': (COLUMNS.files['release.csv'] as string).replace('cold', 'flu') })],
])('with other content, %s makes another audit', async (_, one, other) => {
  const [name, otherName] = [await planned(one), await planned(other)];
  expect([name, otherName]).not.toContain(null);
  expect(name).not.toBe(otherName);
});

test('two audits that differ in their labels alone have two names: their scores differ', async () => {
  const labels = SETS.files['labels.tsv'] as string;
  const [one, other] = [SETS, with_(SETS, { 'labels.tsv': labels.replace('\tasthma', '\tmountain') })];
  const outs: string[] = [];
  for (const asked of [one, other]) {
    outs.push(join(folder, `scored-${outs.length}`));
    await auditFiles(requestOf(asked), { name: 'a', out: outs[outs.length - 1], progress: QUIET });
  }
  const [first, second] = outs.map((out) => readFileSync(globSync(join(out, 'table=scores/**/*.parquet'))[0]));
  expect(first.equals(second)).toBe(false);
  expect(idIn(outs[0])).not.toBe(idIn(outs[1]));
});

test('a folder that an earlier version named is found by that name, and by its beginning', async () => {
  await audited(requestOf(HIERARCHY));
  const older = join(folder, 'older');
  cpSync(join(folder, `out-${runs}`), older, { recursive: true });
  const success = join(older, '_SUCCESS.json');
  const text = readFileSync(success, 'utf8');
  const id = idIn(older);
  // Of the cloud: forty digits.
  const name = '0123456789'.repeat(4);
  for (const { key } of (JSON.parse(text) as { files: { key: string }[] }).files) {
    const partition = /^(.*)\/audit_id=[^/]+\//.exec(key)?.[1];
    if (partition !== undefined) renameSync(join(older, partition, `audit_id=${id}`), join(older, partition, `audit_id=${name}`));
  }
  writeFileSync(success, text.replaceAll(id, name));
  expect((await findAudit(older, folder)).auditId).toBe(name);
  expect((await findAudit(name.slice(0, 12), folder)).folder).toBe(older);
});

describe('a campaign', () => {
  const file = (): string => join(folder, 'campaign.json');
  const campaign = (more: object = {}) => ({
    audits: [{ name: 'one', release: 'release.txt', labels: 'labels.tsv', attacks: ['rba'], ...more }],
  });
  const plan = (asked: object) => planCampaign(campaignAudits(JSON.stringify(asked), file(), ['wordnet']), file());
  let started: string[] = [];

  /** Audits in this process. */
  async function run(asked: object): Promise<string | null | undefined> {
    const results = new CampaignFolder(join(folder, 'campaign'));
    const lock = results.open();
    started = [];
    try {
      const { audits } = await runCampaign(await plan(asked), {
        file: file(),
        folder: results,
        anew: false,
        begins: () => {},
        heard: () => {},
        run: async (tasks, ended) => {
          for await (const task of tasks) {
            started.push(task.out);
            const request = auditRequest.parse(JSON.parse(readFileSync(task.request, 'utf8')));
            await auditFiles(request, { name: 'one', out: task.out, progress: QUIET });
            ended(task, { exit: 0, message: '' });
          }
        },
      });
      return audits[0]?.auditId;
    } finally {
      lock.release();
    }
  }

  beforeAll(() => {
    for (const name of ['release.txt', 'labels.tsv']) writeFileSync(join(folder, name), SETS.files[name] as string);
  });

  test('plans an audit by the name that it gets, and does nothing that is done again', async () => {
    const id = (await run(campaign())) as string;
    const [planned] = await plan(campaign());
    expect(planned?.key?.slice(0, 32)).toBe(id);
    expect([await run(campaign()), started]).toEqual([id, []]);
  });

  test('audits again what has other labels; of other formats of results too, under the same name', async () => {
    const id = await run(campaign());
    expect([await run(campaign({ output: { json: true } })), started.length]).toEqual([id, 1]);
    writeFileSync(join(folder, 'labels.tsv'), cut(SETS.files['labels.tsv'] as string));
    expect(await run(campaign())).not.toBe(id);
    expect(started).toHaveLength(1);
  });

  test('reads what an earlier version remembered, and audits that anew', async () => {
    const id = await run(campaign());
    const done = join(folder, 'campaign/.campaign/one.done.json');
    writeFileSync(done, JSON.stringify({ key: 'e'.repeat(64), word: null }));
    expect([await run(campaign()), started.length]).toEqual([id, 1]);
    expect(await run(campaign())).toBe(id);
    expect(started).toEqual([]);
  });

  test('plans an audit whose files are not there: the audit itself says so', async () => {
    expect((await plan(campaign({ release: 'nowhere.txt' })))[0]?.key).toBeNull();
  });
});
