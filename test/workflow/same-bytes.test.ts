// The laptop and the deployed state machine, run here, give the same bytes, however the work is split and in whatever order it ends.
import type { LoggedEvent } from '../../cloud-local/workflow/run.ts';
import { type AskedOfBoth, atHome, bothHomes, expectNoItem, expectPublished, inTheCloud, SPLITS } from '../helpers/both-homes.ts';
import { smallDataset } from '../helpers/cloud.ts';

const { release, original, items } = smallDataset();
const asked: AskedOfBoth = {
  name: 'small',
  release: ['release.txt', release],
  original: ['original.txt', original],
  request: { attacks: ['rba-normalised', 'gba', 'mda'], claim: { k: 4 } },
};

describe('an audit at home and in the cloud', () => {
  /** File name (tables: table and part) to bytes; only `audits` and `_SUCCESS.json` contain times. */
  let home: Map<string, Buffer>;
  const events: LoggedEvent[] = [];
  // WordNet's counts are kept where an operator pays for it.
  const homes = bothHomes(
    async (made) => {
      home = await atHome(made, asked);
    },
    { keepCountsUsd: 1 },
  );

  test.each(SPLITS)('%s: attacked.jsonl and all tables are the same bytes', async (name, map) => {
    homes.cloud.set({ map, onEvent: (event) => events.push(event) });
    await expectPublished(homes.cloud, await inTheCloud(homes.cloud, name.replaceAll(' ', '-'), asked), home);
  });

  test('no input or output of any state holds an item of the dataset', () => {
    expectNoItem(events, items);
  });

  test('the parent stays far below the 25,000 events of a history', () => {
    const [first] = homes.cloud.executions.keys();
    // The service writes about five events for a task and two for other states; a map run is one state of the parent.
    expect(events.filter(({ execution }) => execution === first).length * 5).toBeLessThan(1_000);
  });

  test('the score cache holds keys and counts, and no text', async () => {
    const { ScanCommand } = await import('@aws-sdk/client-dynamodb');
    const { Items = [] } = await homes.cloud.dynamo.client.send(new ScanCommand({ TableName: homes.cloud.environment['SCORES_TABLE'] }));
    // A row for each term of the tables, whatever the splits that asked for it.
    expect(Items).toHaveLength(72);
    const text = Buffer.concat(Items.flatMap((row) => [row['k']?.B ?? new Uint8Array(), row['b']?.B ?? new Uint8Array()])).toString(
      'latin1',
    );
    expect(items.filter((item) => text.includes(item))).toEqual([]);
    expect(Items.every((row) => Object.keys(row).toSorted().join() === 'b,k,v,x')).toBe(true);
  });
});
