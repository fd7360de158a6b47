// delta-presence by a register as it is, and who is in the release at all.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../../../shared/core/random/random.ts';
import type { Finding } from '../../../shared/core/verdict/finding.ts';
import { said } from '../../helpers/said.ts';

let folder = '';
const at = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-membership-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** People with a zip and a sex; some are in the release, their zip cut to its first digit. */
function write(seed: number, delta: { readonly min: number; readonly max: number }) {
  const random = seeded('membership', seed);
  const people = Array.from({ length: 60 }, (_, name) => ({
    name,
    zip: `${1 + random.below(3)}${random.below(4)}`,
    sex: 'mf'[random.below(2)] ?? 'm',
  }));
  const share = [0.2, 1, 0.6][random.below(3)] ?? 1;
  const inside = people.filter(({ zip }) => random.unit() < (zip.startsWith('1') ? share : 0.5));
  const labels = Array.from({ length: 12 }, (_, number) => `${1 + (number >> 2)}${number % 4}`);
  writeFileSync(at('zip.csv'), labels.map((zip) => `${zip};${zip[0]}*;*`).join('\n'));
  writeFileSync(at('release.csv'), `zip,sex,disease\n${inside.map(({ zip, sex }) => `${zip[0]}*,${sex},flu`).join('\n')}\n`);
  writeFileSync(at('register.csv'), `name,zip,sex\n${people.map(({ name, zip, sex }) => `p${name},${zip},${sex}`).join('\n')}\n`);
  const columns = { zip: { role: 'quasi', type: 'word', hierarchy: 'zip.csv' }, sex: { role: 'quasi' }, disease: { role: 'sensitive' } };
  writeFileSync(at('roles.json'), JSON.stringify({ columns, claim: { delta } }));
  const classOf = ({ zip, sex }: { zip: string; sex: string }): string => `${zip[0]}${sex}`;
  const shares = [...Map.groupBy(people, classOf)].map(([cells, all]) => ({
    all: all.length,
    share: inside.filter((each) => classOf(each) === cells).length / all.length,
  }));
  return { people, inside, shares };
}

test('the shares of a register that is not recoded are those of its people counted one by one', async () => {
  for (let seed = 0; seed < 6; seed += 1) {
    const { shares } = write(seed, { min: 0, max: 0.7 });
    const { out, status } = await said('check', at('release.csv'), '--roles', at('roles.json'), '--public', at('register.csv'), '--json');
    const { presence } = JSON.parse(out);
    expect(presence.least).toBeCloseTo(Math.min(...shares.map(({ share }) => share)), 9);
    expect(presence.greatest).toBeCloseTo(Math.max(...shares.map(({ share }) => share)), 9);
    expect(status).toBe(shares.every(({ share }) => share <= 0.7) ? 0 : 3);
  }
});

test('an audit with the register says who is surely in the release, and checks the claim', async () => {
  const { people, inside, shares } = write(1, { min: 0, max: 0.99 });
  const request = { release: 'release.csv', kind: 'relational', roles: 'roles.json', external: 'register.csv' };
  writeFileSync(at('audit.json'), JSON.stringify(request));
  const { out, status } = await said('audit', at('audit.json'), '--out', at('out'), '--json');
  const { findings, trials } = JSON.parse(out) as { findings: readonly Finding[]; trials?: unknown };
  expect(trials === null).toBe(false);
  const sure = shares.reduce((sum, { all, share }) => sum + (share === 1 ? all : 0), 0);
  const proved = findings.find(({ attack, confidence }) => attack === 'membership' && confidence === 1);
  expect(proved).toMatchObject({ people: sure, of: people.length, state: 'proved' });
  expect(proved?.baseline?.right ?? 0).toBeCloseTo((sure * inside.length) / people.length, 9);
  expect(status).toBe(shares.some(({ share }) => share > 0.99) ? 3 : 0);
});

test('a part of the register drawn at random is no leak, however small its classes are', async () => {
  const roles = { columns: { zip: { role: 'quasi' }, sex: { role: 'quasi' }, disease: { role: 'sensitive' } } };
  writeFileSync(at('roles.json'), JSON.stringify(roles));
  let sure = 0;
  for (let seed = 0; seed < 8; seed += 1) {
    const random = seeded('a random part', seed);
    const people = Array.from({ length: 120 }, () => `${random.below(10)},${'mf'[random.below(2)]}`);
    writeFileSync(
      at('release.csv'),
      `zip,sex,disease\n${people
        .slice(0, 100)
        .map((cells, row) => `${cells},d${row % 7}`)
        .join('\n')}\n`,
    );
    writeFileSync(at('register.csv'), `name,zip,sex\n${people.map((cells, name) => `p${name},${cells}`).join('\n')}\n`);
    const argv = ['audit', at('release.csv'), '--roles', at('roles.json'), '--external', at('register.csv'), '--out', at(`out${seed}`)];
    const { findings } = JSON.parse((await said(...argv, '--yes', '--json')).out) as { findings: readonly Finding[] };
    const own = findings.filter(({ attack }) => attack === 'membership');
    expect(own.length).toBeGreaterThan(0);
    for (const each of own) expect(each.people).toBe(0);
    sure += Number(/^(\d+) of 120/.exec(own[0]?.reason ?? '')?.[1]);
  }
  // Some classes are published in full by chance: the figure still says so.
  expect(sure).toBeGreaterThan(0);
}, 60_000);
