import { writeFileSync } from 'node:fs';
import { wordnetDocuments } from '../shared/adapters/local/wordnet.ts';
import { type Random, seeded, shuffle } from '../shared/core/random/random.ts';

export interface Shape {
  readonly groups: number;
  readonly members: number;
  /** Transactions that carry each generalised item. */
  readonly support: number;
  readonly transactions: number;
  /** Context items of a transaction. */
  readonly context: number;
}

/** Words that WordNet holds, so that benches score real distances; seeded, no data but what the install ships. */
export function words(count: number): string[] {
  const found = new Set<string>();
  for (const document of wordnetDocuments()) {
    const lemma = /^[a-z]{4,12}(?=;)/.exec(document)?.[0];
    if (lemma !== undefined) found.add(lemma);
    if (found.size === count) break;
  }
  const list = [...found];
  // Beyond the words that there are, numbered ones, which no source holds.
  for (let at = list.length; at < count; at += 1) list.push(`word ${at}`);
  return list;
}

/** Writes a release and its original of a given shape: generalised items of random words, each in as many transactions as asked. */
export function writeRelease(folder: string, shape: Shape): { readonly release: string; readonly original: string } {
  const random = seeded('bench', JSON.stringify(shape));
  const members = words(shape.groups * shape.members);
  const context = words(5000 + shape.groups * shape.members).slice(-5000);
  const carried: number[][] = Array.from({ length: shape.transactions }, () => []);
  let next = 0;
  for (let group = 0; group < shape.groups; group += 1) {
    for (let row = 0; row < shape.support; row += 1) {
      carried[next % shape.transactions]?.push(group);
      next += 1;
    }
  }
  const release: string[] = [];
  const original: string[] = [];
  for (const groups of carried) {
    const own = picked(context, shape.context, random);
    const held = groups.map((group) => members.slice(group * shape.members, (group + 1) * shape.members));
    const kept = held.map((all) => {
      const first = random.below(all.length);
      return all.filter((_, at) => at === first || random.unit() < 0.1);
    });
    const order = shuffle([...own.keys(), ...held.map((_, at) => own.length + at)], random);
    release.push(order.map((at) => (at < own.length ? own[at] : `(${held[at - own.length]?.join(', ')})`)).join(', '));
    original.push(order.map((at) => (at < own.length ? own[at] : kept[at - own.length]?.join(', '))).join(', '));
  }
  writeFileSync(`${folder}/release.txt`, `${release.join('\n')}\n`);
  writeFileSync(`${folder}/original.txt`, `${original.join('\n')}\n`);
  return { release: `${folder}/release.txt`, original: `${folder}/original.txt` };
}

function picked(from: readonly string[], count: number, random: Random): string[] {
  const found = new Set<string>();
  while (found.size < count) found.add(from[random.below(from.length)]);
  return [...found];
}
