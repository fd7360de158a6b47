import { coat } from '../../shared/core/anonymise/coat/coat.ts';
import { randomItems } from '../../shared/core/anonymise/coat/privacy-sources.ts';
import { generalise } from '../../shared/core/anonymise/generalisation.ts';
import type { Entry, Transaction } from '../../shared/core/model/transaction.ts';
import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import { type MadeRelease, makeRelease } from '../calibrated/make-release.ts';

/** `partners` is the generator of the bench `calibrated`; `chains` makes generalised items of another kind from the same texts: see below; `coat` protects 30 % of all items. */
export interface WaysRelease {
  readonly text: string;
  readonly generator: 'partners' | 'chains' | 'coat';
  readonly kind: 'sparse' | 'dense';
  readonly seed: string;
}

export function madeBy({ generator, kind, seed }: WaysRelease, documents: readonly (readonly string[])[]): MadeRelease {
  if (generator === 'coat') return protectedRelease(documents, seed);
  return generator === 'partners' ? makeRelease(documents, kind, seed) : chainedRelease(documents, kind, seed);
}

function protectedRelease(documents: readonly (readonly string[])[], seed: string): MadeRelease {
  const transactions = documents.map((items): Transaction => ({ items }));
  const settings = {
    k: K,
    privacy: randomItems(transactions, PROTECTED, seed),
    utility: [[...new Set(documents.flat())]],
    maxSuppressed: 0,
  };
  return { release: generalise(transactions, coat(transactions, settings)), truth: documents.map((items) => new Set(items)) };
}

const K = 4;
const PROTECTED = 0.3;
const GROUPS = 120;

/**
 * Generalised items of items held by at most k transactions. `dense`: first two or three of one transaction, then in a chain each from a transaction
 * of the one before. `sparse`: at random, at least as many as a drawn size.
 */
function chainedRelease(documents: readonly (readonly string[])[], kind: 'sparse' | 'dense', seed: string): MadeRelease {
  const random = seeded('chained release', kind, seed);
  const holders = new Map<string, number[]>();
  for (const [at, items] of documents.entries()) for (const item of items) holders.set(item, [...(holders.get(item) ?? []), at]);
  const held = (item: string): readonly number[] => holders.get(item) ?? [];
  const groupOf = new Map<string, readonly string[]>();
  const free = (item: string): boolean => held(item).length <= K && !groupOf.has(item);
  const few = [...holders.keys()].filter(free);
  let made = 0;
  for (const at of shuffle([...documents.keys()], random)) {
    const members = membersFrom(documents, kind === 'dense' ? at : -1, few, free, held, random);
    if (members === null) continue;
    const published = members.toSorted();
    for (const member of published) groupOf.set(member, published);
    made += 1;
    if (made === GROUPS) break;
  }
  const release = documents.map((items): Transaction => ({ items: [...new Set<Entry>(items.map((item) => groupOf.get(item) ?? item))] }));
  return { release, truth: documents.map((items) => new Set(items)) };
}

function membersFrom(
  documents: readonly (readonly string[])[],
  first: number,
  few: readonly string[],
  free: (item: string) => boolean,
  held: (item: string) => readonly number[],
  random: Random,
): string[] | null {
  const one = <T>(from: readonly T[]): T => from[random.below(from.length)] as T;
  const size = 2 + random.below(3);
  const members: string[] = [];
  const rows = new Set<number>();
  for (let attempt = 0; attempt < 80 && (rows.size < K || members.length < size); attempt += 1) {
    const from =
      first < 0
        ? few
        : (documents[
            members.length < 2 + random.below(2) ? first : one(held(members.at(-1) ?? one(documents[first] as string[])))
          ] as string[]);
    const item = one(from);
    if (!free(item) || members.includes(item)) continue;
    members.push(item);
    for (const row of held(item)) rows.add(row);
  }
  return rows.size >= K && members.length >= 2 && members.length <= 9 ? members : null;
}
