import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import type { MadeRelease, PlantedLeak, VerdictTrials } from './made-release.ts';

/** Generalised items, transactions that carry each, and members of each. */
const UNITS = 40;
const ROWS = 8;
const WIDTH = 3;
const TOPICS = 20;
const WORDS = 12;

interface Row {
  readonly items: readonly string[];
  readonly members: readonly string[];
  readonly truth: string;
}

/** A source with documents of one topic each; `common` is in further documents. */
function documents(random: Random, members: readonly (readonly string[])[], common: ReadonlySet<string>): string {
  const lines: string[] = [];
  const word = (topic: number): string => `t${topic}w${random.below(WORDS)}`;
  for (let topic = 0; topic < TOPICS; topic += 1)
    for (let at = 0; at < 60; at += 1) lines.push([word(topic), word(topic), word(topic), word(topic)].join(' '));
  for (const set of members)
    for (const member of set) {
      const topic = topicOf(member);
      for (let at = 0; at < 12; at += 1) lines.push([member, word(topic), word(topic), word(topic)].join(' '));
      // With any word: nothing is never together.
      for (let at = 0; at < 3; at += 1) lines.push([member, word(random.below(TOPICS)), word(random.below(TOPICS))].join(' '));
      if (common.has(member)) for (let at = 0; at < 120; at += 1) lines.push([member, word(random.below(TOPICS))].join(' '));
    }
  return `${lines.join('\n')}\n`;
}

const topicOf = (member: string): number => Number(/^t(\d+)s/.exec(member)?.[1]);

interface Plan {
  /** Of the generalised items: their transactions hold words of the topic of what is hidden. */
  readonly told: number;
  /** Of the generalised items: one member is hidden in all their transactions, and it is the commonest in the source. */
  readonly common?: number;
}

/** Transactions of three words of one topic and a generalised item with members of three topics, one of them true. */
function made(seed: string, { told, common = 0 }: Plan, withOriginal: boolean, attacks: readonly string[] | null): MadeRelease {
  const random = seeded(seed);
  const rows: Row[] = [];
  const sets = Array.from({ length: UNITS }, (_, unit) =>
    shuffle([...Array(TOPICS).keys()], random)
      .slice(0, WIDTH)
      .map((topic) => `t${topic}s${unit}`),
  );
  const isTold = new Set(shuffle([...sets.keys()], random).slice(0, Math.round(told * UNITS)));
  const favoured = new Set<string>();
  for (const [unit, members] of sets.entries()) {
    const favourite = unit < common * UNITS ? members[random.below(WIDTH)] : null;
    if (favourite !== null) favoured.add(favourite);
    for (let at = 0; at < ROWS; at += 1) {
      const truth = favourite ?? members[random.below(WIDTH)];
      const topic = isTold.has(unit) ? topicOf(truth) : topicOf(members[random.below(WIDTH)]);
      const items = shuffle([...Array(WORDS).keys()], random)
        .slice(0, 3)
        .map((word) => `t${topic}w${word}`);
      rows.push({ items, members, truth });
    }
  }
  return files(shuffle(rows, random), documents(random, sets, favoured), withOriginal, attacks);
}

function files(rows: readonly Row[], source: string, withOriginal: boolean, attacks: readonly string[] | null): MadeRelease {
  const text = (of: (row: Row) => string): string => `${rows.map((row) => [...row.items, of(row)].join(', ')).join('\n')}\n`;
  return {
    files: {
      'release.txt': text(({ members }) => `(${members.join(', ')})`),
      'source.txt': source,
      ...(withOriginal ? { 'original.txt': text(({ truth }) => truth) } : {}),
    },
    request: {
      release: 'release.txt',
      ...(withOriginal ? { original: 'original.txt' } : {}),
      sources: ['source.txt'],
      output: { attacked: false },
      context: { order: 'meaningless' },
      ...(attacks === null ? {} : { attacks }),
    },
  };
}

const PUBLISHED = ['mda', 'tba', 'wba', 'gba', 'gba-normalised', 'rba', 'rba-normalised'] as const;
const LEARNING = ['calibrated', 'frequency-only', 'context-only'] as const;

/** Published attacks share one leak, so each is run alone. Without the original its size is unknown. */
const published = PUBLISHED.map(
  (attack): PlantedLeak => ({
    attack,
    way: 'learned',
    make: (seed, withOriginal) => (withOriginal ? made(seed, { told: 1 }, true, [attack]) : null),
  }),
);

const learning: readonly PlantedLeak[] = [
  {
    attack: 'calibrated',
    way: 'learned',
    family: [...LEARNING, ...PUBLISHED],
    make: (seed, withOriginal) => (withOriginal ? made(seed, { told: 1 }, true, ['calibrated', ...PUBLISHED]) : null),
  },
  {
    attack: 'frequency-only',
    way: 'learned',
    family: LEARNING,
    make: (seed, withOriginal) => (withOriginal ? made(seed, { told: 0, common: 1 }, true, ['calibrated']) : null),
  },
];

/** Everybody has twins; some transactions have a unique word. */
function twins(seed: string, share: number, withOriginal: boolean): MadeRelease {
  const random = seeded(seed);
  const rows: Row[] = [];
  for (let set = 0; set < 60; set += 1) {
    const members = Array.from({ length: WIDTH }, (_, at) => `t${(set + at) % TOPICS}s${set % 20}`);
    const topic = random.below(TOPICS);
    const items = shuffle([...Array(WORDS).keys()], random)
      .slice(0, 3)
      .map((word) => `t${topic}w${word}x${set}`);
    const truth = members[random.below(WIDTH)];
    for (let twin = 0; twin < 4; twin += 1) rows.push({ items, members, truth });
  }
  const own = new Set(shuffle([...rows.keys()], random).slice(0, Math.round(share * rows.length)));
  const marked = rows.map((row, at): Row => (own.has(at) ? { ...row, items: [...row.items, `own${at}a`, `own${at}b`, `own${at}c`] } : row));
  return files(shuffle(marked, random), documents(random, [], new Set()), withOriginal, ['mda']);
}

export const TRIALS: VerdictTrials = {
  kind: 'set-generalised',
  planted: [
    ...published,
    ...learning,
    { attack: 'known items', way: 'singled out', family: ['scoring'], make: (seed, withOriginal) => twins(seed, 0.4, withOriginal) },
  ],
  clean: [
    { way: 'learned', make: (seed) => made(seed, { told: 0 }, true, null) },
    { way: 'singled out', make: (seed) => twins(seed, 0, true) },
  ],
  // One of the options at random is right in a share of them: so many more have to be told.
  sized: [
    { way: 'learned', make: (seed, share) => made(seed, { told: Math.min(1, (share * WIDTH) / (WIDTH - 1)) }, true, null) },
    { way: 'singled out', make: (seed, share) => twins(seed, share, true) },
  ],
};
