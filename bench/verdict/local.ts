import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import type { MadeRelease, VerdictTrials } from './made-release.ts';

/** Inner nodes of the tree, leaves under each, and transactions that publish each. */
const NODES = 40;
const LEAVES = 3;
const ROWS = 10;

const leaf = (node: number, at: number): string => `n${node}l${at}`;

interface Row {
  readonly published: readonly string[];
  readonly held: readonly string[];
}

/** Next to its node a transaction publishes an item as it is: sign `n.s.`; of some nodes it goes with what the node hides, of others it does not. */
function tree(): Readonly<Record<string, readonly string[]>> {
  const inner = Array.from(
    { length: NODES },
    (_, node) => [`n${node}`, Array.from({ length: LEAVES }, (_, at) => leaf(node, at))] as const,
  );
  const signs = Array.from(
    { length: NODES },
    (_, node) => [`signs${node}`, Array.from({ length: LEAVES }, (_, at) => `n${node}s${at}`)] as const,
  );
  return { top: [...inner, ...signs].map(([name]) => name), ...Object.fromEntries([...inner, ...signs]) };
}

/** A source in which each hidden item goes with its sign, and all items go with others too. */
function documents(random: Random): string {
  const lines: string[] = [];
  for (let node = 0; node < NODES; node += 1)
    for (let at = 0; at < LEAVES; at += 1) {
      for (let times = 0; times < 12; times += 1) lines.push(`${leaf(node, at)} n${node}s${at}`);
      for (let other = 0; other < LEAVES; other += 1) lines.push(`${leaf(node, at)} n${node}s${other}`);
      lines.push(`${leaf(node, at)} n${random.below(NODES)}s${random.below(LEAVES)}`);
    }
  return `${lines.join('\n')}\n`;
}

/**
 * `told`: the share of the nodes whose signs go with what is hidden; `bare`: the same leaf is published as itself by many, and it is what the node
 * hides.
 */
function made(seed: string, { told, bare = 0 }: { readonly told: number; readonly bare?: number }, withOriginal: boolean): MadeRelease {
  const random = seeded(seed);
  const isTold = new Set(shuffle([...Array(NODES).keys()], random).slice(0, Math.round(told * NODES)));
  const rows: Row[] = [];
  for (let node = 0; node < NODES; node += 1) {
    const common = node < bare * NODES ? random.below(LEAVES) : null;
    // Each sign is published at least twice, so nobody is unique.
    for (let at = 0; at < ROWS; at += 2) {
      const sign = random.below(LEAVES);
      for (let twin = 0; twin < 2; twin += 1) {
        const hidden = common ?? (isTold.has(node) ? sign : random.below(LEAVES));
        rows.push({ published: [`n${node}`, `n${node}s${sign}`], held: [leaf(node, hidden), `n${node}s${sign}`] });
      }
    }
    if (common !== null)
      for (let times = 0; times < 2 * ROWS; times += 1) rows.push({ published: [leaf(node, common)], held: [leaf(node, common)] });
  }
  return files(shuffle(rows, random), documents(random), withOriginal);
}

function files(rows: readonly Row[], source: string, withOriginal: boolean): MadeRelease {
  return {
    files: {
      'release.json': JSON.stringify({ hierarchy: tree(), transactions: rows.map(({ published }) => published) }),
      'source.txt': source,
      ...(withOriginal ? { 'original.jsonl': `${rows.map(({ held }) => JSON.stringify({ items: held })).join('\n')}\n` } : {}),
    },
    request: { release: 'release.json', sources: ['source.txt'], ...(withOriginal ? { original: 'original.jsonl' } : {}) },
  };
}

/** Each published set is on two transactions, but for the share of people who are alone. */
function alone(seed: string, share: number, withOriginal: boolean): MadeRelease {
  const random = seeded(seed);
  const rows: Row[] = [];
  const lone = Math.round(share * 300);
  const sets = shuffle(
    [...Array(NODES).keys()].flatMap((node) => [...Array(NODES).keys()].map((other) => [node, other] as const)),
    random,
  );
  for (let at = 0; rows.length < 300; at += 1) {
    const [node, other] = sets[at];
    const published = [`n${node}`, `n${other}s${random.below(LEAVES)}`];
    for (let twin = 0; twin < (at < lone ? 1 : 2); twin += 1)
      rows.push({ published, held: [leaf(node, random.below(LEAVES)), published[1]] });
  }
  return files(shuffle(rows, random), documents(random), withOriginal);
}

const SEMANTIC = ['nearest', 'mda', 'tba', 'wba', 'gba', 'gba-normalised', 'rba', 'rba-normalised'].map((name) => `semantic-${name}`);

export const TRIALS: VerdictTrials = {
  kind: 'local',
  planted: [
    // Attacks on distance tables share one leak; without the original its size is unknown.
    ...SEMANTIC.map((attack) => ({
      attack,
      way: 'learned' as const,
      family: SEMANTIC,
      make: (seed: string, withOriginal: boolean) => (withOriginal ? made(seed, { told: 1 }, true) : null),
    })),
    { attack: 'frequency', way: 'learned', make: (seed, withOriginal) => (withOriginal ? made(seed, { told: 0, bare: 1 }, true) : null) },
    { attack: 'class', way: 'singled out', family: ['link', 'scoring'], make: (seed, withOriginal) => alone(seed, 0.5, withOriginal) },
  ],
  clean: [
    { way: 'learned', make: (seed) => made(seed, { told: 0 }, true) },
    { way: 'singled out', make: (seed) => alone(seed, 0, true) },
  ],
  // A random option is sometimes right, so more must leak.
  sized: [
    { way: 'learned', make: (seed, share) => made(seed, { told: Math.min(1, (share * LEAVES) / (LEAVES - 1)) }, true) },
    { way: 'singled out', make: (seed, share) => alone(seed, share, true) },
  ],
};
