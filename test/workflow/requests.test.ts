// Counted S3 requests of an audit, against the estimate.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { estimate } from '../../cli/cloud/estimate.ts';
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import { wordnetNounList } from '../../shared/adapters/local/wordnet-nouns.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { dropInto } from '../helpers/both-homes.ts';
import { cloudWithWordnet } from '../helpers/cloud.ts';

let cloud: LocalCloud;
const folder = mkdtempSync(join(tmpdir(), 'unveil-requests-'));
beforeAll(async () => {
  cloud = await cloudWithWordnet();
}, 300_000);
afterAll(async () => {
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

/** Short rows of codes: items that always stand together are one generalised item, by inference. */
const codes = (rows: number): string =>
  Array.from({ length: rows }, (_, at) => `${at % 7} ${100 + (at % 60)} ${200 + (at % 60)} ${300 + ((at * 7) % 11)}\n`).join('');

/** Nouns of WordNet, in so many rows that they are planned in parts and learned from in part; a tenth of them carry a generalised item. */
function inParts(rows: number): string {
  const nouns = wordnetNounList().filter((noun) => /^[a-z]{6,9}$/.test(noun));
  const random = seeded('requests', rows);
  const line = (at: number): string => {
    const member = 2_000 + 2 * (at % 400);
    const [near, far] = [nouns[(at % 400) + random.below(12)], nouns[1_000 + random.below(1_000)]];
    const own = `${nouns[member]}, ${nouns[member + 1]}`;
    return at % 10 === 3 ? `${near}, (${own}), ${far}\n` : `${near}, ${own}, ${far}\n`;
  };
  return Array.from({ length: rows }, (_, at) => line(at)).join('');
}

/** Codes as long as names, each in two rows: enough small items for three children, whose batches end by chance and cross the slices of the results. */
function manySmall(items: number): string {
  const code = (number: number): string => String(number).padStart(20, '7');
  const item = (at: number): string => `(${code(2 * at)}, ${code(2 * at + 1)})`;
  const line = (from: number): string =>
    `${from % 90}, ${Array.from({ length: 8 }, (_, at) => item(from + at)).join(', ')}, ${100 + (from % 70)}\n`;
  return Array.from({ length: items / 8 }, (_, at) => line(8 * at).repeat(2)).join('');
}

test.each([
  ['clinic', 'examples/clinic/release.txt', 'examples/clinic/original.txt'],
  ['hospital', 'examples/hospital/release.txt', null],
  // Nothing is learned of codes. Of many short rows parts go by rows, not by bytes.
  ['codes', codes(400), null],
  ['short-rows', codes(90_000), null],
  ['in-parts', inParts(80_010), null],
  ['many-small', manySmall(20_000), null],
])(
  'the estimate of the %s is within 3 % of the requests that are counted, a tenth where a part is learned from',
  async (name, given, original) => {
    const text = given.endsWith('.txt') ? readFileSync(given, 'utf8') : given;
    const release = join(folder, `${name}.txt`);
    writeFileSync(release, text);
    let counted = 0;
    const called = new Set<string>();
    const beside = original === null ? {} : { original: ['original.txt', readFileSync(original, 'utf8')] as const };
    const key = await dropInto(cloud, name, { name, release: ['release.txt', text], ...beside, request: {} });
    cloud.set({
      intercept: (handler, _, call) => {
        called.add(handler);
        return call();
      },
    });
    cloud.server?.setFault(({ bucket }) => {
      // An index is read once by each function, for whatever audit.
      if (bucket !== cloud.environment['ASSETS_BUCKET']) counted += 1;
      return undefined;
    });
    await cloud.deliver(key);
    expect(await cloud.settle()).toHaveProperty('output');
    cloud.server?.setFault(undefined);
    const { figures } = await estimate(release, 0, original !== null);
    const said = Number.parseInt(figures.services.find(({ service }) => service === 'S3')?.how ?? '', 10);
    expect([said, counted, Math.abs(said - counted) <= (name === 'in-parts' ? 0.1 : 0.03) * counted]).toEqual([said, counted, true]);
    // Steps that are priced are those that run.
    const priced = figures.steps.map(({ step }) => step);
    expect([called.has('learn-release'), called.has('spread-rows')]).toEqual([priced.includes('learn'), priced.includes('spread')]);
    expect([name, figures.units > 0, priced.includes('learn')]).toEqual([
      name,
      true,
      original !== null || given.endsWith('.txt') || name === 'in-parts',
    ]);
  },
  900_000,
);
