import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import type { MadeRelease, PlantedLeak, VerdictTrials } from './made-release.ts';

const K = 2;
const CLUSTERS = 36;
/** Topics of a cluster, two transactions each, out of all topics. */
const OWN = 5;
const TOPICS = 20;

interface Transaction {
  readonly cluster: number;
  readonly anchor: readonly string[];
  readonly piece: readonly string[];
}

/** Clusters with an anchoring chunk and one later chunk. */
function made(
  transactions: readonly Transaction[],
  withOriginal: boolean,
  more: Readonly<Record<string, string>>,
  request: object,
): MadeRelease {
  const clusters = [...Map.groupBy(transactions, ({ cluster }) => cluster).values()].map((own) => ({
    size: own.length,
    recordChunks: [own.map(({ anchor }) => anchor), own.map(({ piece }) => piece).filter((piece) => piece.length > 0)].map((chunk) =>
      chunk.filter((items) => items.length > 0),
    ),
    termChunk: own.some(({ anchor, piece }) => anchor.length + piece.length === 0)
      ? Array.from({ length: own.length }, (_, at) => `term${at}`)
      : [],
  }));
  const lines = transactions.map(({ cluster, anchor, piece }) =>
    JSON.stringify({ cluster, items: [...anchor, ...piece, ...(anchor.length + piece.length === 0 ? ['term0'] : [])] }),
  );
  return {
    files: {
      'release.json': JSON.stringify({ clusters, jointClusters: [] }),
      ...(withOriginal ? { 'original.jsonl': `${lines.join('\n')}\n` } : {}),
      ...more,
    },
    request: { release: 'release.json', ...(withOriginal ? { original: 'original.jsonl' } : {}), ...request },
  };
}

/** Words of one topic lie close together. */
function vectors(random: Random): string {
  const lines: string[] = [];
  for (let topic = 0; topic < TOPICS; topic += 1)
    for (const word of ['a', 'b', 'c', 'd', 'p'])
      lines.push(
        `t${topic}${word} ${Array.from({ length: TOPICS }, (_, at) => ((at === topic ? 1 : 0) + 0.3 * (random.unit() - 0.5)).toFixed(4)).join(' ')}`,
      );
  return `${lines.join('\n')}\n`;
}

/** Each transaction has three words of a topic in the first chunk and one in the second, of the same topic in the leaking clusters. */
function topics(seed: string, share: number, withOriginal: boolean): MadeRelease {
  const random = seeded(seed);
  const told = new Set(shuffle([...Array(CLUSTERS).keys()], random).slice(0, Math.round(share * CLUSTERS)));
  const transactions: Transaction[] = [];
  for (let cluster = 0; cluster < CLUSTERS; cluster += 1) {
    const own = shuffle([...Array(TOPICS).keys()], random)
      .slice(0, OWN)
      .map((topic) => ({
        topic,
        anchor: shuffle(['a', 'b', 'c', 'd'], random)
          .slice(0, 3)
          .map((word) => `t${topic}${word}`),
      }));
    const rows = [...own, ...own];
    const pieces = told.has(cluster) ? rows : shuffle([...rows], random);
    for (const [at, { anchor }] of rows.entries()) transactions.push({ cluster, anchor, piece: [`t${pieces[at]?.topic}p`] });
  }
  return made(transactions, withOriginal, { 'vectors.txt': vectors(random) }, { claim: { k: K, m: 2 }, embeddings: 'vectors.txt' });
}

/** In each cluster some of ten transactions share a separated word that is rare elsewhere; the others have one of a hundred. */
function frequent(seed: string, holders: number, withOriginal: boolean): MadeRelease {
  const random = seeded(seed);
  const transactions: Transaction[] = [];
  for (let cluster = 0; cluster < CLUSTERS; cluster += 1) {
    const held = shuffle(
      Array.from({ length: 10 }, (_, at) => at < holders),
      random,
    );
    for (const [at, holds] of held.entries())
      transactions.push({ cluster, anchor: [`c${cluster}x${at % 5}`], piece: [holds ? `h${cluster % 15}` : `o${random.below(100)}`] });
  }
  return made(transactions, withOriginal, {}, {});
}

/** Three transactions of fifteen hold an item of the first chunk, three one of the second, two of them both: the method kept the two apart. */
function covered(_seed: string, withOriginal: boolean): MadeRelease | null {
  if (!withOriginal) return null;
  const transactions: Transaction[] = [];
  for (let cluster = 0; cluster < 24; cluster += 1)
    for (let at = 0; at < 15; at += 1)
      transactions.push({ cluster, anchor: at < 3 ? [`y${cluster}`] : [], piece: at > 0 && at < 4 ? [`x${cluster % 12}`] : [] });
  return made(transactions, true, {}, { claim: { k: 3, m: 2 } });
}

/** In some transactions the first chunk shows a unique item. */
function alone(seed: string, share: number, withOriginal: boolean): MadeRelease {
  const random = seeded(seed);
  const transactions: Transaction[] = [];
  for (let cluster = 0; cluster < CLUSTERS; cluster += 1)
    for (let at = 0; at < 10; at += 1)
      transactions.push({
        cluster,
        anchor: [`common${at % 2}`, ...(random.unit() < share ? [`only${cluster}x${at}`] : [])],
        piece: [`p${at % 5}`],
      });
  return made(transactions, withOriginal, {}, {});
}

const PLACEMENTS = ['calibrated', 'optimal', 'aba', 'rga', 'mra'];
const placement = (attack: string): PlantedLeak => ({
  attack,
  way: 'learned',
  family: PLACEMENTS,
  // The published attacks state no confidence: without the original nothing tells how often they are right.
  make: (seed, withOriginal) => (withOriginal || attack === 'calibrated' ? topics(seed, 1, withOriginal) : null),
});

export const TRIALS: VerdictTrials = {
  kind: 'disassociated',
  planted: [
    ...PLACEMENTS.map(placement),
    {
      attack: 'homogeneous clusters',
      way: 'learned',
      family: ['cluster frequencies'],
      make: (seed, withOriginal) => frequent(seed, 10, withOriginal),
    },
    { attack: 'cluster frequencies', way: 'learned', make: (seed, withOriginal) => frequent(seed, 7, withOriginal) },
    { attack: 'cover problem', way: 'learned', make: covered },
    { attack: 'known terms', way: 'singled out', make: (seed, withOriginal) => alone(seed, 0.1, withOriginal) },
  ],
  clean: [
    { way: 'learned', make: (seed) => topics(seed, 0, true) },
    { way: 'singled out', make: (seed) => topics(seed, 0, true) },
  ],
  sized: [
    { way: 'learned', make: (seed, share) => topics(seed, share, true) },
    { way: 'singled out', make: (seed, share) => alone(seed, share, true) },
  ],
};
