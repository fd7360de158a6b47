// Sanitised texts: each leaf by reading all documents, each entity by comparing it with all others, each topic by multiplying.

import type { Random } from '../../../../shared/core/random/random.ts';
import { countsOver } from '../../../helpers/counts-over.ts';
import { mean, some } from './by-hand.ts';
import { distanceIn } from './counts.ts';
import { exposures, type Figure, type Row, trials, type Wanted, type WholeTwin } from './twin.ts';

const TREE: Readonly<Record<string, readonly string[]>> = {
  pain: ['headache', 'backache', 'cramp'],
  drug: ['painkiller', 'iron'],
  painkiller: ['aspirin', 'codeine', 'opium', 'morphine'],
  sign: ['fever', 'chill'],
};
/** Nodes none of which is a descendant of another. */
const NODES = ['pain', 'painkiller', 'sign'] as const;
const TERMS = ['headache', 'backache', 'cramp', 'aspirin', 'codeine', 'opium', 'morphine', 'iron', 'fever', 'chill', 'flu', 'gout', 'knee'];
const NAMES = ['alpha', 'beta', 'gamma', 'delta'];

interface Hidden {
  readonly node: (typeof NODES)[number];
  readonly term: string;
}
type Piece = string | Hidden | { readonly term: string };

const pick = <T>(random: Random, all: readonly T[]): T => all[random.below(all.length)];
const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const isHidden = (piece: Piece): piece is Hidden => typeof piece !== 'string' && 'node' in piece;

export const sanitisedTextTwin: WholeTwin = {
  kind: 'sanitised-text',
  tables: ['trials', 'exposures'],
  draw: (random) => {
    const drawn = random.below(3);
    return drawn === 0 ? plausible(random) : about(random, drawn === 1 ? 'k-safe' : 'k-confusable');
  },
};

function plausible(random: Random): ReturnType<WholeTwin['draw']> {
  const texts = Array.from({ length: 3 + random.below(4) }, () => {
    const hidden = some(random, NODES, 0.6).map((node): Hidden => ({ node, term: pick(random, TREE[node]) }));
    // Few stay, so that there is too little to practise on.
    const kept = some(random, TERMS, 0.25).filter((term) => !hidden.some((each) => each.term === term));
    const pieces: readonly Piece[] = [...hidden, ...kept.map((term) => ({ term })), 'and', 'or'];
    const left = [...pieces];
    return pieces.map(() => left.splice(random.below(left.length), 1)[0]);
  });
  const sources = Array.from({ length: 1 + random.below(2) }, () =>
    Array.from({ length: 40 }, () => some(random, TERMS, 0.15 + 0.2 * random.unit()).join(' ')).filter((text) => text !== ''),
  );
  const hasOriginal = random.unit() < 0.8;
  const markOf = (pieces: readonly Piece[], piece: Hidden): number => pieces.filter(isHidden).indexOf(piece) + 1;
  const published = texts.map((pieces, id) => ({
    id: `${id}`,
    text: pieces.map((piece) => (isHidden(piece) ? { mark: markOf(pieces, piece), node: piece.node } : piece)),
  }));
  const original = texts.map((pieces, id) => ({
    id: `${id}`,
    text: pieces.map((piece) => (isHidden(piece) ? { term: piece.term } : piece)),
  }));
  const nodes = Object.entries(TREE).map(([node, children]) => ({ node, children }));
  const judged = texts.flatMap((pieces, person) =>
    pieces.filter(isHidden).map((hidden) => ({ person, ...judge(pieces, hidden, sources) })),
  );
  return {
    audit: {
      release: lines([{ sanitised: 't-plausible', t: 2 }, ...nodes, ...published]),
      original: hasOriginal ? lines(original) : null,
      request: { kind: 'sanitised-text', sources: sources.map((_, at) => `corpus-${at}`) },
      sources: sources.map((documents, at) => ({ ...countsOver(documents), source: { id: `documents-${at}`, version: '1' } })),
    },
    checks: [
      trials(expectedOf(judged, hasOriginal)),
      exposures(
        new Map(
          judged.flatMap(({ person, best, left, all, term }): [string, Wanted][] =>
            best.length > 1
              ? []
              : [[`${person + 1} | ${best[0]}`, { probability: 1 / left, without: 1 / all, right: hasOriginal ? best[0] === term : null }]],
          ),
        ),
        false,
      ),
    ],
  };
}

interface Judged {
  readonly term: string;
  /** Leaves with the greatest mean relatedness: any of them may be named. */
  readonly best: readonly string[];
  readonly frequent: string | null;
  readonly left: number;
  readonly all: number;
  readonly related: boolean;
  readonly person: number;
}

function judge(pieces: readonly Piece[], hidden: Hidden, sources: readonly (readonly string[])[]): Omit<Judged, 'person'> {
  const all = TREE[hidden.node];
  const kept = pieces.flatMap((piece) => (typeof piece === 'string' || isHidden(piece) ? [] : [piece.term]));
  const standing = all.filter((leaf) => !kept.includes(leaf));
  const leaves = standing.length === 0 ? all : standing;
  const holds = (documents: readonly string[], term: string): number => documents.filter((text) => text.split(' ').includes(term)).length;
  const knowing = (one: string, other: string) => sources.find((documents) => holds(documents, one) > 0 && holds(documents, other) > 0);
  const near = leaves.map((leaf) => {
    const worth = kept.map((term) => {
      const documents = knowing(leaf, term);
      const together = documents?.some((text) => [leaf, term].every((each) => text.split(' ').includes(each))) ?? false;
      const distance = documents === undefined || !together ? null : distanceIn(documents)(leaf, term);
      return distance === null ? 0 : Math.max(0, 1 - distance);
    });
    return worth.length === 0 ? 0 : mean(worth);
  });
  const shares = leaves.map((leaf) => {
    const documents = sources.find((own) => holds(own, leaf) > 0);
    return documents === undefined ? 0 : holds(documents, leaf) / documents.length;
  });
  const most = Math.max(...shares);
  return {
    term: hidden.term,
    best: leaves.filter((_, at) => Math.abs(near[at] - Math.max(...near)) < 1e-9),
    frequent: most === 0 ? null : leaves[shares.indexOf(most)],
    left: leaves.length,
    all: all.length,
    related: leaves.some((leaf) => kept.some((term) => knowing(leaf, term) !== undefined)),
  };
}

function expectedOf(judged: readonly Judged[], hasOriginal: boolean): Map<string, Wanted> {
  const not = { status: 'not computable', value: null };
  const size = judged.length;
  const share = (of: (each: Judged) => boolean): number => judged.filter(of).length / size;
  const chance = size === 0 ? 0 : mean(judged.map(({ all }) => 1 / all));
  const frequent = share(({ frequent: own, term }) => own === term);
  const sure = share(({ best, term }) => best.length === 1 && best[0] === term);
  const possible = share(({ best, term }) => best.includes(term));
  const within = ({ value }: Row): Figure => (Number(value) >= sure - 1e-9 && Number(value) <= possible + 1e-9 ? Number(value) : sure);
  const related = share((each) => each.related);
  return new Map<string, Wanted>([
    [
      'rest of the text',
      !hasOriginal || size === 0 || related === 0
        ? not
        : { status: 'decided', value: within, coverage: related, baseline_value: Math.max(frequent, chance), marks: size, practisedOn: 0 },
    ],
    [
      'most frequent term',
      !hasOriginal || size === 0 || judged.every((each) => each.frequent === null)
        ? not
        : { status: 'decided', value: frequent, baseline_value: chance, coverage: share((each) => each.frequent !== null) },
    ],
    ['effective base texts', not],
    ['stands in the text', size === 0 ? not : { status: 'decided', value: share(({ left, all }) => left === 1 && all > 1) }],
  ]);
}

function about(random: Random, method: 'k-safe' | 'k-confusable'): ReturnType<WholeTwin['draw']> {
  const texts = Array.from({ length: 4 + random.below(5) }, () => ({ kept: some(random, TERMS, 0.3), about: pick(random, NAMES) }));
  const named = some(random, NAMES, 0.5);
  const hidden = named.length === 0 ? ['alpha'] : named;
  const hasOriginal = random.unit() < 0.8;
  const contexts = NAMES.map((name) => [name, some(random, TERMS, 0.4)] as const);
  const topics = NAMES.map((name) => ({ name, prior: 0.1 + random.unit() * 0.9, terms: TERMS.map(() => 0.05 + 0.9 * random.unit()) }));
  const priors = topics.reduce((total, { prior }) => total + prior, 0);
  const told = texts.map(({ kept }): { name: string; probability: number; without: number }[] => {
    if (method === 'k-safe') {
      const counts = contexts.map(([, own]) => own.filter((term) => kept.includes(term)).length);
      const best = NAMES.filter((_, at) => counts[at] === Math.max(...counts));
      return best.map((name) => ({ name, probability: 1 / best.length, without: 1 / NAMES.length }));
    }
    const joint = topics.map(({ prior, terms }) => kept.reduce((product, term) => product * terms[TERMS.indexOf(term)], prior));
    const all = joint.reduce((a, b) => a + b, 0);
    return topics.map(({ name, prior }, at) => ({ name, probability: joint[at] / all, without: prior / priors }));
  });
  const tried = texts.flatMap((text, at) => (hidden.includes(text.about) ? [{ about: text.about, told: told[at] ?? [] }] : []));
  const right = tried.map((each) => {
    const most = Math.max(...each.told.map(({ probability }) => probability));
    const first = each.told.filter(({ probability }) => probability > most - 1e-9);
    return first.some(({ name }) => name === each.about) ? 1 / first.length : 0;
  });
  const known =
    method === 'k-safe'
      ? { contexts: Object.fromEntries(contexts), protected: hidden }
      : {
          topics: Object.fromEntries(
            topics.map(({ name, prior, terms }) => [
              name,
              { prior, terms: Object.fromEntries(TERMS.map((term, at) => [term, terms[at]])) },
            ]),
          ),
          sensitive: hidden,
        };
  const k = 3;
  const short = told.filter((each) =>
    hidden.some((name) => {
      const own = each.find((one) => one.name === name)?.probability as number;
      return each.filter((one) => one.name !== name && one.probability >= own - 1e-9).length < k - 1;
    }),
  ).length;
  const pieces = texts.map(({ kept }, id) => ({ id: `${id}`, text: kept.flatMap((term) => [{ term }, ', ']) }));
  const attack = method === 'k-safe' ? 'entities that cover the rest' : 'classifier';
  const less = (name: string): number =>
    method === 'k-safe' ? 1 / NAMES.length : (told[0]?.find((one) => one.name === name)?.without as number);
  return {
    audit: {
      release: lines([{ sanitised: method, k }, ...pieces]),
      original: hasOriginal ? lines(pieces.map((piece, at) => ({ ...piece, about: texts[at]?.about }))) : null,
      beside: { 'known.json': JSON.stringify(known) },
      request: { kind: 'sanitised-text', external: 'known.json' },
    },
    checks: [
      trials(
        new Map<string, Wanted>([
          [
            attack,
            hasOriginal && tried.length > 0
              ? {
                  status: 'decided',
                  value: mean(right),
                  baseline_value: mean(tried.map((each) => less(each.about))),
                  coverage: tried.length / texts.length,
                }
              : { status: 'not computable', value: null },
          ],
          ...(method === 'k-safe'
            ? []
            : ([['rivals by the classifier', { status: 'decided', value: short / texts.length }]] as [string, Wanted][])),
        ]),
      ),
      exposures(
        new Map(
          told.flatMap((each, person) =>
            each
              .filter(({ name }) => hidden.includes(name))
              .map(({ name, probability, without }): [string, Wanted] => [
                `${person + 1} | ${name}`,
                { probability, without, right: hasOriginal ? texts[person]?.about === name : null, protected: true },
              ]),
          ),
        ),
        true,
      ),
    ],
  };
}
