import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import { word } from '../word.ts';

/** A release of generalised items by all that it can be large in. */
export interface Shape {
  /** Transactions that carry no generalised item. */
  readonly others: number;
  readonly groups: number;
  readonly rows: number;
  readonly members: number;
  readonly context: number;
  /** Number of corpora; 0: only the dictionary. */
  readonly sources: number;
}

const TOPICS = 24;
/** Words of a topic, the earlier ones more often; a transaction never has more of them than a quarter. */
const WORDS = 48;
/** Items that are published alone for each group, as often as its members are held: what practice is made of. */
const ALONE = 3;
const LEAST_ALONE = 64;
/** Documents about each of them. */
const DOCUMENTS = 4;
const DOCUMENT_WORDS = 8;

/**
 * Writes release.txt, original.txt and a file of documents for each source. Every generalised item is a group, and each of its rows holds one of its
 * members.
 */
export function writeRelease(folder: string, shape: Shape): void {
  const random = seeded('growth', JSON.stringify(shape));
  const words = Math.max(WORDS, 4 * shape.context);
  const about = (topic: number, count: number, own: Random): string[] => {
    const found = new Set<number>();
    while (found.size < count) found.add(Math.floor(words ** own.unit()) - 1);
    return [...found].map((each) => word(topic * words + each));
  };
  const rare = (number: number): string => word(TOPICS * words + number);
  const memberOf = (group: number, member: number): number => group * shape.members + member;
  const alone = Math.max(LEAST_ALONE, ALONE * shape.groups);
  const support = Math.max(1, Math.round(shape.rows / shape.members));
  const firstAlone = shape.groups * shape.members;

  const transactions = Array.from({ length: shape.groups * shape.rows + shape.others }, (_, at) => {
    const group = Math.floor(at / shape.rows);
    const held = group < shape.groups ? memberOf(group, at % shape.members) : null;
    const topic = held === null ? random.below(TOPICS) : held % TOPICS;
    return { topic, group: held === null ? null : group, held, items: about(topic, shape.context, random) };
  });
  const byTopic = Map.groupBy(transactions, ({ topic }) => topic);
  for (let at = 0; at < alone; at += 1) {
    // Between one and two times a member's support: some of its rows coincide.
    const times = Math.round(support * (1 + (at % 4) / 3));
    const topic = byTopic.get(at % TOPICS) ?? [];
    const own = topic.length < 2 * times ? transactions : topic;
    const chosen = new Set<(typeof transactions)[number]>();
    while (chosen.size < Math.min(times, own.length)) chosen.add(own[random.below(own.length)]);
    for (const { items } of chosen) items.push(rare(firstAlone + at));
  }
  const lines = shuffle(transactions, random).map(({ group, held, items }) => {
    const place = random.below(items.length + 1);
    const set =
      group === null ? [] : [`(${Array.from({ length: shape.members }, (_, member) => rare(memberOf(group, member))).join(', ')})`];
    return {
      release: items.toSpliced(place, 0, ...set).join(', '),
      original: items.toSpliced(place, 0, ...(held === null ? [] : [rare(held)])).join(', '),
    };
  });
  writeFileSync(join(folder, 'release.txt'), lines.map(({ release }) => `${release}\n`).join(''));
  writeFileSync(join(folder, 'original.txt'), lines.map(({ original }) => `${original}\n`).join(''));
  for (let source = 0; source < shape.sources; source += 1) {
    const own = seeded('growth documents', source);
    const documents = Array.from({ length: DOCUMENTS * (firstAlone + alone) }, (_, at) => {
      const number = Math.floor(at / DOCUMENTS);
      const topic = number < firstAlone ? number % TOPICS : (number - firstAlone) % TOPICS;
      return `${rare(number)} ${about(topic, DOCUMENT_WORDS, own).join(' ')}\n`;
    });
    writeFileSync(join(folder, `documents-${source}.txt`), documents.join(''));
  }
}
