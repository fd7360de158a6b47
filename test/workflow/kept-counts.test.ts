// Counts that one audit asked for are found by another that asks for the same pairs, and `audits` says so.
import { parquetReadObjects } from 'hyparquet';
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import { type AskedOfBoth, inTheCloud } from '../helpers/both-homes.ts';
import { bucketOf, cloudWithWordnet, smallDataset } from '../helpers/cloud.ts';

const { release } = smallDataset('kept');
const lines = release.trimEnd().split('\n');
const asked = (name: string, text: readonly string[], more: object = {}): AskedOfBoth => ({
  name,
  release: ['release.txt', `${text.join('\n')}\n`],
  request: { attacks: ['rba'], ...more },
});

describe('counts kept for other audits', () => {
  let cloud: LocalCloud;
  beforeAll(async () => {
    cloud = await cloudWithWordnet();
  }, 300_000);
  afterAll(() => cloud.stop());

  async function countsOf(what: AskedOfBoth): Promise<readonly { source: string; found: number; missed: number; anew: number }[]> {
    const { id, outcome } = await inTheCloud(cloud, what.name, what);
    expect(outcome).toHaveProperty('output');
    for await (const { key } of bucketOf(cloud, 'RESULTS').list('results/table=audits/')) {
      if (!key.includes(id)) continue;
      const bytes = Buffer.concat(await Array.fromAsync(bucketOf(cloud, 'RESULTS').read(key)));
      const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
      const [row] = await parquetReadObjects({ file });
      return JSON.parse(String(row?.['counts']));
    }
    throw new Error('no audit in the results');
  }

  test('the first audit finds none; what has the same pairs in other lines, order, batches and folders finds all of them', async () => {
    const [first] = await countsOf(asked('first', lines));
    expect(first).toMatchObject({ source: 'wordnet', found: 0, anew: 0 });
    const pairs = first?.missed ?? 0;
    expect(pairs).toBeGreaterThan(100);
    const all = { source: 'wordnet', found: pairs, missed: 0, anew: 0 };
    expect(await countsOf(asked('seed', lines, { seed: 'another', attacks: ['mda'] }))).toEqual([all]);
    expect(await countsOf(asked('reversed', lines.toReversed()))).toEqual([all]);
    const members = lines.map((line) =>
      line.replace(/\(([^)]*)\)/g, (_, inside: string) => `(${inside.split(', ').toReversed().join(', ')})`),
    );
    expect(await countsOf(asked('members', members))).toEqual([all]);
    // Of half of the lines nothing is new, and of a wider context only what is wider.
    const [half] = await countsOf(asked('half', lines.slice(0, lines.length / 2)));
    expect(half).toMatchObject({ missed: 0 });
    const [wide] = await countsOf(asked('wide', lines, { context: { select: 'all' } }));
    expect(wide?.found).toBe(pairs);
    expect(wide?.missed).toBeGreaterThan(0);
  });
});
