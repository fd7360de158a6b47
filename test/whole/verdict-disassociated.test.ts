// Conclusions of audits of disassociated releases.
import { readFileSync } from 'node:fs';
import { verdictOfFiles } from '../helpers/verdict-of.ts';

const GATE = ['--fail-above', 'people=0.1@certainty=0.9'];

interface Golden {
  readonly release: object;
  readonly original: readonly (readonly string[])[];
}
const golden = JSON.parse(readFileSync('test/golden/cover-problem.json', 'utf8')) as Golden;
const FIGURE_1B = {
  'release.json': JSON.stringify(golden.release),
  'original.jsonl': golden.original.map((items) => `${JSON.stringify({ cluster: 0, items })}\n`).join(''),
};

/** 60 clusters of twelve transactions: everybody in a cluster holds the same separated item. */
function homogeneous(): Readonly<Record<string, string>> {
  const clusters = Array.from({ length: 60 }, (_, at) => ({
    size: 12,
    recordChunks: [Array(12).fill([`a${at}`]), Array(12).fill([`h${at % 20}`])],
    termChunk: [],
  }));
  const lines = clusters.flatMap((_, cluster) =>
    Array(12).fill(`${JSON.stringify({ cluster, items: [`a${cluster}`, `h${cluster % 20}`] })}\n`),
  );
  return { 'release.json': JSON.stringify({ clusters, jointClusters: [] }), 'original.jsonl': lines.join('') };
}

test('figure 1 (b) of the source: Surgery and Cancer meet in two of six transactions whatever the world, so three was not kept', async () => {
  const args = ['release.json', '--original', 'original.jsonl', '--k', '3', '--m', '2', ...GATE];
  const { status, verdict, claims, way, gate } = await verdictOfFiles(FIGURE_1B, ...args);
  expect([status, verdict.level]).toEqual([3, 'guarantee broken']);
  expect(claims).toMatchObject([
    { text: 'k = 3, m = 2', state: 'broken', violations: 2, example: 'clusters[0], chunk 1 (possible worlds)' },
  ]);
  expect(way('singled out')).toMatchObject({
    level: 'leaks',
    lead: { attack: 'known terms', facts: 2, people: 2, of: 6, state: 'proved' },
  });
  expect(gate?.open).toBe(false);
});

test.each(['with', 'without'])('homogeneous clusters are a leak, %s the original', async (original) => {
  const given = original === 'with' ? ['--original', 'original.jsonl'] : [];
  const { status, verdict, way, gate, headline } = await verdictOfFiles(
    homogeneous(),
    'release.json',
    ...given,
    '--k',
    '3',
    '--m',
    '2',
    ...GATE,
  );
  expect([status, verdict.level, verdict.way]).toEqual([4, 'leaks', 'learned']);
  expect(way('learned').lead).toMatchObject({
    attack: 'homogeneous clusters',
    state: 'proved',
    people: 720,
    right: 720,
    of: 720,
    exposed: 0.95,
  });
  expect(headline).toContain('720 of 720');
  expect(gate?.open).toBe(false);
});

test('without the original nothing is said to be safe: the published attacks state no confidence', async () => {
  const clusters = Array.from({ length: 4 }, (_, at) => ({
    size: 4,
    recordChunks: [
      [[`a${at}`], [`a${at}`], [`b${at}`], [`b${at}`]],
      [['x'], ['x'], ['y'], ['y']],
    ],
    termChunk: [],
  }));
  const { status, claims, verdict, way } = await verdictOfFiles(
    { 'release.json': JSON.stringify({ clusters, jointClusters: [] }) },
    'release.json',
    ...['--k', '2', '--m', '2'],
  );
  expect([status, claims[0]?.state, verdict.level]).toEqual([0, 'held', 'cannot tell']);
  expect(way('learned').obstacles.some(({ remedy }) => remedy.includes('--original'))).toBe(true);
});

test('a release that separates nothing is led by who is singled out in it', async () => {
  const clusters = [{ size: 4, recordChunks: [[['a', 'b'], ['a', 'b'], ['a'], ['c']]], termChunk: [] }];
  const { verdict, way } = await verdictOfFiles(
    { 'release.json': JSON.stringify({ clusters, jointClusters: [] }) },
    'release.json',
    '--kind',
    'disassociated',
  );
  expect([verdict.level, verdict.way]).toEqual(['leaks', 'singled out']);
  expect(way('singled out').lead).toMatchObject({ people: 1, of: 4, facts: 1 });
});
