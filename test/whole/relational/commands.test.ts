// unveil check and unveil anonymise on tables, as a user runs them.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TABLE_METHODS } from '../../../shared/kinds/relational/core/anonymise/methods.ts';
import { writePeople } from '../../helpers/people-table.ts';
import { said } from '../../helpers/said.ts';

let folder = '';
const at = (...names: string[]): string => join(folder, ...names);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-tables-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each(TABLE_METHODS.filter((method) => method !== 'mu-argus'))('%s: made, checked by the checks, read back', async (method) => {
  const l = { form: 'distinct', l: 2 };
  writePeople(folder, method === 'anatomy' ? { l } : { k: 4, l });
  const made = await said('anonymise', at('people.csv'), '--method', method, '--roles', at('roles.json'), '--out', at('out'));
  expect({ status: made.status, err: made.err }).toEqual({ status: 0, err: '' });
  const release = readFileSync(at('out', 'release.csv'), 'utf8').trimEnd().split('\n');
  expect(release[0]).not.toContain('name');
  const measures = JSON.parse(readFileSync(at('out', 'measures.json'), 'utf8'));
  expect(release).toHaveLength(1 + 200 - (measures.suppressed ?? 0));
  const request = JSON.parse(readFileSync(at('out', 'audit.json'), 'utf8'));
  for (const file of [request.release, request.roles, request.original]) expect(existsSync(at('out', file))).toBe(true);
  if (method === 'anatomy') {
    expect(readFileSync(at('out', 'values.csv'), 'utf8')).toMatch(/^bucket,disease,count\n1,/);
    const both = ['--roles', at('out', 'roles.json'), '--buckets', at('out', 'values.csv')];
    const inBuckets = await said('check', at('out', 'release.csv'), ...both);
    expect({ status: inBuckets.status, err: inBuckets.err }).toEqual({ status: 0, err: '' });
    expect(inBuckets.out).toContain('claimed: distinct 2-diversity of disease: holds');
    // Quasi-identifiers stand as they were: most people are alone by them, whatever their bucket.
    expect(inBuckets.out).toMatch(/records in a bucket +2\n +k-anonymity +1\n/);
    const claimed = await said('check', at('out', 'release.csv'), ...both, '--k', '2');
    expect(claimed).toMatchObject({ status: 2, err: expect.stringContaining('--k is nothing that buckets hold') });
    const noTable = await said('check', at('out', 'release.csv'), '--buckets', at('out', 'values.csv'));
    expect(noTable).toMatchObject({ status: 2, err: expect.stringContaining('--roles roles.json') });
    return;
  }
  const checked = await said('check', at('out', 'release.csv'), '--roles', at('out', 'roles.json'));
  expect(checked.status).toBe(0);
  expect(checked.out).toContain('claimed: 4-anonymity: holds');
});

test('how far counts are off is worked out where it is asked for, and is less where less is lost', async () => {
  writePeople(folder, { k: 4 });
  const errorOf = async (method: string): Promise<number> => {
    await said('anonymise', at('people.csv'), '--method', method, '--roles', at('roles.json'), '--counts', '--out', at(method));
    return JSON.parse(readFileSync(at(method, 'measures.json'), 'utf8')).countError;
  };
  const [fine, coarse] = [await errorOf('mondrian'), await errorOf('samarati')];
  expect(fine).toBeGreaterThan(0);
  expect(fine).toBeLessThan(coarse);
});

test('the same seed gives the same bytes, another one another order', async () => {
  writePeople(folder, { k: 4 });
  const run = async (seed: string, out: string): Promise<string> => {
    await said('anonymise', at('people.csv'), '--method', 'lattice', '--roles', at('roles.json'), '--out', at(out), '--seed', seed);
    return readFileSync(at(out, 'release.csv'), 'utf8');
  };
  const first = await run('a', 'one');
  expect(await run('a', 'two')).toBe(first);
  const other = await run('b', 'three');
  expect(other).not.toBe(first);
  expect(other.split('\n').toSorted()).toEqual(first.split('\n').toSorted());
});

test('what fails its claim exits with 3 and is not written, unless asked for, and then labelled in all that is', async () => {
  const rows = Array.from({ length: 16 }, (_, row) => [...row.toString(2).padStart(4, '0')].join(','));
  writeFileSync(at('bits.csv'), `a,b,c,d\n${rows.join('\n')}\n`);
  const argv = ['anonymise', at('bits.csv'), '--method', 'mu-argus', '--k', '2', '--quasi', 'a,b,c,d', '--out', at('out')];
  const refused = await said(...argv);
  expect(refused.status).toBe(3);
  expect(refused.err).toContain(
    'what mu-argus made fails its claim and is not written: 2-anonymity (reached 1; 16 classes with 16 records fail)',
  );
  expect(readdirSync(folder)).toEqual(['bits.csv']);
  const written = await said(...argv, '--allow-failing');
  expect(written.status).toBe(0);
  expect(written.err).toContain('written though it fails its claim');
  expect(written.out).toContain('FAILS');
  expect(readdirSync(at('out')).toSorted()).toEqual(['audit.json', 'measures.json', 'original.csv', 'release.failing.csv', 'roles.json']);
  for (const name of ['audit.json', 'measures.json', 'roles.json']) expect(readFileSync(at('out', name), 'utf8')).toMatch(/fail/i);
  const checked = await said('check', at('out', 'release.failing.csv'), '--roles', at('out', 'roles.json'));
  expect(checked.status).toBe(3);
  expect(checked.err).toContain('published though it fails its claim');
});

test('suppressed records with stars are none or k', async () => {
  writePeople(folder, { k: 4 });
  const argv = ['anonymise', at('people.csv'), '--method', 'lattice', '--roles', at('roles.json'), '--limit', '10%'];
  expect((await said(...argv, '--suppressed', 'stars', '--out', at('out'))).status).toBe(0);
  const rows = readFileSync(at('out', 'release.csv'), 'utf8').trimEnd().split('\n').slice(1);
  expect(rows).toHaveLength(200);
  const starred = rows.filter((row) => row.startsWith('*,*,')).length;
  expect(starred === 0 || starred >= 4).toBe(true);
  expect(starred).toBeGreaterThan(0);
  expect((await said('check', at('out', 'release.csv'), '--roles', at('out', 'roles.json'))).status).toBe(0);
});

test('check says everything as JSON too', async () => {
  writePeople(folder, { k: 2 });
  const { status, out } = await said('check', at('people.csv'), '--roles', at('roles.json'), '--json');
  expect(status).toBe(3);
  const found = JSON.parse(out);
  expect(found).toMatchObject({ records: 200, holds: false, claims: [{ rule: '2-anonymity', holds: false }] });
  expect(found.facts.map(({ rule }: { rule: string }) => rule)).toContain('t-closeness (hierarchical) of disease');
});

test('delta-presence against a public table', async () => {
  writeFileSync(at('public.csv'), 'zip\n130**\n130**\n130**\n148**\n148**\n');
  writeFileSync(at('private.csv'), 'zip\n130**\n148**\n148**\n');
  const claimed = (min: number, max: number): void =>
    writeFileSync(at('roles.json'), JSON.stringify({ columns: { zip: { role: 'quasi', type: 'word' } }, claim: { delta: { min, max } } }));
  const argv = ['check', at('private.csv'), '--roles', at('roles.json'), '--public', at('public.csv')];
  claimed(0.3, 1);
  expect((await said(...argv)).status).toBe(0);
  claimed(0.3, 0.9);
  const failed = await said(...argv);
  expect(failed.status).toBe(3);
  expect(failed.out).toContain('claimed: 0.3 to 0.9-presence: FALSE in 1 class with 2 records');
});
