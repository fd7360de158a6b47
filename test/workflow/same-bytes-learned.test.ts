// The attacks that learn from the whole release, with word vectors and without, in both homes: the same bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { pushSource } from '../../cli/cloud/push.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { UNLABELLED } from '../../shared/kinds/set-generalised/learn/release-view.ts';
import { type AskedOfBoth, atHome, bothHomes, expectPublished, inTheCloud } from '../helpers/both-homes.ts';
import { bucketOf, smallDataset, stackOf } from '../helpers/cloud.ts';

const { release, original, items } = smallDataset('learned');
/** Most words of the dataset, some far from each other. */
const glove = (): string => {
  const random = seeded('vectors');
  return items
    .filter((_, at) => at % 5 !== 0)
    .map((word) => `${word} ${Array.from({ length: 8 }, () => (random.unit() - 0.5).toFixed(4)).join(' ')}\n`)
    .join('');
};

const homes = bothHomes((made) => writeFileSync(join(made, 'vectors.txt'), glove()));

async function expectSameBytes(asked: AskedOfBoth, inCloud: object = {}): Promise<Map<string, Buffer>> {
  const home = await atHome(homes.folder, asked);
  await expectPublished(
    homes.cloud,
    await inTheCloud(homes.cloud, asked.name, { ...asked, request: { ...asked.request, ...inCloud } }),
    home,
  );
  return home;
}

test('the calibrated attack with word vectors, read by ranges of the pack that was pushed', async () => {
  const file = join(homes.folder, 'vectors.txt');
  expect(await pushSource(stackOf(homes.cloud), `embeddings:${file}`)).toMatch(
    /^sources\/embeddings\/vectors\.txt\/[0-9a-f]{32}-1\.vectors$/,
  );
  const asked: AskedOfBoth = {
    name: 'vectors',
    release: ['release.txt', release],
    original: ['original.txt', original],
    request: { attacks: ['calibrated', 'calibrated-precise', 'rba'], embeddings: file },
  };
  const withVectors = await expectSameBytes(asked, { embeddings: basename(file) });
  const without = await atHome(homes.folder, { ...asked, name: 'blind', request: { attacks: ['calibrated'] } });
  // They were used: another attacked dataset comes without them.
  expect(withVectors.get('attacked.jsonl')?.equals(without.get('attacked.jsonl') as Buffer)).toBe(false);
});

test('all default attacks; where the leading one cannot be computed the next one leads', async () => {
  const hospital = (file: string) => [file, readFileSync(`examples/hospital/${file}`, 'utf8')] as const;
  await expectSameBytes({ name: 'defaults', release: hospital('release.txt'), original: hospital('original.txt'), request: {} });
});

test('a release without a generalised item is published as such', async () => {
  const plain = await expectSameBytes({ name: 'plain', release: ['release.txt', 'fever, cough\nasthma\n'], request: {} });
  expect(plain.get('attacked.jsonl')?.toString().trim().split('\n')).toHaveLength(2);
});

test('codes without labels: nothing is learned, the largest function is not called, and each attack says why', async () => {
  const random = seeded('codes');
  // Two items that are always together are inferred to be generalised.
  const lines = Array.from({ length: 200 }, () => {
    const pair = random.below(10);
    return [random.below(20), 100 + pair, 200 + pair, 300 + random.below(20)].join(' ');
  });
  const learned = async (name: string, request: object, beside: Readonly<Record<string, string>> = {}): Promise<string[]> => {
    const called: string[] = [];
    homes.cloud.set({
      intercept: (handler, _payload, call) => {
        called.push(handler);
        return call();
      },
    });
    const published = await expectSameBytes({ name, release: ['release.dat', `${lines.join('\n')}\n`], beside, request });
    homes.cloud.set({});
    const attacks = published.get('attacks/part-000000.parquet');
    expect(attacks).toBeDefined();
    const rows = await parquetReadObjects({ file: new Uint8Array(attacks as Buffer).buffer });
    const own = rows.find((row) => row['attack'] === 'calibrated');
    expect(String(own?.['details']).includes(UNLABELLED.reason)).toBe(beside['labels.csv'] === undefined);
    return called.filter((handler) => /learn|attack/.test(handler));
  };
  expect(await learned('coded', { claim: { k: 2 } })).toEqual(['attack-units']);
  const labels = [...new Set(lines.flatMap((line) => line.split(' ')))].map((code, at) => `${code},${items[at]}\n`).join('');
  expect(await learned('labelled', { claim: { k: 2 }, labels: 'labels.csv' }, { 'labels.csv': labels })).toEqual([
    'learn-release',
    'attack-units',
  ]);
});

test('word vectors that were never pushed: the drop is rejected by the starter, and no execution begins', async () => {
  const before = homes.cloud.executions.size;
  const inbox = bucketOf(homes.cloud, 'INBOX');
  await inbox.write('inbox/none/release.txt', Buffer.from(release));
  await inbox.write('inbox/none/audit.json', Buffer.from(JSON.stringify({ release: 'release.txt', embeddings: 'glove' })));
  await homes.cloud.deliver('inbox/none/audit.json');
  expect(homes.cloud.executions.size).toBe(before);
  const rejection = Buffer.concat(await Array.fromAsync(inbox.read('inbox/none/rejected.json'))).toString();
  expect(JSON.parse(rejection).message).toBe(
    'audit.json: the stack does not have the source "embeddings"; push it with: unveil cloud push embeddings',
  );
});
