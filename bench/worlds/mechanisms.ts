import { wordnetNouns } from '../../shared/adapters/local/wordnet-nouns.ts';
import type { Entry, Transaction } from '../../shared/core/model/transaction.ts';
import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import type { World as Practised } from '../../shared/kinds/set-generalised/core/calibrated/worlds.ts';
import { coat } from '../../shared/kinds/set-generalised/core/coat/coat.ts';
import { similarityTo } from '../../shared/kinds/set-generalised/core/coat/policy.ts';
import { embedItems } from '../../shared/kit/score/embed-items.ts';
import type { Embeddings } from '../../shared/ports/embeddings.ts';
import type { MadeRelease } from '../calibrated/make-release.ts';

/** What a publisher knows who chooses partners. */
interface World {
  readonly records: readonly (readonly string[])[];
  /** Items that must not be published alone, in random order; those that may be partners. */
  readonly rare: readonly string[];
  readonly held: (item: string) => readonly number[];
  readonly vectorOf: (item: string) => Float32Array | null;
  readonly random: Random;
  readonly k: number;
}

/** A further member for a generalised item, if one is found; it may be taken already. */
type Partner = (members: readonly string[], rows: readonly number[]) => string | undefined;

const pick = <T>(all: readonly T[], random: Random): T | undefined => all[random.below(Math.max(1, all.length))];
const cosine = (a: Float32Array | null, b: Float32Array | null): number =>
  a === null || b === null ? -1 : a.reduce((total, each, at) => total + each * (b[at] as number), 0);

const atRandom =
  ({ rare, random }: World): Partner =>
  () =>
    pick(rare, random);
const sharingTransaction =
  ({ records, random }: World): Partner =>
  (_, rows) =>
    pick(records[pick(rows, random) as number] as string[], random);

/** From the transactions that are most like one of the item's own. */
function sharingTopic(world: World): Partner {
  const { records, vectorOf, random } = world;
  const mean = records.map((items) => meanOf(items.map(vectorOf)));
  const near = new Map<number, readonly number[]>();
  return (_, rows) => {
    const own = rows[0] as number;
    const found =
      near.get(own) ?? nearest(records.keys(), (other) => (other === own ? -2 : cosine(mean[own] ?? null, mean[other] ?? null)), 20);
    near.set(own, found);
    return pick(records[pick(found, random) as number] as string[], random);
  };
}

/** One of the items that the measure puts nearest the first member. */
const byNearness =
  (measure: (world: World) => (a: string) => (b: string) => number): ((world: World) => Partner) =>
  (world) => {
    const of = measure(world);
    const near = new Map<string, readonly string[]>();
    return ([first]) => {
      const own = first as string;
      const to = of(own);
      const found = near.get(own) ?? nearest(partnersOf(world), (other) => (other === own ? -2 : to(other) || 0), 15);
      near.set(own, found);
      return pick(found, world.random);
    };
  };

const byVector = byNearness(
  ({ vectorOf }) =>
    (a) =>
    (b) =>
      cosine(vectorOf(a), vectorOf(b)),
);
const unlike = byNearness(
  ({ vectorOf }) =>
    (a) =>
    (b) =>
      -Math.abs(cosine(vectorOf(a), vectorOf(b)) + 0.2),
);
const byHierarchy = byNearness(() => {
  const graph = wordnetNouns();
  const word = (item: string): string => (graph.senses(item).length > 0 ? item : (item.split(' ').at(-1) as string));
  return (a) => {
    const to = similarityTo(graph, word(a));
    return (b) => to(word(b));
  };
});
/** Neighbours in a dictionary. */
const byAlphabet = byNearness(() => (a) => (b) => {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  return same;
});

/** Of a transaction that shares a frequent item with one of the item's own. */
const twoSteps =
  ({ records, held, random }: World): Partner =>
  (_, rows) => {
    const shared = pick(records[pick(rows, random) as number] as string[], random) as string;
    return pick(records[pick(held(shared), random) as number] as string[], random);
  };

const halfAndHalf =
  (one: (world: World) => Partner, other: (world: World) => Partner) =>
  (world: World): Partner => {
    const [a, b] = [one(world), other(world)];
    return (members, rows) => ((members[0] as string).length % 2 === 0 ? a : b)(members, rows);
  };

export interface Mechanism {
  readonly name: string;
  readonly partner: ((world: World) => Partner) | 'coat';
  /** The practice world that is its like, which practice must do without; null: it has none. */
  readonly practised: Practised | null;
  /** In how many times k transactions a generalised item lies at least, and how many there are. */
  readonly times?: number;
  readonly groups?: number;
}

export const MECHANISMS: readonly Mechanism[] = [
  { name: 'random', partner: atRandom, practised: 'random' },
  { name: 'sharing a transaction', partner: sharingTransaction, practised: 'transaction' },
  { name: 'sharing a topic', partner: sharingTopic, practised: 'topic' },
  { name: 'nearest by hierarchy', partner: byHierarchy, practised: null },
  { name: 'nearest by vector', partner: byVector, practised: 'near' },
  { name: "COAT's order", partner: 'coat', practised: null },
  { name: 'few large groups', partner: atRandom, practised: 'random', times: 3, groups: 40 },
  { name: 'mixture', partner: halfAndHalf(atRandom, sharingTransaction), practised: null },
  { name: 'mixture of topic and vector', partner: halfAndHalf(sharingTopic, byVector), practised: null },
  { name: 'alphabet', partner: byAlphabet, practised: null },
  { name: 'unlike by vector', partner: unlike, practised: null },
  { name: 'two steps', partner: twoSteps, practised: null },
];

const GROUPS = 120;

export async function worldRelease(
  { name, partner, times = 1, groups = GROUPS }: Mechanism,
  records: readonly (readonly string[])[],
  k: number,
  embeddings: Embeddings,
  seed: string,
): Promise<MadeRelease> {
  const random = seeded('world', name, seed);
  const holders = new Map<string, number[]>();
  for (const [at, items] of records.entries()) for (const item of items) holders.set(item, [...(holders.get(item) ?? []), at]);
  const held = (item: string): readonly number[] => holders.get(item) ?? [];
  const names = [...holders.keys()];
  const rare = shuffle(
    names.filter((item) => held(item).length < k),
    random,
  );
  const truth = records.map((items) => new Set(items));
  if (partner === 'coat') {
    const transactions = records.map((items): Transaction => ({ items: [...items] }));
    const privacy = rare.slice(0, groups).map((item) => ({ items: [item] }));
    const standsFor = coat(transactions, { k, privacy, utility: [names], maxSuppressed: 0 });
    return { release: published(records, (item) => standsFor.get(item) ?? item), truth };
  }
  const vectors = await embedItems(names, embeddings);
  const numberOf = new Map(names.map((item, at) => [item, at]));
  const vectorOf = (item: string): Float32Array | null => vectors[numberOf.get(item) as number] ?? null;
  const next = partner({ records, rare, held, vectorOf, random, k });
  const groupOf = new Map<string, readonly string[]>();
  const rowsOf = (members: readonly string[]): number[] => [...new Set(members.flatMap(held))];
  for (let at = 0, made = 0; made < groups && at < rare.length; at += 1) {
    const members = [rare[at] as string];
    if (groupOf.has(members[0] as string)) continue;
    for (let attempt = 0; attempt < 60 && rowsOf(members).length < k * times; attempt += 1) {
      const other = next(members, rowsOf(members));
      if (other !== undefined && !groupOf.has(other) && !members.includes(other) && held(other).length <= 3 * k) members.push(other);
    }
    if (members.length < 2 || rowsOf(members).length < k * times) continue;
    const sorted = members.toSorted();
    for (const member of sorted) groupOf.set(member, sorted);
    made += 1;
  }
  return { release: published(records, (item) => groupOf.get(item) ?? item), truth };
}

function published(records: readonly (readonly string[])[], standsFor: (item: string) => Entry): Transaction[] {
  return records.map((items) => ({ items: [...new Set(items.map(standsFor))] }));
}

const partnersOf = ({ records, held, k }: World): string[] => [...new Set(records.flat())].filter((item) => held(item).length <= 3 * k);

function nearest<T>(all: Iterable<T>, nearness: (each: T) => number, count: number): T[] {
  return [...all]
    .map((each) => ({ each, near: nearness(each) }))
    .sort((a, b) => b.near - a.near)
    .slice(0, count)
    .map(({ each }) => each);
}

function meanOf(vectors: readonly (Float32Array | null)[]): Float32Array | null {
  const known = vectors.filter((each) => each !== null);
  const [first] = known;
  if (first === undefined) return null;
  const mean = first.map((_, at) => known.reduce((total, each) => total + (each[at] as number), 0));
  const length = Math.sqrt(mean.reduce((total, each) => total + each * each, 0));
  return mean.map((each) => each / length);
}
