// Counts that one audit asked for are found by another that asks for the same pairs: it adds nothing to the rows.
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { type LocalCloud, startCloud } from '../../cloud-local/cloud.ts';
import { stackTemplates } from '../../cloud-local/snapshot.ts';
import { type AskedOfBoth, inTheCloud } from '../helpers/both-homes.ts';
import { pushWordnet, smallDataset } from '../helpers/cloud.ts';

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
    // Of an index as small as WordNet's they are kept only where an operator pays for it.
    cloud = await startCloud(await stackTemplates({ keepCountsUsd: 1 }));
    await pushWordnet(cloud);
  }, 300_000);
  afterAll(() => cloud.stop());

  /** Rows, and how often they were written. */
  async function rowsAfter(what: AskedOfBoth): Promise<{ rows: number; writes: number }> {
    const { outcome } = await inTheCloud(cloud, what.name, what);
    expect(outcome).toHaveProperty('output');
    const { Items = [] } = await cloud.dynamo.client.send(new ScanCommand({ TableName: cloud.environment['SCORES_TABLE'] }));
    return { rows: Items.length, writes: Items.reduce((total, { v }) => total + Number(v?.N), 0) };
  }

  test('what has the same pairs in other lines, order, batches and folders finds all of them', async () => {
    const first = await rowsAfter(asked('first', lines));
    expect(first.rows).toBeGreaterThan(30);
    expect(await rowsAfter(asked('seed', lines, { seed: 'another', attacks: ['mda'] }))).toEqual(first);
    expect(await rowsAfter(asked('reversed', lines.toReversed()))).toEqual(first);
    const members = lines.map((line) =>
      line.replace(/\(([^)]*)\)/g, (_, inside: string) => `(${inside.split(', ').toReversed().join(', ')})`),
    );
    expect(await rowsAfter(asked('members', members))).toEqual(first);
    expect(await rowsAfter(asked('half', lines.slice(0, lines.length / 2)))).toEqual(first);
    // Of a wider context what is wider is new.
    expect((await rowsAfter(asked('wide', lines, { context: { select: 'all' } }))).writes).toBeGreaterThan(first.writes);
  });
});
