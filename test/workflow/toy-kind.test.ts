// A kind that only this test knows goes through both homes, with no file of the product touched: the registry is all that differs.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { auditFilesOf } from '../../cli/audit/audit-files.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { QUIET } from '../../shared/ports/progress.ts';
import { toyListed } from '../fixtures/toy/listed.ts';
import { type AskedOfBoth, bothHomes, expectPublished, inTheCloud, publishedBy, SOME_SPLITS } from '../helpers/both-homes.ts';
import { bucketOf, comparedName, isCompared } from '../helpers/cloud.ts';

const kinds = [...KINDS, toyListed];
// Modules of the handlers, loaded at the first invocation.
jest.unstable_mockModule('../../shared/kinds/registry.ts', () => ({ KINDS: kinds }));

const random = seeded('toy kind');
const lines = Array.from({ length: 300 }, (_, line) => {
  const people = Array.from({ length: 1 + random.below(4) }, (_, at) => `person${line}x${at}`);
  const secrets = people.map(() => `secret${random.below(40)}`);
  const truth = Object.fromEntries(people.map((person, at) => [person, secrets[at]]));
  return { release: `${people.join(', ')} | ${shuffle(secrets, random).join(', ')}`, truth: JSON.stringify(truth) };
});
const asked: AskedOfBoth = {
  name: 'toy',
  release: ['release.txt', `toy\n${lines.map((line) => line.release).join('\n')}\n`],
  original: ['original.txt', `${lines.map((line) => line.truth).join('\n')}\n`],
  request: {},
};

const homes = bothHomes();

async function atHome({ name, release, original, request }: AskedOfBoth) {
  const files = original === undefined ? { release } : { release, original };
  const paths = Object.entries(files).map(([role, [file, text]]) => {
    const path = join(homes.folder, `${name}-${file}`);
    writeFileSync(path, text);
    return [role, path];
  });
  const out = join(homes.folder, `${name}-out`);
  const parsed = auditRequest.parse({ ...request, ...Object.fromEntries(paths) });
  const found = await auditFilesOf(kinds, parsed, { name, out, progress: QUIET });
  const written = readdirSync(out, { recursive: true, encoding: 'utf8' });
  return { ...found, files: new Map(written.filter(isCompared).map((file) => [comparedName(file), readFileSync(join(out, file))])) };
}

test.each(SOME_SPLITS)(
  '%s: the tables of both homes are the same bytes',
  async (name, map) => {
    const home = await atHome(asked);
    expect(home.kind.name).toBe('toy');
    expect([...home.files.keys()].toSorted()).toEqual([
      'exposures/part-000000.parquet',
      'findings/part-000000.parquet',
      'people/part-000000.parquet',
    ]);
    homes.cloud.set({ map });
    await expectPublished(homes.cloud, await inTheCloud(homes.cloud, name.replaceAll(' ', '-'), asked), home.files);
  },
  300_000,
);

test('summaries and the page say what the kind concludes, and the gate on people judges it', async () => {
  const gated = { ...asked, name: 'gated', request: { gate: { people: 0.01, certainty: 0.9 } } };
  const { kind, outcome } = await atHome(gated);
  expect(kind.summary(outcome, 'out')).toMatch(
    /people, lines: 300\n\nThe attack in-order learns a hidden secret of (\d+) of \1 people\. It is right in 25\.0 %, a guess at\nrandom in 1\.0 %\./,
  );
  expect(JSON.parse(kind.machineSummary(outcome, 'out'))).toMatchObject({
    kind: 'toy',
    units: 300,
    verdict: { level: 'leaks', way: 'learned' },
    findings: [{ attack: 'in-order', state: 'proved' }],
    attacks: [{ attack: 'in-order', status: 'decided' }],
  });
  expect(outcome.conclusion.gate).toMatchObject({ open: false, by: 'in-order' });
  const { id, outcome: ended } = await inTheCloud(homes.cloud, 'gated', gated);
  expect(ended).toMatchObject({ output: { release: { kind: 'toy' }, published: { gate: 'closed', lostUnits: 0 } } });
  const page = await Array.fromAsync(bucketOf(homes.cloud, 'RESULTS').read(`results/audit_id=${id}/report.html`));
  expect(Buffer.concat(page).toString()).toContain('Do not order secrets.');
});

test('a unit on which the attack throws is errored, and the audit says so', async () => {
  const thrown = { ...asked, name: 'thrown', release: ['release.txt', 'toy\nanna | throw\nbert, carl | flu, gout\n'] as const };
  const { outcome } = await atHome({ name: 'thrown', release: thrown.release, request: {} });
  expect(outcome).toMatchObject({ errored: true, lostUnits: 0 });
});

test('what is wrong with the file is rejected with the same message in both homes', async () => {
  const wrong: AskedOfBoth = { name: 'wrong', release: ['release.txt', 'toy\nanna, bert | flu\n'], request: {} };
  await expect(atHome(wrong)).rejects.toThrow('as many secrets as people');
  const { id } = await inTheCloud(homes.cloud, 'wrong', wrong);
  const rejected = await Array.fromAsync(bucketOf(homes.cloud, 'INBOX').read('inbox/wrong/rejected.json'));
  expect(JSON.parse(Buffer.concat(rejected).toString())).toMatchObject({
    message: expect.stringContaining('as many secrets as people'),
    line: 2,
  });
  expect(await publishedBy(homes.cloud, id)).toEqual(new Map());
});
