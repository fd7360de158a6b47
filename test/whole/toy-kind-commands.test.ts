// A kind that is one folder (test/fixtures/toy), one line of the registry and one of the offers is made, checked and audited by the commands, and stands in their
// help and completion. Both homes: test/workflow/toy-kind.test.ts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { OFFERS_OF } from '../../shared/kinds/offers.ts';
import * as registry from '../../shared/kinds/registry.ts';
import { toyListed } from '../fixtures/toy/listed.ts';
import { toyOffers } from '../fixtures/toy/offers.ts';

const KINDS = [...registry.KINDS, toyListed];
jest.unstable_mockModule('../../shared/kinds/registry.ts', () => ({
  ...registry,
  KINDS,
  KIND_OF: { ...registry.KIND_OF, toy: toyListed },
  listedKind: (name: unknown) => KINDS.find((kind) => kind.name === name),
}));
jest.unstable_mockModule('../../shared/kinds/offers.ts', () => ({ OFFERS_OF: { ...OFFERS_OF, toy: toyOffers } }));
const { main } = await import('../../cli/main.ts');

const folder = mkdtempSync(join(tmpdir(), 'unveil-toy-'));
const at = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

async function said(...argv: string[]) {
  let [out, err] = ['', ''];
  const status = await main(argv, { out: { write: (text) => (out += text) }, err: { write: (text) => (err += text) } });
  return { status, out, err };
}

beforeAll(async () => {
  const people = Array.from({ length: 31 }, (_, at) => JSON.stringify({ name: `person${at}`, secret: `secret${at % 7}` }));
  writeFileSync(at('people.jsonl'), people.join('\n'));
  expect(await said('anonymise', at('people.jsonl'), '--method', 'toy-lines', '--k', '3', '--out', at('made'))).toMatchObject({
    status: 0,
    out: expect.stringContaining('lines                   10'),
  });
});

test('anonymise writes its release, the request that audits it, and its measures', () => {
  expect(readFileSync(at('made/release.txt'), 'utf8')).toMatch(/^toy\nperson0, person1, person2 \| secret/);
  expect(JSON.parse(readFileSync(at('made/audit.json'), 'utf8'))).toEqual({
    release: 'release.txt',
    original: 'original.txt',
    claim: { k: 3 },
  });
});

test('check tells by its content what it is, and decides by its claims', async () => {
  const release = at('made/release.txt');
  expect(await said('check', release, '--k', '3')).toEqual({ status: 0, out: `${release}: 10 lines\n`, err: '' });
  const broken = await said('check', release, '--k', '4');
  expect(broken).toMatchObject({ status: 3, out: expect.stringContaining('  line 2: fewer than 4 people\n') });
  const { status, out } = await said('check', release, '--k', '4', '--json');
  expect([
    status,
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)).length,
  ]).toEqual([3, 10]);
  expect(await said('check', release, '--k', '3', '--strict')).toMatchObject({
    status: 2,
    err: expect.stringContaining('--strict is for disassociated releases; this one is toy'),
  });
});

test('audit attacks it, and its claim leads the verdict where it is broken', async () => {
  const held = await said('audit', at('made/audit.json'), '--out', at('held'));
  expect(held).toMatchObject({ status: 0, out: expect.stringContaining('in-order') });
  const broken = await said('audit', at('made/audit.json'), '--k', '4', '--out', at('broken'));
  expect(broken.status).toBe(3);
});

test('help, completion and the list of methods have what it offers', async () => {
  const { out } = await said('anonymise', '--help');
  expect(out).toMatch(/--method toy-lines +people in lines of K, their secrets in any order\n {4}--longer N +people more in a line/);
  expect((await said('check', '--help')).out).toContain('A toy release: every line is of K people.\n  --lenient ');
  expect((await said('completion', 'bash')).out).toContain('toy-lines');
  expect((await said('anonymise', at('people.jsonl'), '--method', 'nonsense')).err).toMatch(/--method is one of: coat, .*, toy-lines/);
});
