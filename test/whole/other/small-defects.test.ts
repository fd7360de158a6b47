import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import { auditFilesOf } from '../../../cli/audit/audit-files.ts';
import { missingFolders } from '../../../cli/audit/results-folder.ts';
import { writeSecret } from '../../../shared/adapters/local/cache-secret.ts';
import { memoryBlobStore } from '../../../shared/adapters/local/memory-blob-store.ts';
import { auditRequest, portableRequest } from '../../../shared/contracts/audit-request.ts';
import { WORK_VERSION } from '../../../shared/contracts/work.ts';
import { folderName } from '../../../shared/core/text/folder-name.ts';
import { joinSharedChunks } from '../../../shared/kinds/disassociated/core/format/clusters-json.ts';
import { KINDS } from '../../../shared/kinds/registry.ts';
import type { SetGeneralisedOutcome } from '../../../shared/kinds/set-generalised/publish/finish-audit.ts';
import { writeJson } from '../../../shared/kit/blobs/json-lines.ts';
import type { ListedKind } from '../../../shared/kit/kind.ts';
import { kindOf } from '../../../shared/pipeline/audit/kind-of.ts';
import { OtherVersion, stampedKind, stampWork } from '../../../shared/pipeline/audit/stamp.ts';
import { dropAt } from '../../../shared/pipeline/cloud/drop.ts';
import { QUIET } from '../../../shared/ports/progress.ts';
import { toyListed } from '../../fixtures/toy/listed.ts';

test('names in other scripts are folders of their own, and ASCII names stay what they were', () => {
  expect(folderName('my release (2)')).toBe('my-release-2-');
  const names = ['病院', '診療所', 'больница', 'café', 'cafè'].map(folderName);
  expect(new Set(names).size).toBe(5);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);
  expect(folderName('...')).toBe('audit');
  expect(folderName('é'.repeat(300)).length).toBeLessThanOrEqual(100);
});

test('a drive that is not there is missing, and looking for it ends', () => {
  expect(missingFolders('Q:\\results\\a', () => false, win32.dirname)).toEqual(['Q:\\', 'Q:\\results', 'Q:\\results\\a']);
});

test('a key that cannot be written whole is not there at all', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-secret-'));
  try {
    const file = join(folder, 'cache.key');
    const full = (): never => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    };
    expect(() => writeSecret(file, new Uint8Array(32), full as never)).toThrow('no space left');
    expect(readdirSync(folder)).toEqual([]);
    expect([writeSecret(file, new Uint8Array(32)), writeSecret(file, new Uint8Array(32).fill(1)), existsSync(file)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(readdirSync(folder)).toEqual(['cache.key']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a shared chunk of 300,000 sub-records is joined', () => {
  const chunk = Array.from({ length: 300_000 }, () => ['a']);
  const cluster = { size: 2, recordChunks: [], termChunk: [] };
  const [joint] = joinSharedChunks([{ cluster, sizeStated: true, sharedChunks: [chunk] }]);
  expect(joint?.sharedChunks[0]).toHaveLength(300_000);
});

test('an audit called campaigns is refused, not taken for a campaign', () => {
  expect(dropAt('inbox/campaigns/audit.json')).toMatchObject({ kind: 'unusable' });
  expect(dropAt('inbox/campaigns/spring.json')).toMatchObject({ kind: 'drop', drop: { kind: 'campaign' } });
});

test('work of another version is refused by name, and so is work from before there was a stamp', async () => {
  const work = memoryBlobStore();
  await expect(stampedKind(work, [toyListed])).rejects.toThrow(OtherVersion);
  const kind = await toyListed.load();
  await stampWork(work, kind);
  expect(await stampedKind(work, [toyListed])).toBe(kind);
  await writeJson(work, 'work.json', { version: WORK_VERSION + 1, kind: 'toy' });
  await expect(stampedKind(work, [toyListed])).rejects.toThrow(/drop the release again/);
});

test('a request is the same wherever one stands: paths of sources count by their last name', () => {
  const at = (folder: string) =>
    portableRequest(auditRequest.parse({ release: 'r', sources: ['wordnet', `${folder}notes`], embeddings: `${folder}vectors.txt` }));
  expect(at('/home/a/')).toEqual(at('../b/'));
  expect(at('C:\\x\\')).toEqual(at(''));
  expect(at('')).toMatchObject({ sources: ['wordnet', 'notes'], embeddings: 'vectors.txt' });
});

test('the identity of an audit follows from what its sources hold, not from where they stand', async () => {
  const root = mkdtempSync(join(tmpdir(), 'unveil-identity-'));
  try {
    const ids: string[] = [];
    writeFileSync(join(root, 'release.txt'), 'a, (b, c), d\na, (b, c), e\n');
    for (const [folder, text] of [
      ['here', 'a b'],
      ['there', 'a b'],
      ['other', 'a c'],
    ] as const) {
      mkdirSync(join(root, folder));
      writeFileSync(join(root, folder, 'notes.txt'), text);
      const asked = auditRequest.parse({
        release: join(root, 'release.txt'),
        sources: [join(root, folder, 'notes.txt')],
        attacks: ['mda'],
      });
      const { outcome } = await auditFilesOf(KINDS, asked, { name: folder, out: join(root, `${folder}-out`), progress: QUIET });
      ids.push((outcome as SetGeneralisedOutcome).identity.auditId);
    }
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

describe('the kind of a file', () => {
  const file = (head: string) => ({ name: 'release.txt', head, table: null, bytes: (async function* () {})() });

  test('is the one that it can only be', async () => {
    expect((await kindOf(KINDS, { kind: 'auto' }, file('a, (b, c)\n'))).name).toBe('set-generalised');
    expect((await kindOf(KINDS, { kind: 'auto' }, file('{"clusters":['))).name).toBe('disassociated');
    // Without a bracket it may be transactions, and is nothing else.
    expect((await kindOf(KINDS, { kind: 'auto' }, file('a, b\n'))).name).toBe('set-generalised');
    expect((await kindOf([...KINDS, toyListed], { kind: 'auto' }, file('toy\na | b\n'))).name).toBe('toy');
  });

  test('is asked for where it could be several, and held against the file where it was said', async () => {
    const other: ListedKind = {
      ...toyListed,
      name: 'other',
      tells: () => ({ is: 'maybe', why: 'all text is' }),
      load: async () => ({ ...(await toyListed.load()), name: 'other' }),
    };
    await expect(kindOf([...KINDS, other], { kind: 'auto' }, file('a, b\n'))).rejects.toThrow(
      /2 kinds; say which with --kind: set-generalised .*, other \(all text is\)/,
    );
    expect((await kindOf([...KINDS, other], { kind: 'other' }, file('a, b\n'))).name).toBe('other');
    await expect(kindOf(KINDS, { kind: 'disassociated' }, file('a, b\n'))).rejects.toThrow(
      'the request calls this release disassociated; it is not',
    );
    await expect(kindOf([toyListed], { kind: 'auto' }, file('a, b\n'))).rejects.toThrow(
      'no release of a kind that is known here: toy (it does not begin with "toy")',
    );
  });
});
