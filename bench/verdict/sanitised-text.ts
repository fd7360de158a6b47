import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import type { MadeRelease, VerdictTrials } from './made-release.ts';

const TEXTS = 150;
const LEAVES = 5;
const NODES = 6;
const leaf = (node: number, at: number): string => `leaf${node}x${at}`;
/** Tree terms that may occur in any text. */
const PLAIN = Array.from({ length: 12 }, (_, at) => `plain${at}`);

interface Text {
  readonly node: number;
  readonly leaf: number;
  /** Terms of the text. */
  readonly kept: readonly string[];
}

const lines = (all: readonly object[]): string => all.map((each) => `${JSON.stringify(each)}\n`).join('');

function marked(texts: readonly Text[], original: boolean): MadeRelease {
  const nodes = Array.from({ length: NODES }, (_, node) => ({
    node: `node${node}`,
    children: Array.from({ length: LEAVES }, (_, at) => leaf(node, at)),
  }));
  const textOf = (first: object, { kept }: Text) => ['Has ', first, ...kept.flatMap((term) => [' and ', { term }]), '.'];
  return {
    files: {
      'release.jsonl': lines([
        { sanitised: 't-plausible', t: 2 },
        ...nodes,
        ...texts.map((text, at) => ({ id: `${at}`, text: textOf({ mark: 1, node: `node${text.node}` }, text) })),
      ]),
      ...(original
        ? { 'original.jsonl': lines(texts.map((text, at) => ({ id: `${at}`, text: textOf({ term: leaf(text.node, text.leaf) }, text) }))) }
        : {}),
    },
    request: { release: 'release.jsonl', ...(original ? { original: 'original.jsonl' } : {}) },
  };
}

const texts = (make: (at: number) => Text): Text[] => Array.from({ length: TEXTS }, (_, at) => make(at));

/** Every term occurs in many texts. */
function clean(random: Random): Text[] {
  return texts((at) => ({ node: at % NODES, leaf: random.below(LEAVES), kept: [PLAIN[(at >> 1) % 12]] }));
}

/** Contexts of forty entities; a text has a word unique to its entity, or only common ones. */
function safe(random: Random, share: number, original: boolean): MadeRelease {
  const entities = Array.from({ length: 40 }, (_, at) => `entity${at}`);
  const common = ['common0', 'common1', 'common2'];
  const contexts = Object.fromEntries(entities.map((entity, at) => [entity, [...common, `own${at}`]]));
  const own = Array.from({ length: TEXTS }, () => ({ about: random.below(40), told: random.unit() < share }));
  const textOf = (at: number, { about, told }: (typeof own)[number], hidden: object): readonly (string | object)[] => [
    'Has ',
    { term: common[at % 3] },
    ' and ',
    told ? { term: `own${about}` } : hidden,
    '.',
  ];
  return {
    files: {
      'contexts.json': JSON.stringify({ contexts, protected: entities }),
      'release.jsonl': lines([
        { sanitised: 'k-safe', k: 2 },
        ...own.map((each, at) => ({ id: `${at}`, text: textOf(at, each, { gap: true }) })),
      ]),
      ...(original
        ? {
            'original.jsonl': lines(
              own.map((each, at) => ({ id: `${at}`, about: `entity${each.about}`, text: textOf(at, each, { term: `own${each.about}` }) })),
            ),
          }
        : {}),
    },
    request: { release: 'release.jsonl', external: 'contexts.json', ...(original ? { original: 'original.jsonl' } : {}) },
  };
}

/** Ten topics, each with a word of its own: a text has that of its topic, or of another. */
function confusable(random: Random, share: number, original: boolean): MadeRelease {
  const topics = Array.from({ length: 10 }, (_, at) => `topic${at}`);
  const words = topics.map((_, at) => `word${at}`);
  const known = {
    topics: Object.fromEntries(
      topics.map((topic, at) => [
        topic,
        { prior: 0.1, terms: Object.fromEntries(words.map((word, other) => [word, other === at ? 0.82 : 0.02])) },
      ]),
    ),
    sensitive: topics,
  };
  const own = Array.from({ length: TEXTS }, () => {
    const about = random.below(10);
    return { about, word: random.unit() < share ? about : random.below(10) };
  });
  const textOf = ({ word }: (typeof own)[number]) => ['Has ', { term: words[word] }, '.'];
  return {
    files: {
      'topics.json': JSON.stringify(known),
      'release.jsonl': lines([{ sanitised: 'k-confusable', k: 2 }, ...own.map((each, at) => ({ id: `${at}`, text: textOf(each) }))]),
      ...(original
        ? { 'original.jsonl': lines(own.map((each, at) => ({ id: `${at}`, about: `topic${each.about}`, text: textOf(each) }))) }
        : {}),
    },
    request: { release: 'release.jsonl', external: 'topics.json', ...(original ? { original: 'original.jsonl' } : {}) },
  };
}

export const TRIALS: VerdictTrials = {
  kind: 'sanitised-text',
  planted: [
    {
      attack: 'remaining terms',
      way: 'singled out',
      make(seed, original) {
        const random = seeded(seed);
        const own = new Set(shuffle([...Array(TEXTS).keys()], random).slice(0, 30));
        return marked(
          clean(random).map((text, at) => (own.has(at) ? { ...text, kept: [...text.kept, `rare${at}`] } : text)),
          original,
        );
      },
    },
    {
      attack: 'residual identifiers',
      way: 'singled out',
      // Telephone numbers in the plain words of every fifth text.
      make(seed, original) {
        const { files, request } = marked(clean(seeded(seed)), original);
        const called = Object.entries(files).map(([name, text]) => [
          name,
          text
            .split('\n')
            .map((line) =>
              line.replace(/^(\{"id":"(\d+)","text":\[)"Has "/, (all, start: string, id: string) =>
                Number(id) % 5 === 0 ? `${start}"Tel. 555/${1000 + Number(id)}: has "` : all,
              ),
            )
            .join('\n'),
        ]);
        return { files: Object.fromEntries(called), request };
      },
    },
    {
      attack: 'stands in the text',
      way: 'learned',
      // All other terms of the node occur in the text.
      make: (seed, original) =>
        marked(
          clean(seeded(seed)).map((text, at) =>
            at % 3 > 0
              ? text
              : {
                  ...text,
                  kept: Array.from({ length: LEAVES }, (_, other) => leaf(text.node, other)).filter((_, other) => other !== text.leaf),
                },
          ),
          original,
        ),
    },
    { attack: 'entities that cover the rest', way: 'learned', make: (seed, original) => (original ? safe(seeded(seed), 0.5, true) : null) },
    { attack: 'classifier', way: 'learned', make: (seed, original) => (original ? confusable(seeded(seed), 0.6, true) : null) },
  ],
  clean: [
    { way: 'singled out', make: (seed) => marked(clean(seeded(seed)), true) },
    { way: 'learned', make: (seed) => confusable(seeded(seed), 0, true) },
  ],
  sized: [{ way: 'learned', make: (seed, share) => confusable(seeded(seed), 1.1 * share, true) }],
};
