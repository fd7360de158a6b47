import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import type { MadeRelease, VerdictTrials } from './made-release.ts';

const GROUPS = 50;
const SIZE = 6;
/** Sensitive items, one in each group; words that may go with each. */
const SENSITIVE = 5;
const WORDS = 6;

interface Group {
  readonly item: string;
  /** Published items of each transaction, and whether it holds the sensitive one. */
  readonly rows: readonly { readonly items: readonly string[]; readonly holds: boolean }[];
}

/** A source in which sensitive items go with their own words more than with those of others. */
function documents(random: Random): string {
  const lines: string[] = [];
  for (let item = 0; item < SENSITIVE; item += 1)
    for (let word = 0; word < WORDS; word += 1) {
      for (let times = 0; times < 15; times += 1) lines.push(`sick${item} w${item}x${word}`);
      for (let other = 0; other < SENSITIVE; other += 1) lines.push(`sick${item} w${other}x${random.below(WORDS)} w${other}x${word}`);
    }
  return `${lines.join('\n')}\n`;
}

interface Plan {
  /** The share of the groups whose holders have words of their own item; others have any. */
  readonly told: number;
  /** The words go with the sensitive items in the release alone, and in no source. */
  readonly unheard?: boolean;
  /** The share of the groups whose members all hold the item. */
  readonly everybody?: number;
  /** Share of people with unique items; nobody else is unique. */
  readonly alone?: number;
}

function made(seed: string, { told, unheard = false, everybody = 0, alone = 0 }: Plan, withOriginal: boolean): MadeRelease {
  const random = seeded(seed);
  const isTold = new Set(shuffle([...Array(GROUPS).keys()], random).slice(0, Math.round(told * GROUPS)));
  const isFull = new Set(shuffle([...Array(GROUPS).keys()], random).slice(0, Math.round(everybody * GROUPS)));
  // Which words go with which item where no source has heard of it.
  const shift = unheard ? 1 : 0;
  const groups = Array.from({ length: GROUPS }, (_, group): Group => {
    const item = group % SENSITIVE;
    const holder = random.below(SIZE);
    const rows = Array.from({ length: SIZE }, (_, at) => {
      const own = at === holder && isTold.has(group);
      const topic = own ? (item + shift) % SENSITIVE : random.below(SENSITIVE);
      const words = shuffle([...Array(WORDS).keys()], random).slice(0, 2);
      const items = [
        ...words.map((word) => `w${topic}x${word}`),
        ...(random.unit() < alone ? [`g${group}r${at}a`, `g${group}r${at}b`, `g${group}r${at}c`] : []),
      ];
      return { items, holds: at === holder || isFull.has(group) };
    });
    return { item: `sick${item}`, rows };
  });
  return files(groups, documents(random), withOriginal);
}

function files(groups: readonly Group[], source: string, withOriginal: boolean): MadeRelease {
  const release = {
    groups: groups.map(({ item, rows }) => ({
      transactions: rows.map(({ items }) => items),
      sensitive: { [item]: rows.filter(({ holds }) => holds).length },
    })),
  };
  const original = groups.flatMap(({ item, rows }, cluster) =>
    rows.map(({ items, holds }) => JSON.stringify({ cluster, items: [...items, ...(holds ? [item] : [])] })),
  );
  return {
    files: {
      'release.json': JSON.stringify(release),
      'source.txt': source,
      ...(withOriginal ? { 'original.jsonl': `${original.join('\n')}\n` } : {}),
    },
    request: { release: 'release.json', sources: ['source.txt'], ...(withOriginal ? { original: 'original.jsonl' } : {}) },
  };
}

/** Everybody has five twins in the same group: nothing tells them apart. */
function twins(seed: string): MadeRelease {
  const random = seeded(seed);
  const groups = Array.from({ length: GROUPS }, (_, group): Group => {
    const items = Array.from({ length: 5 }, (_, at) => `w${group % SENSITIVE}x${group}y${at}`);
    const holder = random.below(SIZE);
    return { item: `sick${group % SENSITIVE}`, rows: Array.from({ length: SIZE }, (_, at) => ({ items, holds: at === holder })) };
  });
  return files(groups, documents(random), true);
}

const SEMANTIC = ['semantic-aba', 'semantic-rga', 'semantic-mra'];

export const TRIALS: VerdictTrials = {
  kind: 'groups',
  planted: [
    ...SEMANTIC.map((attack) => ({
      attack,
      way: 'learned' as const,
      family: [...SEMANTIC, 'learned'],
      make: (seed: string, withOriginal: boolean) => (withOriginal ? made(seed, { told: 1 }, true) : null),
    })),
    {
      attack: 'learned',
      way: 'learned',
      make: (seed, withOriginal) => (withOriginal ? made(seed, { told: 1, unheard: true }, true) : null),
    },
    { attack: 'group', way: 'learned', make: (seed, withOriginal) => made(seed, { told: 0, everybody: 0.3 }, withOriginal) },
    { attack: 'known items', way: 'singled out', make: (seed, withOriginal) => made(seed, { told: 0, alone: 0.5 }, withOriginal) },
    { attack: 'scoring', way: 'linked', make: (seed, withOriginal) => made(seed, { told: 0, alone: 1 }, withOriginal) },
  ],
  clean: [
    { way: 'learned', make: (seed) => made(seed, { told: 0 }, true) },
    { way: 'singled out', make: twins },
    { way: 'linked', make: twins },
  ],
  sized: [
    { way: 'learned', make: (seed, share) => made(seed, { told: 0, everybody: share }, true) },
    { way: 'singled out', make: (seed, share) => made(seed, { told: 0, alone: share }, true) },
    { way: 'linked', make: (seed, share) => made(seed, { told: 0, alone: share }, true) },
  ],
};
