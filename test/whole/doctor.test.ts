import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folders, software, sources } from '../../cli/doctor/findings.ts';
import { draftBeside } from '../../shared/adapters/local/drafts.ts';
import { killedDraft } from '../helpers/drafts.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-doctor-'));
const before = process.env['UNVEIL_HOME'];
afterAll(() => {
  if (before === undefined) delete process.env['UNVEIL_HOME'];
  else process.env['UNVEIL_HOME'] = before;
  rmSync(folder, { recursive: true, force: true });
});

test('what the package needs is here', () => {
  expect(software().filter(({ kind }) => kind === 'mend')).toEqual([]);
});

test('folders: what may not be written, and what killed runs left', () => {
  // A file in place of a folder: not even root can write below it.
  writeFileSync(join(folder, 'home'), '');
  const results = join(folder, 'unveil-results');
  mkdirSync(killedDraft(join(results, 'clinic')), { recursive: true });
  mkdirSync(draftBeside(join(results, 'other')));
  process.env['UNVEIL_HOME'] = join(folder, 'home');
  const found = folders(results);
  expect(found.find(({ what }) => what === 'cache')).toMatchObject({ kind: 'mend', remedy: expect.stringContaining('UNVEIL_HOME') });
  expect(found.find(({ what }) => what === 'results')).toMatchObject({ kind: 'ok', found: expect.stringMatching(/ GB free$/) });
  expect(found.find(({ what }) => what === 'leftovers')).toMatchObject({
    kind: 'mend',
    found: expect.stringMatching(/^1 unfinished folder of a killed run/),
    remedy: expect.stringMatching(/rm -r .*\.clinic\.[-0-9a-f]+\.draft$/),
  });
});

test('sources: a damaged corpus is to be mended, an address is missing until it is given', async () => {
  process.env['UNVEIL_HOME'] = join(folder, 'other');
  mkdirSync(join(folder, 'other/data/corpora'), { recursive: true });
  writeFileSync(join(folder, 'other/data/corpora/mine.unveil-index'), 'this is no index');
  const found = await sources({});
  expect(found.find(({ what }) => what === 'corpus:mine')).toMatchObject({
    kind: 'mend',
    remedy: expect.stringContaining('corpus remove mine'),
  });
  expect(found.find(({ what }) => what === 'live sources')?.kind).toBe('missing');
  expect((await sources({ UNVEIL_CONTACT: 'a@b.example' })).find(({ what }) => what === 'live sources')?.kind).toBe('ok');
});
